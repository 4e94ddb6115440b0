// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let combining: [Kind] = [
    Kind("takeNone", sources: 1...1) {
      $0.source.take(0)
    } model: {
      [Moment($0.start, .completed)]
    },
    Kind("merge", sources: 0...3) {
      .merge($0.sources)
    } model: { context in
      guard !context.sources.isEmpty else { return [Moment(context.start, .completed)] }
      var open = context.sources.count
      return context.play(context.inOrder()) { _, moment, _, out in
        guard case .completed = moment.event else { return out.pass(moment) }
        open -= 1
        if open == 0 { out.pass(moment) }
      }
    },
    flatMap("flatMap", maxConcurrent: { _ in .max }),
    flatMap("flatMapConcurrent", maxConcurrent: { 1 + $0 % 2 }),
  ]

  /// The source's values choose among the other sources.
  private static func flatMap(
    _ name: String, maxConcurrent: @escaping @Sendable (_ a: Int) -> Int
  ) -> Kind {
    Kind(name, sources: 2...3) { context in
      let inner = context.sources.dropFirst().map { $0 }
      let life = context.life
      return context.source.flatMap(maxConcurrent: maxConcurrent(context.a)) { item in
        _ = life
        return inner[item.number % inner.count]
      }
    } model: { context in
      let limit = maxConcurrent(context.a)
      var running = 0
      var isSourceDone = false
      var waiting: [Int] = []
      return context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (_, .error): out.pass(moment)
        case (0, .next(let value)):
          waiting.append(1 + value % (context.sources.count - 1))
        case (0, .completed): isSourceDone = true
        case (_, .next): out.pass(moment)
        case (_, .completed): running -= 1
        }
        while running < limit, !waiting.isEmpty {
          running += 1
          let start = moment.at.inside(running)
          agenda.add(context.source(waiting.removeFirst(), at: start), tag: 1)
        }
        if isSourceDone, running == 0 { out.send(.completed, at: moment.at) }
      }
    }
  }
}
