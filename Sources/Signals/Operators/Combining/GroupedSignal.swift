// SPDX-License-Identifier: MIT

/// A signal of the values with one key: what ``Signal/groupBy(_:)`` sends.
///
/// Like a subject it has no memory: a subscriber receives what is sent from its subscription on,
/// and if it has ended, its terminal event. The RAC class is RACGroupedSignal.
public final class GroupedSignal<Key: Hashable & Sendable, Value: Sendable>: Signal<Value>,
  @unchecked Sendable
{
  // Unchecked: constant; the core says what protects its state.

  /// What the values have in common.
  public let key: Key

  private let core = SubjectCore<Value>()

  init(_ key: Key, name: TraceName, isRedacted: Bool) {
    self.key = key
    super.init(name: name, deliversSerially: true, isRedacted: isRedacted)
    core.subject = self
  }

  deinit {
    core.abandon()
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    core.attach(passthrough)
    return nil
  }

  func send(_ event: Event<Value>) { core.send(event) }
}
