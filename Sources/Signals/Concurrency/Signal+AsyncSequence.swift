// SPDX-License-Identifier: MIT

extension Signal {
  /// Makes a signal that sends the elements of an asynchronous sequence, then completes.
  ///
  /// For each subscription a task iterates over the sequence anew, and sends on its own thread. An
  /// error that is thrown is sent. When the subscription is disposed the task is cancelled, and
  /// nothing more is sent, though a sequence that ignores cancellation is let go only with its next
  /// element. The sequence is asked for an element when the one before was delivered. The name is
  /// `asyncSequence`.
  ///
  /// - Parameter asyncSequence: The sequence; one that can be iterated once only, such as an
  ///   `AsyncStream`, allows one subscription.
  public convenience init<Elements: AsyncSequence & Sendable>(asyncSequence: Elements)
  where Elements.Element == Value {
    self.init(name: .asyncSequence, deliversSerially: true) { subscriber in
      TaskDelivery(to: subscriber).start { delivery in
        for try await element in asyncSequence {
          guard delivery.sendNext(element) else { return }
        }
      }
      return nil
    }
  }
}
