// SPDX-License-Identifier: MIT

extension MulticastConnection {
  /// The connection's signal, which connects at the first subscriber and ends the connection at the
  /// last.
  ///
  /// Each subscriber is subscribed to ``signal``, then the source is subscribed if it was not yet,
  /// on that thread. When as many have been disposed, or have ended, as had subscribed, the
  /// subscription to the source is disposed. It never reconnects: who subscribes after that receives
  /// what the subject has to tell, and nothing from the source. All signals that this returns for
  /// one connection count together.
  ///
  /// The name is that of ``signal`` and `.autoconnect`, such as `source.publish.autoconnect`.
  ///
  /// - Returns: The new signal, which keeps the connection.
  /// - Complexity: O(1) for a value, no allocation.
  public func autoconnect() -> Signal<Value> {
    AutoconnectSignal(self)
  }
}

private final class AutoconnectSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let connection: MulticastConnection<Value>

  init(_ connection: MulticastConnection<Value>) {
    self.connection = connection
    let subject = connection.subject
    super.init(
      name: TraceName(.applied("autoconnect", to: subject.name)), deliversSerially: true,
      isRedacted: subject.isRedacted)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    // One that was disposed already would count as the last one.
    guard !passthrough.isDisposed else { return nil }
    let subject = connection.subject
    let link = LinkPass(from: subject, to: passthrough)
    connection.users.add(passthrough.subscription)
    subject.connect(link)
    return connection.claim()
  }
}
