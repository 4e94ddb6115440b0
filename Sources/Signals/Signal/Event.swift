// SPDX-License-Identifier: MIT

/// An event of a subscription, as a value: what ``Signal`` and ``Subscriber`` speak in calls.
///
/// A subscription is any number of ``next(_:)``, then at most one of ``error(_:)`` and
/// ``completed``. The RAC class is RACEvent.
public enum Event<Value: Sendable>: Sendable {
  /// A value; more events may follow.
  case next(Value)
  /// The failure of the signal; nothing follows.
  case error(any Error)
  /// The end of the signal; nothing follows.
  case completed

  /// Whether nothing follows.
  public var isTerminal: Bool {
    if case .next = self { false } else { true }
  }

  /// The value of a ``next(_:)``, else nil.
  public var value: Value? {
    if case .next(let value) = self { value } else { nil }
  }

  /// The error of an ``error(_:)``, else nil.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
}

extension Event: Equatable where Value: Equatable {
  /// Whether two events have the same content.
  ///
  /// Errors are equal if they are of the same type and either equal by `==`, where the type is
  /// `Equatable`, or else look the same to `String(reflecting:)`.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): areEqual(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}

extension Event: CustomStringConvertible {
  /// `next 1`, `error timedOut` or `completed`.
  public var description: String {
    switch self {
    case .next(let value): "next \(value)"
    case .error(let error): "error \(error)"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// Sends the event to a subscriber.
  public func send(to subscriber: some Subscriber<Value>) {
    switch self {
    case .next(let value): subscriber.sendNext(value)
    case .error(let error): subscriber.sendError(error)
    case .completed: subscriber.sendCompleted()
    }
  }
}

private func areEqual(_ left: any Error, _ right: any Error) -> Bool {
  func compare<Left: Equatable>(_ left: Left) -> Bool { left == right as? Left }
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable { return compare(left) }
  return String(reflecting: left) == String(reflecting: right)
}
