// SPDX-License-Identifier: MIT

public import CThreadState
public import SignalProbes

/// One piece of work that is put off and done later, perhaps on another thread, as traces see it.
///
/// There is one mechanism for all of them: the actions of schedulers, each run of a repeating one,
/// and sends that wait in a queue.
///
/// ```swift
/// let hop = Hop(scheduler: name, id: signalID)  // when the work is put off
/// hop.run { deliver() }                         // when it is done …
/// hop.cancel()                                  // … or if it is skipped for ever
/// ```
///
/// It carries over what the thread knows: the subscription whose subscribe block put the work off
/// is the parent of the subscriptions that the work makes.
///
/// Its tracepoints are `racscheduler:scheduled`, `began`, `ended` and `cancelled`. With no session
/// it costs a load and a branch, and the copy of that parent.
@usableFromInline
struct Hop: Sendable {
  /// The action's id in traces; 0 if nobody listened when it was scheduled.
  @usableFromInline let actionID: UInt64
  /// The subscription whose subscribe block put the work off, or 0.
  @usableFromInline let subscribing: UInt64

  /// Puts work off, with the tracepoint `racscheduler:scheduled`.
  ///
  /// - Parameters:
  ///   - scheduler: The name of what will do it; evaluated only if the tracepoint is enabled.
  ///   - id: The id of what will do it.
  ///   - delay: How long it shall wait at least.
  /// - Complexity: O(1), no allocation while no session listens.
  @inlinable @inline(__always)
  init(scheduler: @autoclosure () -> String, id: UInt64, after delay: Duration = .zero) {
    subscribing = ractrace_thread_state().pointee.subscribing
    guard SchedulerProbe.hopsEnabled else {
      actionID = 0
      return
    }
    actionID = ractrace_new_id()
    if SchedulerProbe.scheduledEnabled {
      emitScheduled(scheduler: scheduler(), id: id, delay: delay)
    }
  }

  /// Does the work, with the tracepoints `racscheduler:began` and `ended` around it.
  ///
  /// Meanwhile the action is the cause of what happens on this thread.
  @inlinable @inline(__always)
  func run<Result>(_ body: () -> Result) -> Result {
    let state = ractrace_thread_state()
    let outer = (state.pointee.subscribing, state.pointee.cause)
    state.pointee.subscribing = subscribing
    state.pointee.cause = actionID
    if actionID != 0 && SchedulerProbe.beganEnabled { SchedulerProbe.began(actionID: actionID) }
    let result = body()
    if actionID != 0 && SchedulerProbe.endedEnabled { SchedulerProbe.ended(actionID: actionID) }
    (state.pointee.subscribing, state.pointee.cause) = outer
    return result
  }

  /// Says that the work will never be done: the tracepoint `racscheduler:cancelled`.
  @inlinable @inline(__always)
  func cancel() {
    if actionID != 0 && SchedulerProbe.cancelledEnabled {
      SchedulerProbe.cancelled(actionID: actionID)
    }
  }

  @usableFromInline @inline(never)
  func emitScheduled(scheduler: String, id: UInt64, delay: Duration) {
    TraceText.withCString(scheduler, cut: .middle) { text, _ in
      SchedulerProbe.scheduled(
        scheduler: text, schedulerID: id, actionID: actionID,
        delayNanoseconds: UInt64(delay.clampedNanoseconds),
        causeID: ractrace_thread_state().pointee.cause)
    }
  }
}
