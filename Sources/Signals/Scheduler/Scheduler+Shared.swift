// SPDX-License-Identifier: MIT

extension Scheduler {
  /// Runs blocks at once, on the calling thread, before `schedule` returns.
  ///
  /// ``schedule(after:_:)`` blocks the thread for the time asked. Repeating traps: it would never
  /// return. It is never the ``current`` scheduler: that stays the one that it was called on.
  public static let immediate: Scheduler = ImmediateScheduler()

  /// Runs blocks at once where there is a ``current`` scheduler, else on one in the background.
  ///
  /// Subscribe blocks run on it. Where there is no current scheduler, each block has a serial queue
  /// of its own, so that one that blocks does not keep others from running. A block that is run at
  /// once is a plain call: it emits nothing.
  public static let subscription: Scheduler = SubscriptionScheduler()

  /// Runs blocks one after the other on the main queue, never before `schedule` returns.
  ///
  /// The main queue must be served: by `dispatchMain()`, a run loop, or an asynchronous `main`.
  public static let main: Scheduler = QueueScheduler.makeMain()

  /// Makes a scheduler that runs its blocks one after the other, in the background.
  ///
  /// Each has a serial queue of its own: blocks of two such schedulers may run at the same time.
  public static func background() -> Scheduler {
    QueueScheduler.makeBackground(name: "background")
  }
}
