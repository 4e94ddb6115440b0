// SPDX-License-Identifier: MIT

import Synchronization

/// Finds out when sessions are to be told of the subscriptions that are open.
///
/// Once when the sessions that listen have changed, and once more ``repeatDelay`` later: LTTng-UST
/// arms a session's tracepoints one after the other, then asks the session daemon about the
/// channels, and only then does the session take events. What is told in between is lost.
final class LateSessions: Sendable {
  /// The sessions that were told, as ``SignalProbe/aliveListeners`` numbers them.
  private let told = Atomic<UInt>(0)
  /// When they are to be told once more; 0 for never.
  private let repeatTime = Atomic<UInt64>(0)

  /// In nanoseconds.
  static let repeatDelay: UInt64 = 250_000_000

  /// Whether the caller is to tell them now.
  ///
  /// - Parameters:
  ///   - listeners: The sessions that listen, 0 for none.
  ///   - now: The time in nanoseconds; asked only if it matters.
  /// - Returns: True for one of those that ask at the same time.
  func areDue(_ listeners: UInt, at now: () -> UInt64) -> Bool {
    let last = told.load(ordering: .relaxed)
    if listeners != last {
      guard told.compareExchange(expected: last, desired: listeners, ordering: .relaxed).exchanged,
        listeners != 0
      else { return false }
      repeatTime.store(now() + Self.repeatDelay, ordering: .relaxed)
      return true
    }
    let time = repeatTime.load(ordering: .relaxed)
    guard listeners != 0, time != 0, now() >= time else { return false }
    return repeatTime.compareExchange(expected: time, desired: 0, ordering: .relaxed).exchanged
  }
}
