// SPDX-License-Identifier: MIT

import SignalProbes
import Synchronization

extension LiveSubscriptions {
  private static let lateSessions = LateSessions()
  private static let isAnnouncing = Atomic<Bool>(false)

  /// Tells sessions that have attached of the subscriptions that are open.
  ///
  /// Called by each probe that is enabled, before it emits.
  @inline(__always)
  static func announceIfAsked() {
    if areTracked { announceIfDue() }
  }

  @inline(never)
  private static func announceIfDue() {
    if lateSessions.areDue(SignalProbe.aliveListeners, at: { now }) { announce() }
  }

  /// Emits `alive` for each subscription that is open.
  ///
  /// If another thread is doing so, that will do: there is a repetition to come.
  static func announce() {
    guard !isAnnouncing.exchange(true, ordering: .acquiring) else { return }
    let now = now
    for (subscription, entry) in all {
      subscription.traceAlive(causeID: entry.causeID, age: entry.age(at: now))
    }
    isAnnouncing.store(false, ordering: .releasing)
  }
}
