// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// The samples of the catalogue, each to the letter as a page shows it, run and with what comes of
/// it.
///
/// `print` here writes into a list. A page shows what stands between the two marks; change both.
@Suite("The samples of the documentation")
struct SampleTests {
  private let printed = Log<String>()

  private func print(_ item: Any) { printed.append("\(item)") }

  @Test("a chain of operators behind a subject")
  func chain() {
    // Sample:
    let clicks = Subject<Int>().named("clicks")
    clicks.map { $0 * 10 }.filter { $0 > 10 }.subscribe(next: { print($0) })
    clicks.sendNext(1)
    clicks.sendNext(2)
    clicks.sendCompleted()
    // End.
    #expect(printed.all == ["20"])
  }

  @Test("a signal made from a block")
  func block() {
    let clock = TestScheduler()
    onScheduler {
      // Sample:
      let ticks = Signal<String> { subscriber in
        subscriber.sendNext("begin")
        return clock.schedule(after: .seconds(1), every: .seconds(1)) {
          subscriber.sendNext("tick")
        }
      }
      let subscription = ticks.subscribe(next: { print($0) })
      clock.step(2)
      subscription.dispose()
      clock.step(2)
      // End.
    }
    #expect(printed.all == ["begin", "tick", "tick"])
  }

  @Test("a time that a test decides about")
  func time() {
    // Sample:
    let clock = TestScheduler()
    let keys = Subject<String>().named("keys")
    keys.throttle(.milliseconds(300), on: clock).subscribe(next: { print("search \($0)") })
    keys.sendNext("s")
    keys.sendNext("sw")
    clock.stepAll()
    keys.sendNext("swift")
    keys.sendCompleted()
    // End.
    #expect(printed.all == ["search sw", "search swift"])
  }

  @Test("logging")
  func logging() {
    let lines = LogOutput { [printed] in printed.append($0) }
    let clicks = Subject<Int>().named("clicks")
    // Sample:
    clicks.map { $0 * 10 }.logAll("scaled", to: lines).subscribe()
    clicks.sendNext(1)
    // End.
    let line = #line - 3
    #expect(
      printed.all == ["SignalsTests/SampleTests.swift:\(line): scaled: clicks.map next 10"])
  }

  @Test("subscriptions for the life of an object")
  func lifetime() {
    // Sample:
    final class Screen {
      private let subscriptions = CompoundDisposable()
      private let scope: ScopedDisposable

      init(clicks: Signal<Int>, keys: Signal<String>, show: @escaping @Sendable (String) -> Void) {
        scope = ScopedDisposable(subscriptions)
        clicks.subscribe(next: { show("click \($0)") }).disposed(by: subscriptions)
        keys.subscribe(next: { show("key \($0)") }).disposed(by: subscriptions)
      }
    }
    // End.
    let clicks = Subject<Int>()
    let keys = Subject<String>()
    do {
      let screen = Screen(clicks: clicks, keys: keys, show: { print($0) })
      clicks.sendNext(1)
      keys.sendNext("a")
      withExtendedLifetime(screen) {}
    }
    clicks.sendNext(2)
    keys.sendNext("b")
    #expect(printed.all == ["click 1", "key a"])
  }

  @Test("texts in traces")
  func texts() {
    // Sample:
    struct Account: TraceDescribable {
      let number: Int
      var traceDescription: String { "account …\(number % 100)" }
    }
    let accounts = Subject<Account>().named("accounts")
    let passwords = Subject<String>().named("passwords").redacted()
    // End.
    let lines = LogOutput { [printed] line in
      printed.append(String(line.drop { $0 != " " }.dropFirst()))
    }
    accounts.logNext(to: lines).subscribe()
    passwords.map { $0 + "!" }.logNext(to: lines).subscribe()
    accounts.sendNext(Account(number: 1_234))
    passwords.sendNext("hush")
    #expect(
      printed.all == ["accounts next account …34", "passwords.map next (redacted)"])
  }

  @Test("from RAC: replay, and a fallback")
  func fromRAC() {
    onScheduler {
      // Sample:
      let session = ReplaySubject<String>(capacity: 1).named("session")
      session.sendNext("signed out")
      session.subscribe(next: { print($0) })

      let answer = Signal<String>.error(SignalError.timedOut)
      answer.catch { error in .just("no answer: \(error)") }.subscribe(next: { print($0) })
      // End.
    }
    #expect(printed.all == ["signed out", "no answer: timed out"])
  }

  @Test("from RAC: one subscriber for two signals")
  func subscriber() {
    let odd = Subject<Int>()
    let even = Subject<Int>()
    // Sample:
    let printer = CallbackSubscriber<Int>(next: { print($0) }, completed: { print("done") })
    odd.subscribe(printer)
    even.subscribe(printer)
    // End.
    odd.sendNext(1)
    even.sendNext(2)
    odd.sendCompleted()
    even.sendNext(4)
    #expect(printed.all == ["1", "2", "done"])
  }

  @Test("from RxSwift: a relay, and a bag")
  func fromRxSwift() {
    onScheduler {
      // Sample:
      let volume = BehaviorSubject(0.5).named("volume")
      let bag = CompoundDisposable()
      volume.map { "volume \($0)" }.subscribe(next: { print($0) }).disposed(by: bag)
      volume.sendNext(0.7)
      bag.dispose()
      volume.sendNext(0.9)
      // End.
    }
    #expect(printed.all == ["volume 0.5", "volume 0.7"])
  }

  @Test("from ReactiveSwift: inner signals by their strategy")
  func fromReactiveSwift() {
    let clock = TestScheduler()
    @Sendable func page(_ number: Int) -> Signal<String> {
      .just("page \(number)").delay(.seconds(3 - number), on: clock)
    }
    onScheduler {
      let requests = Subject<Int>()
      // Sample:
      let asTheyCome = requests.flatMap { number in page(number) }
      let oneByOne = requests.flatMap(maxConcurrent: 1) { number in page(number) }
      // End.
      asTheyCome.subscribe(next: { print("merge: \($0)") })
      oneByOne.subscribe(next: { print("concat: \($0)") })
      requests.sendNext(1)
      requests.sendNext(2)
      clock.stepAll()
    }
    #expect(printed.all.filter { $0.hasPrefix("merge") } == ["merge: page 2", "merge: page 1"])
    #expect(printed.all.filter { $0.hasPrefix("concat") } == ["concat: page 1", "concat: page 2"])
  }

  @Test("from Combine: any error, in a closure of its own")
  func fromCombine() {
    let numbers = Subject<Int>()
    // Sample:
    numbers.map { 100 / $0 }.subscribe(
      next: { print($0) },
      error: { error in print("failed: \(error)") },
      completed: { print("finished") })
    // End.
    numbers.sendNext(4)
    numbers.sendError(SignalError.noMatchingCase)
    #expect(printed.all == ["25", "failed: no matching case"])
  }
}

/// Apart: what is tracked is the whole process's, and a process of one's own has no list to print to.
@Suite("The samples of the documentation, in a process of their own")
struct TrackingSampleTests {
  @Test("what is subscribed now")
  func live() async {
    await #expect(processExitsWith: .success) {
      // Sample:
      SignalDebug.tracksSubscriptions = true
      let clicks = Subject<Int>().named("clicks")
      clicks.map { $0 + 1 }.subscribe(next: { print($0) })
      for subscription in SignalDebug.liveSubscriptions {
        print("\(subscription.signal) for \(subscription.subscriber)")
      }
      // End.
      #expect(SignalDebug.liveSubscriptions.map(\.signal) == ["clicks.map", "clicks"])
    }
  }
}
