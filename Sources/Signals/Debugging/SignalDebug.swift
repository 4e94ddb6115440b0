// SPDX-License-Identifier: MIT

/// Looking at what the program's signals are doing, from inside it.
///
/// ```swift
/// SignalDebug.tracksSubscriptions = true
/// let clicks = Subject<Int>().named("clicks")
/// clicks.map { $0 + 1 }.subscribe(next: { print($0) })
/// for subscription in SignalDebug.liveSubscriptions { print(subscription) }
/// ```
///
/// To see events as they happen, without a trace, there is ``Signal/logAll(_:to:fileID:line:)``.
public enum SignalDebug {
  /// Whether subscriptions that begin from now on are listed in ``liveSubscriptions``.
  ///
  /// It is false unless the environment variable `RACTRACE_TRACK_SUBSCRIPTIONS` is set, to anything
  /// but an empty text and `0`, when the program first subscribes or asks. Setting it to false
  /// forgets those that are listed.
  ///
  /// While it is true, a session that attaches late is told of the subscriptions that are listed:
  /// the first event that a session records emits a `racsignal:alive` for each of them before, and
  /// so does every begin of a subscription. That is repeated once, by the first such event a
  /// quarter of a second later, because LTTng arms the tracepoints a little before the session
  /// takes their events; and it is done again when another session begins or ends. A program in
  /// which nothing happens tells nothing; see ``announceToNewSessions()``. A session that is
  /// stopped and started again before anything happens may not be taken for new.
  ///
  /// - Complexity: while it is false a subscription pays one load of a flag, at its begin; while
  ///   it is true an allocation, a weak reference, and a lock at its begin and at its end.
  public static var tracksSubscriptions: Bool {
    get {
      LiveSubscriptions.readEnvironment()
      return LiveSubscriptions.areTracked
    }
    set { LiveSubscriptions.track(newValue) }
  }

  /// The subscriptions that are open, in the order in which they began.
  ///
  /// Those of operators are listed as well: one for each operator boundary, as in traces. What
  /// began while ``tracksSubscriptions`` was false is not. Other threads may subscribe and dispose
  /// meanwhile. No lock is held that they would wait for, but for a moment.
  ///
  /// - Complexity: O(*n* log *n*) in the number of open subscriptions, with several allocations for
  ///   each.
  public static var liveSubscriptions: [LiveSubscription] {
    let now = LiveSubscriptions.now
    return LiveSubscriptions.all.map { LiveSubscription($0.subscription, $0.entry, at: now) }
  }

  /// Tells a session that has attached meanwhile of the subscriptions that are open.
  ///
  /// Events do that by themselves; this is for programs in which nothing happens for long, to call
  /// from a timer. If no new session is there, or ``tracksSubscriptions`` is false, it does nothing.
  ///
  /// The corresponding tracepoint is `racsignal:alive`.
  ///
  /// - Complexity: O(1) and no allocation if there is no new session.
  public static func announceToNewSessions() {
    LiveSubscriptions.announceIfAsked()
  }
}
