// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("startWith")
struct StartWithTests {
  // Behaviour 241.
  @Test("sends its value, then everything of the source, in each subscription anew")
  func values() {
    let signal = Signal(sequence: 2...3).startWith(1)
    for _ in 0..<2 {
      #expect(signal.recorded().events == [.next(1), .next(2), .next(3), .completed])
    }
    #expect(
      Signal<Int>.error(TestError.first).startWith(1).recorded().events
        == [.next(1), .error(TestError.first)])
  }

  @Test("subscribes to the source after its value is delivered")
  func order() {
    let log = Log<String>()
    let source = Signal<Int> { _ in
      log.append("subscribed")
      return nil
    }
    onScheduler { source.startWith(1).subscribe(next: { log.append("\($0)") }) }
    #expect(log.all == ["1", "subscribed"])
  }

  @Test("does not subscribe to the source if its value was enough")
  func enough() {
    let log = Log<Int>()
    let source = Signal<Int> { _ in
      log.append(0)
      return nil
    }
    #expect(source.startWith(1).take(1).recorded().events == [.next(1), .completed])
    #expect(log.all == [])
  }

  @Test("dispose disposes the source")
  func dispose() {
    let disposable = Disposable()
    onScheduler { Signal<Int> { _ in disposable }.startWith(1).subscribe().dispose() }
    #expect(disposable.isDisposed)
  }

  @Test("sends on a background scheduler where there is no current one")
  func background() {
    let log = Log<Event<Int>>()
    let schedulers = Log<Bool>()
    let done = Semaphore()
    onThreads(1) { _ in
      Signal.just(2).startWith(1).subscribe(
        next: {
          schedulers.append(Scheduler.current != nil)
          log.append(.next($0))
        },
        completed: {
          log.append(.completed)
          done.signal()
        })
    }
    done.wait()
    #expect(log.all == [.next(1), .next(2), .completed])
    #expect(schedulers.all == [true, true])
  }

  @Test("ends at its value, and is freed, on a small stack, 100,000 times over")
  func stack() {
    onSmallStack {
      var signal = Signal.just(0)
      for _ in 0..<100_000 { signal = signal.startWith(1) }
      #expect(signal.take(1).recorded().events == [.next(1), .completed])
    }
  }
}
