// SPDX-License-Identifier: MIT

import CThreadState

/// Runs blocks: at once, later, elsewhere, repeatedly, or in virtual time.
///
/// ```swift
/// let background = Scheduler.background()
/// let work = background.schedule(after: .milliseconds(20)) { print("done") }
/// work?.dispose()  // skips it if it has not begun
/// ```
///
/// A scheduler runs its blocks one after the other, never two at once, equal times first-in
/// first-out; only ``immediate`` and, where it runs blocks in place, ``subscription`` do not, for
/// they run them where they are called. While a block runs, its scheduler is ``current``. Every
/// method may be called from every thread, also from within a block.
///
/// To write one, override ``schedule(after:_:)``, and the other methods only if there is a better
/// way than the inherited one:
///
/// ```swift
/// final class LaterScheduler: Scheduler {
///   @discardableResult
///   override func schedule(
///     after delay: Duration, _ block: @escaping @Sendable () -> Void
///   ) -> Disposable? {
///     let action = makeAction(after: delay, block)
///     keep(action, until: delay)  // and then: action.run(on: self)
///     return action
///   }
/// }
/// ```
///
/// Every action that is scheduled emits `racscheduler:scheduled`, then either `began` and `ended`
/// around its run, or `cancelled`. The RAC class is RACScheduler.
open class Scheduler: CustomStringConvertible, @unchecked Sendable {
  // Unchecked: all its own state is constant; subclasses answer for theirs.

  /// The name of the scheduler in traces.
  public final let name: String

  /// A number that is unique in this process; `scheduler_id` in traces.
  public final let id: UInt64

  /// Whether it is certain that two blocks never run at the same time, nor one inside another.
  ///
  /// False where that depends on who calls, or on somebody's subclass.
  var isCertainlySerial: Bool { false }

  /// Makes one, for subclasses.
  ///
  /// - Parameter name: Its name in traces.
  public init(name: String) {
    self.name = name
    id = ractrace_new_id()
  }

  /// The name.
  open var description: String { name }

  /// Runs a block as soon as possible.
  ///
  /// - Returns: A disposable that skips the block if it has not begun; nil if it has run already.
  @discardableResult
  open func schedule(_ block: @escaping @Sendable () -> Void) -> Disposable? {
    schedule(after: .zero, block)
  }

  /// Runs a block once, not before a time has passed.
  ///
  /// A subclass must override it.
  ///
  /// - Parameters:
  ///   - delay: The time from now; one that is not positive counts as zero.
  ///   - block: What to run.
  /// - Returns: A disposable that skips the block if it has not begun; nil if it has run already.
  @discardableResult
  open func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    preconditionFailure("\(type(of: self)) must override schedule(after:_:)")
  }

  /// Runs a block again and again until it is disposed.
  ///
  /// Runs never overlap; ones that were missed are not made up for. In traces each run is an action
  /// of its own, the next one scheduled as the one before begins. The inherited way is to schedule
  /// each run from the one before.
  ///
  /// - Parameters:
  ///   - delay: The time from now to the first run.
  ///   - interval: The time between runs; it must be positive.
  ///   - leeway: How much later than asked a run may begin, to save power.
  ///   - block: What to run.
  /// - Returns: A disposable that ends it: no run begins after it was disposed.
  @discardableResult
  open func schedule(
    after delay: Duration, every interval: Duration, leeway: Duration = .zero,
    _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    precondition(interval > .zero, "schedule(after:every:) needs a positive interval")
    return RepeatingAction(on: self, after: delay, every: interval, block)
  }

  /// Runs a block, which may ask to be run again.
  ///
  /// The block is given a function; each call of it asks for one more run, which is scheduled when
  /// the block has returned, or at once if it has already. It may be kept and called later, from
  /// any thread. Runs never overlap, and however many follow one another, also on a scheduler that
  /// runs blocks at once, they need no more stack and memory than one.
  ///
  /// ```swift
  /// let countdown = Atomic(3)
  /// Scheduler.immediate.scheduleRecursive { again in
  ///   if countdown.wrappingSubtract(1, ordering: .relaxed).newValue > 0 { again() }
  /// }
  /// ```
  ///
  /// - Returns: A disposable that ends it: no run begins after it was disposed.
  /// - Complexity: O(1) and constant memory for each run.
  @discardableResult
  open func scheduleRecursive(
    _ block: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable? {
    let action = RecursiveAction(on: self, block)
    action.start()
    return action
  }

  /// Makes what a scheduler of one's own keeps, runs and returns for a block.
  ///
  /// The tracepoint is `racscheduler:scheduled`, so call it when the block is scheduled.
  public final func makeAction(
    after delay: Duration = .zero, _ block: @escaping @Sendable () -> Void
  ) -> SchedulerAction {
    SchedulerAction(on: self, after: delay, block)
  }
}
