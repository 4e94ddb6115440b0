// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// When a blocking query refuses to block.
@Suite("A blocking query on a scheduler", .timeLimit(.minutes(5)))
struct WouldDeadlockTests {
  /// A signal that waits for its turn on a scheduler.
  enum Kind: CaseIterable, Sendable {
    case delay, throttle, deliverOn, interval, block, repeatingBlock, recursiveBlock, inner
    case replayLazily, replay, startLazily, startEagerly, autoconnect

    func make(on scheduler: Scheduler) -> Signal<Int> {
      let later = Signal<Int> { subscriber in
        Scheduler.background().schedule { subscriber.sendNext(1) }
      }
      return switch self {
      case .delay: Signal.just(1).delay(.zero, on: scheduler)
      case .throttle: later.throttle(.zero, on: scheduler)
      case .deliverOn: later.map { $0 }.deliverOn(scheduler).map { $0 }
      case .interval: Signal.interval(.milliseconds(1), on: scheduler)
      case .block:
        Signal { subscriber in scheduler.schedule { subscriber.sendNext(1) } }
      case .repeatingBlock:
        Signal { subscriber in
          scheduler.schedule(after: .zero, every: .milliseconds(1)) { subscriber.sendNext(1) }
        }
      case .recursiveBlock:
        Signal { subscriber in
          SerialDisposable(scheduler.scheduleRecursive { _ in subscriber.sendNext(1) })
        }
      case .inner:
        later.flatMap { value in
          Signal { subscriber in scheduler.schedule { subscriber.sendNext(value) } }
        }
      case .replayLazily: Signal.just(1).delay(.zero, on: scheduler).replayLazily()
      case .replay: later.deliverOn(scheduler).replay()
      case .startLazily: Signal.startLazily(on: scheduler) { $0.sendNext(1) }
      case .startEagerly: Signal.startEagerly(on: scheduler) { $0.sendNext(1) }
      case .autoconnect: Signal.just(1).delay(.zero, on: scheduler).publish().autoconnect()
      }
    }
  }

  /// Runs `body` as a block of a scheduler and returns what it returns.
  private func run<Success: Sendable>(
    on scheduler: Scheduler, _ body: @escaping @Sendable () throws -> Success
  ) throws -> Success {
    let result = Box<Result<Success, any Error>?>(nil)
    let isDone = Semaphore()
    scheduler.schedule {
      result.value = Result { try body() }
      isDone.signal()
    }
    (scheduler as? TestScheduler)?.stepAll()
    isDone.wait()
    return try #require(result.value).get()
  }

  @Test(
    "refuses to wait for that very scheduler, whatever the operator",
    arguments: Kind.allCases, ["background", "test", "main"])
  func refuses(_ kind: Kind, _ name: String) {
    let scheduler = scheduler(name)
    let disposable = Disposable()
    let signal = Signal<Int> { subscriber in
      kind.make(on: scheduler).subscribe(subscriber)
      return disposable
    }
    #expect(throws: SignalError.wouldDeadlock) {
      try run(on: scheduler) { try signal.first() }
    }
    #expect(disposable.isDisposed)
  }

  private func scheduler(_ name: String) -> Scheduler {
    switch name {
    case "main": .main
    case "test": TestScheduler()
    default: .background()
    }
  }

  @Test("refuses in all its forms")
  func forms() {
    let scheduler = Scheduler.background()
    let signal = Signal.just(1).delay(.seconds(1), on: scheduler)
    #expect(throws: SignalError.wouldDeadlock) {
      try run(on: scheduler) { try signal.firstOrDefault(5) }
    }
    #expect(throws: SignalError.wouldDeadlock) {
      try run(on: scheduler) { try signal.waitUntilCompleted() }
    }
    #expect(throws: SignalError.wouldDeadlock) {
      try run(on: scheduler) { try signal.toArray() }
    }
  }

  @Test(
    "refuses to wait for the main scheduler where a test scheduler is stepped on the main thread")
  func nested() {
    #expect(throws: SignalError.wouldDeadlock) {
      try run(on: .main) {
        try run(on: TestScheduler()) { try Signal.just(1).delay(.zero, on: .main).first() }
      }
    }
  }

  @Test("waits for another scheduler", arguments: Kind.allCases)
  func waits(_ kind: Kind) throws {
    let other = Scheduler.background()
    #expect(
      try run(on: .background()) { try kind.make(on: other).first() } == (kind == .interval ? 0 : 1)
    )
  }

  @Test("returns what comes before it would have to wait")
  func synchronous() throws {
    let scheduler = Scheduler.background()
    let delayed = Signal.just(2).delay(.zero, on: scheduler)
    #expect(try run(on: scheduler) { try Signal.merge([.just(1), delayed]).first() } == 1)
  }

  @Test("does not mind what others schedule there meanwhile")
  func others() throws {
    let scheduler = Scheduler.background()
    let isWaiting = Semaphore()
    let signal = Signal<Int> { subscriber in
      Scheduler.background().schedule {
        isWaiting.wait()
        // The call may be waiting by now or not: it must not mind either way.
        let other = Signal.just(0).delay(.zero, on: scheduler).subscribe()
        scheduler.schedule {}
        Signal<Int> { _ in scheduler.schedule {} }.subscribe()
        withExtendedLifetime(other) { subscriber.sendNext(1) }
      }
    }
    isWaiting.signal()
    #expect(try run(on: scheduler) { try signal.first() } == 1)
  }

  @Test("never hangs where the delivery comes as it begins to wait")
  func race() {
    let scheduler = Scheduler.background()
    for _ in 0..<2_000 {
      let source = Signal<Int> { subscriber in
        Scheduler.background().schedule { subscriber.sendNext(1) }
      }
      #expect(throws: SignalError.wouldDeadlock) {
        try run(on: scheduler) { try source.deliverOn(scheduler).first() }
      }
    }
  }

  @Test("knows what a tree of disposables would dispose, however deep, and where it is a cycle")
  func tree() {
    let scheduler = TestScheduler()
    let action = scheduler.schedule {}
    var tree = CompoundDisposable([action].compactMap { $0 })
    for _ in 0..<100_000 { tree = CompoundDisposable([SerialDisposable(tree)]) }
    tree.add(tree.description == "" ? nil : SerialDisposable(tree))
    #expect(tree.isWaiting(forAnyOf: [scheduler.id]))
    #expect(!tree.isWaiting(forAnyOf: [scheduler.id + 1]))
    scheduler.stepAll()
    #expect(!tree.isWaiting(forAnyOf: [scheduler.id]))
    tree.dispose()
  }
}
