// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("retry")
struct RetryTests {
  private let tries = Box(0)

  /// Sends the number of the try, and fails until that is `count`, when it completes.
  private func failing(until count: Int) -> Signal<Int> {
    Signal { [tries] subscriber in
      tries.value += 1
      subscriber.sendNext(tries.value)
      if tries.value < count {
        subscriber.sendError(TestError.first)
      } else {
        subscriber.sendCompleted()
      }
      return nil
    }
  }

  @Test("subscribes again after an error, as often as asked, then passes the error")
  func counted() {
    #expect(
      failing(until: 9).retry(2).recorded().events
        == [.next(1), .next(2), .next(3), .error(TestError.first)])
    #expect(tries.value == 3)
  }

  @Test("stops at completion", arguments: [0, 2, 5])
  func completes(_ count: Int) {
    #expect(
      failing(until: 3).retry(count).recorded().events
        == [.next(1), .next(2), .next(3), .completed])
    #expect(tries.value == 3)
  }

  @Test("counts for each subscription anew")
  func anew() {
    let signal = Signal<Int>.error(TestError.first).initially { [tries] in tries.value += 1 }
      .retry(1)
    #expect(signal.recorded().events == [.error(TestError.first)])
    #expect(signal.recorded().events == [.error(TestError.first)])
    #expect(tries.value == 4)
  }

  @Test("without a count goes on for ever, 100,000 times on a small stack")
  func endless() {
    let recorder = Box<Recorder<Int>?>(nil)
    onSmallStack {
      recorder.value = failing(until: 100_000).filter { $0 % 25_000 == 0 }.retry().recorded()
    }
    #expect(
      recorder.value?.events
        == [.next(25_000), .next(50_000), .next(75_000), .next(100_000), .completed])
  }

  @Test("many tries need no more memory than some", .measuresMemory)
  func flatMemory() async {
    await #expect(processExitsWith: .success) {
      trapUnlessMemoryIsFlat(200_000) { count in
        onScheduler { _ = Signal<Int>.error(TestError.first).retry(count).subscribe() }
      }
    }
  }

  @Test("dispose ends it, also when it is dealing with an error")
  func dispose() {
    let scheduler = TestScheduler()
    let subscription = Box<Disposable?>(nil)
    let signal = Signal<Int> { [tries] subscriber in
      tries.value += 1
      return scheduler.schedule {
        if self.tries.value == 3 { subscription.value?.dispose() }
        subscriber.sendError(TestError.first)
      }
    }
    onScheduler { subscription.value = signal.retry().subscribe() }
    scheduler.stepAll()
    #expect(tries.value == 3)
  }

  @Test("traps when the count is negative")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Signal.just(1).retry(-1) }
  }
}
