// SPDX-License-Identifier: MIT

public import Dispatch

/// Runs blocks one after the other on a dispatch queue.
///
/// The queue may be concurrent: a serial one of the scheduler's own stands before it. The RAC class
/// is RACTargetQueueScheduler.
public final class QueueScheduler: Scheduler, @unchecked Sendable {
  // Unchecked: the queue is constant, and made to be used from several threads; `delayed` is
  // protected by `lock`.

  private let queue: DispatchQueue
  private let lock = Lock()
  /// What waits for its time.
  ///
  /// Dispatch does not promise an order: of two blocks whose times are close together it may run
  /// the later one first. So it is only asked to call for the earliest time, and each of its calls
  /// runs all that is due, in order.
  private var delayed = ActionHeap<UInt64>()
  /// The earliest time that Dispatch is asked to call for; nil if there is none.
  private var nextCall: UInt64?

  /// Makes a scheduler whose blocks run on `queue`, in order and one at a time.
  ///
  /// Its name in traces is `queue(label)`.
  public convenience init(_ queue: DispatchQueue) {
    self.init(
      serial: DispatchQueue(label: "ractrace.queue-scheduler", target: queue),
      name: "queue(\(queue.label))")
  }

  private init(serial queue: DispatchQueue, name: String) {
    self.queue = queue
    super.init(name: name)
  }

  /// Marks the main queue, so that code can find out whether it runs on it.
  private static let mainMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainMark) ?? false }

  override var isCertainlySerial: Bool { true }

  static func makeMain() -> QueueScheduler {
    QueueScheduler(serial: .main, name: "main")
  }

  /// Without a target of its own such a queue gets a thread even when others are all blocked.
  static func makeBackground(name: String) -> QueueScheduler {
    QueueScheduler(serial: DispatchQueue(label: "ractrace.\(name)"), name: name)
  }

  /// Runs a block when those before it have run; never before this returns.
  @discardableResult
  public override func schedule(_ block: @escaping @Sendable () -> Void) -> Disposable? {
    let action = makeAction(block)
    queue.async { action.run(on: self) }
    return action
  }

  /// Runs a block when the time has passed and those before it have run.
  ///
  /// It may be late by a tenth of the delay: the system saves power by waking once for several.
  @discardableResult
  public override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    guard delay > .zero else { return schedule(block) }
    let action = makeAction(after: delay, block)
    let swept: [ActionHeap<UInt64>.Entry] = lock.withLock {
      let deadline = DispatchTime.now() + delay.dispatchInterval
      // That time never comes.
      guard deadline < .distantFuture else { return [] }
      let swept = delayed.insert(action, at: deadline.uptimeNanoseconds)
      callForFirst()
      return swept
    }
    withExtendedLifetime(swept) {}
    return action
  }

  /// Asks Dispatch to call when the first delayed action is due, unless it will call before; under
  /// the lock.
  private func callForFirst() {
    guard let date = delayed.first?.date, date < nextCall ?? .max else { return }
    nextCall = date
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: date)) { self.runDue(date) }
  }

  /// Runs what is due at a time or by now, but not what that schedules: others want their turns.
  private func runDue(_ date: UInt64) {
    let end = max(date, DispatchTime.now().uptimeNanoseconds)
    while let action = takeFirst(upTo: end) { action.run(on: self) }
    lock.withLock {
      if nextCall == date { nextCall = nil }
      callForFirst()
    }
  }

  private func takeFirst(upTo end: UInt64) -> SchedulerAction? {
    lock.withLock {
      guard let first = delayed.first, first.date <= end else { return nil }
      return delayed.removeFirst().action
    }
  }

  /// Runs a block again and again by a timer, which does not drift.
  @discardableResult
  public override func schedule(
    after delay: Duration, every interval: Duration, leeway: Duration = .zero,
    _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    precondition(interval > .zero, "schedule(after:every:) needs a positive interval")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let action = TimerAction(on: self, timer: timer, after: delay, every: interval, block)
    timer.setEventHandler { action.fire() }
    timer.schedule(
      deadline: .now() + delay.dispatchInterval, repeating: interval.dispatchInterval,
      leeway: leeway.dispatchInterval)
    timer.activate()
    return action
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(clampedNanoseconds))
  }
}
