// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, until a function throws at a value.
  ///
  /// ```swift
  /// numbers.try { if $0 < 0 { throw NegativeNumber() } }
  /// ```
  ///
  /// That value is not sent: what was thrown is the error that ends the signal, and the source is
  /// disposed. Order and threads are the source's; its errors and completion pass. Events of a
  /// source that may overlap are serialised. The name is `source.try`.
  ///
  /// - Parameter check: Throws at a value that must not pass. Called once for each value and
  ///   subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func `try`(_ check: @escaping @Sendable (Value) throws -> Void) -> Signal {
    OperatorSignal("try", of: self) { TryPass(from: $0, to: $1, check) }
  }

  /// A signal of the one value that a function returns; what it throws is the error that ends it.
  ///
  /// The function runs for each subscription anew, on ``Scheduler/subscription``. The name is
  /// `try`.
  ///
  /// - Parameter body: Makes the value.
  /// - Returns: The new signal.
  public static func `try`(_ body: @escaping @Sendable () throws -> Value) -> Signal {
    Signal(name: .try, deliversSerially: true) { subscriber in
      do {
        subscriber.sendNext(try body())
        subscriber.sendCompleted()
      } catch {
        subscriber.sendError(error)
      }
      return nil
    }
  }
}

private final class TryPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let check: @Sendable (Value) throws -> Void

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ check: @escaping @Sendable (Value) throws -> Void
  ) {
    self.check = check
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    do {
      try check(value)
    } catch {
      return downstream.sendError(error)
    }
    passNext(value)
  }
}
