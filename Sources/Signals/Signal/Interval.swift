// SPDX-License-Identifier: MIT

extension Signal where Value == Int {
  /// A signal that counts, from 0, one number after each interval, and never ends.
  ///
  /// The first comes after the first interval, for each subscription anew.
  ///
  /// - Parameters:
  ///   - interval: The time between values; positive.
  ///   - leeway: How much later than asked a value may come.
  ///   - scheduler: What measures the time and delivers.
  /// - Returns: The new signal.
  public static func interval(
    _ interval: Duration, leeway: Duration = .zero, on scheduler: Scheduler
  ) -> Signal {
    precondition(interval > .zero, "interval needs a positive time, not \(interval)")
    return IntervalSignal(interval, leeway, scheduler)
  }
}

private final class IntervalSignal: Signal<Int>, @unchecked Sendable {
  // Unchecked: constant.
  private let interval: Duration
  private let leeway: Duration
  private let scheduler: Scheduler

  init(_ interval: Duration, _ leeway: Duration, _ scheduler: Scheduler) {
    self.interval = interval
    self.leeway = leeway
    self.scheduler = scheduler
    super.init(name: .interval, deliversSerially: true)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Int>) -> Link? {
    let counter = Counter()
    passthrough.subscription.addUnretained(
      scheduler.schedule(after: interval, every: interval, leeway: leeway) {
        passthrough.sendNext(counter.next())
      })
    return nil
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: runs of a repeating action never overlap.
    private var count = 0

    func next() -> Int {
      defer { count += 1 }
      return count
    }
  }
}
