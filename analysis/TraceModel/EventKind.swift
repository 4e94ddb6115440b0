// SPDX-License-Identifier: MIT

/// The events of the tracepoint contract, and one case for all others.
public enum EventKind: UInt8, CaseIterable, Sendable {
  /// `racsignal:subscribed`
  case subscribed
  /// `racsignal:alive`
  case alive
  /// `racsignal:next`
  case next
  /// `racsignal:delivered`
  case delivered
  /// `racsignal:error`
  case error
  /// `racsignal:completed`
  case completed
  /// `racsignal:disposed`
  case disposed
  /// `racsignal:violation`
  case violation
  /// `racsignal:dropped`
  case dropped
  /// `racprocess:exiting`
  case exiting
  /// `racscheduler:scheduled`
  case scheduled
  /// `racscheduler:began`
  case began
  /// `racscheduler:ended`
  case ended
  /// `racscheduler:cancelled`
  case cancelled
  /// `raccompounddisposable:added`
  case added
  /// `raccompounddisposable:removed`
  case removed
  /// An event of another provider, or of a newer contract.
  case other

  /// The event's name in traces; nil for `other`.
  public var name: String? {
    switch self {
    case .subscribed: "racsignal:subscribed"
    case .alive: "racsignal:alive"
    case .next: "racsignal:next"
    case .delivered: "racsignal:delivered"
    case .error: "racsignal:error"
    case .completed: "racsignal:completed"
    case .disposed: "racsignal:disposed"
    case .violation: "racsignal:violation"
    case .dropped: "racsignal:dropped"
    case .exiting: "racprocess:exiting"
    case .scheduled: "racscheduler:scheduled"
    case .began: "racscheduler:began"
    case .ended: "racscheduler:ended"
    case .cancelled: "racscheduler:cancelled"
    case .added: "raccompounddisposable:added"
    case .removed: "raccompounddisposable:removed"
    case .other: nil
    }
  }

  /// The kind of an event.
  ///
  /// - Parameter name: The name of its class, such as `racsignal:next`.
  public init(eventName name: String) {
    self = Self.allCases.first { $0.name == name } ?? .other
  }
}
