// SPDX-License-Identifier: MIT

extension Signal {
  /// The signal of a logging operator.
  final func logged(_ name: String, _ log: EventLog) -> Signal {
    OperatorSignal(name, of: self) { LogPass(from: $0, to: $1, log) }
  }
}

/// Writes events, each before it is passed on, so that what crashes a listener was written.
private final class LogPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let log: EventLog

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ log: EventLog) {
    self.log = log
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if log.events.contains(.next) { log.next(value, of: subscription) }
    passNext(value)
  }

  override func forwardError(_ error: any Error) {
    if log.events.contains(.error) { log.error(error, of: subscription) }
    super.forwardError(error)
  }

  override func forwardCompleted() {
    if log.events.contains(.completed) { log.completed(of: subscription) }
    super.forwardCompleted()
  }
}
