// SPDX-License-Identifier: MIT

import Synchronization

/// What is known of a subscription that was open when ``SignalDebug/liveSubscriptions`` was asked.
///
/// It is a copy: it does not change and keeps nothing alive.
public struct LiveSubscription: Identifiable, Sendable {
  /// The number of the subscription, unique in this process; `subscription_id` in traces.
  public let id: UInt64

  /// The number of the signal; `signal_id` in traces.
  public let signalID: UInt64

  /// The number of the subscription for whose sake this one was made; nil if there is none, which
  /// is 0 in traces.
  public let parentID: UInt64?

  /// The name of the signal, such as `clicks.map`.
  public let signal: String

  /// What listens: the name of the operator downstream, or of a subject, or the place of the
  /// `subscribe` call, such as `App/Login.swift:42`.
  public let subscriber: String

  /// How many values were delivered while a session listened; without a session nobody counts.
  public let values: UInt64

  /// How long ago it began.
  public let age: Duration

  init(_ subscription: Subscription, _ entry: LiveSubscriptions.Entry, at now: UInt64) {
    id = subscription.id
    signalID = subscription.signalID
    parentID = subscription.parentID == 0 ? nil : subscription.parentID
    signal = subscription.name.description
    subscriber = subscription.label.description
    values = subscription.values.load(ordering: .relaxed)
    age = .nanoseconds(Int64(entry.age(at: now)))
  }
}

extension LiveSubscription: CustomStringConvertible {
  /// One line: `clicks.map → App/Login.swift:42 (12, for 7, 3 values, 2.5 seconds)`.
  public var description: String {
    let parent = parentID.map { "for \($0), " } ?? ""
    return "\(signal) → \(subscriber) (\(id), \(parent)\(values) values, \(age))"
  }
}
