// SPDX-License-Identifier: MIT

@testable import Signals

extension Scenario {
  /// What is seen, and how many objects have outlived it.
  func run() -> (lines: [Line], leaked: Int) {
    let lives = Lives()
    let lines = run(lives)
    return (lines, lives.count)
  }

  private func run(_ lives: Lives) -> [Line] {
    let log = Log<Line>()
    let scheduler = TestScheduler()
    let world = World(
      scheduler: scheduler, subjects: Catalogue.makeSubjects(lives), lives: lives)
    let signal = tree.build(world)
    let listeners = observers.enumerated().map { index, observer in
      Listener(index, limit: observer.limit, scheduler, log)
    }
    for (time, action) in script {
      scheduler.schedule(after: .ticks(time)) {
        switch action {
        case .send(let subject, let event):
          let subject = world.subjects[subject]
          switch event {
          case .next(let number): subject.sendNext(world.item(number))
          case .error(let error): subject.sendError(error)
          case .completed: subject.sendCompleted()
          }
        case .subscribe(let observer): listeners[observer].listen(to: signal)
        case .dispose(let observer): listeners[observer].dispose()
        }
      }
    }
    scheduler.advance(by: .ticks(Self.horizon))
    for listener in listeners { listener.dispose() }
    return log.all
  }
}

/// An observer: a subscriber if it has a limit, else closures.
private final class Listener: Subscriber, @unchecked Sendable {
  // Unchecked: one thread only.
  private let number: Int
  private var limit: Int?
  private unowned let scheduler: TestScheduler
  private let log: Log<Scenario.Line>
  private var subscription: Disposable?

  init(_ number: Int, limit: Int?, _ scheduler: TestScheduler, _ log: Log<Scenario.Line>) {
    self.number = number
    self.limit = limit
    self.scheduler = scheduler
    self.log = log
  }

  func listen(to signal: Signal<Item>) {
    if limit != nil {
      signal.subscribe(self)
    } else {
      subscription = signal.subscribe(
        next: { self.sendNext($0) }, error: { self.sendError($0) },
        completed: { self.sendCompleted() })
    }
  }

  func dispose() {
    subscription?.dispose()
    subscription = nil
  }

  func didSubscribe(with disposable: CompoundDisposable) { subscription = disposable }

  func sendNext(_ value: Item) {
    add(.next(value.number))
    limit = limit.map { $0 - 1 }
    if limit == 0 { dispose() }
  }

  func sendError(_ error: any Error) { add(.error(error)) }

  func sendCompleted() { add(.completed) }

  private func add(_ event: Event<Int>) {
    let time = Int(scheduler.now / .ticks(1))
    log.append(Scenario.Line(observer: number, time: time, event: event))
  }
}
