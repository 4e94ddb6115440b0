// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the first values, which completes with the last of them.
  ///
  /// It completes, and the source is disposed, right after value number `count`; earlier if the
  /// source does. An error passes. With a count of 0 it completes at once and the source is never
  /// subscribed. Events of a source that may overlap are serialised. The name is `source.take`.
  ///
  /// - Parameter count: The number of values; not negative.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func take(_ count: Int) -> Signal {
    precondition(count >= 0, "take needs a count that is not negative, not \(count)")
    return TakeSignal(count, of: self)
  }
}

private final class TakeSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `source` is written by `init` and `deinit` only.
  private var source: Signal<Value>?
  private let count: Int

  init(_ count: Int, of source: Signal<Value>) {
    self.source = source
    self.count = count
    super.init(
      name: TraceName(.applied("take", to: source.name)), deliversSerially: true,
      isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let source, count > 0 else {
      passthrough.sendCompleted()
      return nil
    }
    return Link(signal: source, passthrough: TakePass(from: source, to: passthrough, count))
  }
}

private final class TakePass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: `left` is touched only at the turn of an event.
  private var left: Int

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ count: Int) {
    left = count
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    guard left > 0 else { return }
    left -= 1
    // Asked before the value is sent: a send from inside that delivery may count down as well.
    let isLast = left == 0
    passNext(value)
    if isLast { downstream.sendCompleted() }
  }
}
