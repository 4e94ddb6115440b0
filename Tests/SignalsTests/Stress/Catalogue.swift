// SPDX-License-Identifier: MIT

@testable import Signals

/// All sources and operators that the stress tests try: one small entry for each.
enum Catalogue {
  // Twice, because more happens with these.
  static let sources: [Kind] = coldSources + hotSources + hotSources

  /// Operators of one source that need no time.
  static let steps: [Kind] = transforming + filtering + sideEffects

  static let operators: [Kind] =
    steps + throwing + combining + joining + sequencing + ordering + failing + timing + buffering

  /// Sources that begin anew for each subscription.
  private static let coldSources: [Kind] = [
    Kind("empty") { _ in
      .empty
    } model: {
      [Moment($0.start, .completed)]
    },
    Kind("never") { _ in
      .never
    } model: { _ in
      []
    },
    Kind("error") { _ in
      .error(TestError.second)
    } model: {
      [Moment($0.start, .error(TestError.second))]
    },
    Kind("just") {
      .just($0.item($0.a))
    } model: { context in
      [Moment(context.start.inside(0), .next(context.a)), Moment(context.start.after, .completed)]
    },
    Kind("sequence") { context in
      Signal(sequence: (0..<context.a / 2).map { context.item(context.b + $0) })
    } model: { context in
      (0..<context.a / 2).map { Moment(context.start.inside($0), .next(context.b + $0)) }
        + [Moment(context.start.after, .completed)]
    },
    Kind("interval") { context in
      Signal.interval(.ticks(context.a + 1), on: context.world.scheduler)
        .map { [life = context.life] in Item($0.wrapped, life) }
    } model: { context in
      var history: History = []
      var tick = context.start.scheduling(after: context.a + 1)
      while tick.time <= context.world.horizon, context.world.spend() {
        history.append(Moment(tick.inside(1), .next(history.count.wrapped)))
        tick = tick.inside(0).scheduling(after: context.a + 1)
      }
      return history
    },
    // A block that sends at once and later, and is not known to be serial.
    Kind("block") { context in
      let (world, a, b) = (context.world, context.a, context.b)
      return Signal { subscriber in
        subscriber.sendNext(world.item(a))
        return world.scheduler.schedule(after: .ticks(b)) {
          subscriber.sendNext(world.item(b))
          if a.isMultiple(of: 3) {
            subscriber.sendError(TestError.first)
          } else {
            subscriber.sendCompleted()
          }
          subscriber.sendNext(world.item(0))
        }
      }
    } model: { context in
      let later = context.start.inside(1).scheduling(after: context.b)
      return [
        Moment(context.start.inside(0), .next(context.a)),
        Moment(later.inside(0), .next(context.b)),
        Moment(
          later.inside(1),
          context.a.isMultiple(of: 3) ? .error(TestError.first) : .completed),
      ]
    },
  ]

  /// Makes the subjects that ``hotSources`` are.
  static func makeSubjects(_ lives: Lives) -> [Subject<Item>] {
    [
      Subject(), Subject(), ReplaySubject(), ReplaySubject(capacity: 2),
      BehaviorSubject(Item(0, Lives.One(lives))),
    ]
  }

  static let subjectCount = 5

  private static let hotSources: [Kind] = [
    hot("subject0") { $0.world.hot(0, at: $0.start) },
    hot("subject1") { $0.world.hot(1, at: $0.start) },
    hot("replay") { $0.world.hot(2, at: $0.start, capacity: .max) },
    hot("replay2") { $0.world.hot(3, at: $0.start, capacity: 2) },
    hot("behavior") { context in
      let history = context.world.hot(4, at: context.start, capacity: 1, initial: [0])
      // After the end no value is replayed.
      let isOver = history.last.map { $0.event.isTerminal && $0.at == context.start.after } ?? false
      return isOver ? history.suffix(1) : history
    },
  ]

  private static func hot(
    _ name: String, _ model: @escaping @Sendable (ModelContext) -> History
  ) -> Kind {
    let number = ["subject0", "subject1", "replay", "replay2", "behavior"].firstIndex(of: name)
    return Kind(name) {
      $0.world.subjects[number ?? 0]
    } model: {
      model($0)
    }
  }
}
