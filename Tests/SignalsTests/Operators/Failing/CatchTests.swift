// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("catch")
struct CatchTests {
  // Behaviours 149, 150.
  @Test("goes on with the fallback, without the error")
  func fallback() {
    let subject = Subject<Int>()
    let log = Log<TestError>()
    let recorder = subject.catch { error in
      if let error = error as? TestError { log.append(error) }
      return .just(41)
    }.recorded()
    subject.sendNext(1)
    onScheduler { subject.sendError(TestError.first) }
    #expect(recorder.events == [.next(1), .next(41), .completed])
    #expect(log.all == [.first])
  }

  // Behaviour 151.
  @Test("passes the error of the fallback")
  func fallbackError() {
    #expect(
      Signal<Int>.error(TestError.first).catch { _ in .error(TestError.second) }.recorded().events
        == [.error(TestError.second)])
  }

  @Test("passes values and completion and does not ask for a fallback")
  func noError() {
    let recorder = Signal.just(1).catch { _ in
      Issue.record("asked")
      return .empty
    }.recorded()
    #expect(recorder.events == [.next(1), .completed])
  }

  // Behaviour 152.
  @Test("dispose disposes the fallback")
  func dispose() {
    let disposable = Disposable()
    onScheduler {
      Signal<Int>.error(TestError.first).catch { _ in Signal { _ in disposable } }.subscribe()
        .dispose()
    }
    #expect(disposable.isDisposed)
  }

  @Test("does not subscribe a fallback whose maker has disposed it all")
  func disposeInside() {
    let subscription = SerialDisposable()
    let subject = Subject<Int>()
    let count = Box(0)
    onScheduler {
      subscription.disposable = subject.catch { _ in
        subscription.dispose()
        return Signal { _ in
          count.value += 1
          return nil
        }
      }.subscribe()
      subject.sendError(TestError.first)
    }
    #expect(count.value == 0)
  }
}
