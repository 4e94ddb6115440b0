// SPDX-License-Identifier: MIT

/// A scheduler in virtual time, which runs its blocks when a test says so.
///
/// ```swift
/// let scheduler = TestScheduler()
/// scheduler.schedule(after: .seconds(3600)) { print("an hour later") }
/// scheduler.step()  // prints at once
/// ```
///
/// Nothing happens by itself: ``step(_:)``, ``stepAll()`` and ``advance(by:)`` run what is due, on
/// the calling thread, in the order of the times and, for equal times, of the calls. The RAC class
/// is RACTestScheduler.
public final class TestScheduler: Scheduler, @unchecked Sendable {
  // Unchecked: `waiting` and `time` are protected by `lock`.

  /// No time is later, so that none overflows.
  private static let endOfTime = Duration.seconds(Int64.max / 4)

  private let lock = Lock()
  private var waiting = ActionHeap<Duration>()
  private var time: Duration = .zero

  /// Makes one at time zero with nothing to do.
  public init() {
    super.init(name: "test")
  }

  /// The virtual time since the scheduler was made: that of the block that runs or ran last.
  public var now: Duration { lock.withLock { time } }

  /// Keeps a block until the virtual time has come.
  ///
  /// - Complexity: O(log *n*) in the number of blocks that wait.
  @discardableResult
  public override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    let action = makeAction(after: delay, block)
    let swept = lock.withLock {
      let date = min(time + min(max(delay, .zero), Self.endOfTime), Self.endOfTime)
      return waiting.insert(action, at: date)
    }
    withExtendedLifetime(swept) {}
    return action
  }

  /// Runs the next blocks, as many as asked or as there are, and moves ``now`` to their times.
  ///
  /// Blocks that were disposed are skipped and not counted.
  public func step(_ count: Int = 1) {
    for _ in 0..<max(count, 0) {
      guard let action = next(upTo: Self.endOfTime) else { return }
      action.run(on: self)
    }
  }

  /// Runs blocks until there are none, those included that they schedule: a repeating one must be
  /// disposed before.
  public func stepAll() {
    while let action = next(upTo: Self.endOfTime) { action.run(on: self) }
  }

  /// Moves ``now`` on by a time, and runs the blocks that are due on the way, each at its own time.
  public func advance(by duration: Duration) {
    let end = min(now + min(max(duration, .zero), Self.endOfTime), Self.endOfTime)
    while let action = next(upTo: end) { action.run(on: self) }
    lock.withLock { time = max(time, end) }
  }

  /// Takes the next block that is not disposed and not due later, and moves the time to it.
  private func next(upTo end: Duration) -> SchedulerAction? {
    var skipped: [SchedulerAction] = []
    defer { skipped.removeAll() }
    return lock.withLock {
      while let first = waiting.first, first.date <= end {
        waiting.removeFirst()
        if first.action.isDisposed {
          skipped.append(first.action)
          continue
        }
        time = max(time, first.date)
        return first.action
      }
      return nil
    }
  }
}
