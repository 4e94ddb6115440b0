// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let sequencing: [Kind] = [
    Kind("startWith", sources: 1...1) {
      $0.source.startWith($0.item($0.a))
    } model: { context in
      [Moment(context.start.inside(0), .next(context.a))]
        + context.source(0, at: context.start.inside(1))
    },
    // The source's values choose among the other sources; one of them, or their number, ends it.
    Kind("bind", sources: 2...3) { context in
      let (a, b, life) = (context.a, context.b, context.life)
      let inner = context.sources.dropFirst().map { $0 }
      return context.source.bind {
        var left = 1 + a
        return { item, stop in
          _ = life
          if item.number == b { return nil }
          left -= 1
          stop = left == 0
          return inner[item.number % inner.count]
        }
      }
    } model: { context in
      var left = 1 + context.a
      var open = 1
      return context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (_, .error): out.pass(moment)
        case (0, .next(let value)):
          left -= 1
          let isNil = value == context.b
          if isNil || left == 0 {
            agenda.remove(tag: 0)
            open -= 1
          }
          guard !isNil else { break }
          open += 1
          let index = 1 + value % (context.sources.count - 1)
          agenda.add(context.source(index, at: moment.at), tag: 1)
        case (_, .next): out.pass(moment)
        case (_, .completed): open -= 1
        }
        if open == 0 { out.send(.completed, at: moment.at) }
      }
    },
  ]
}
