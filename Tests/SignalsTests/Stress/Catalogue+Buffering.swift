// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let buffering: [Kind] = [
    Kind("buffer", sources: 1...1) { context in
      context.source.buffer(.ticks(context.a), on: context.world.scheduler)
        .map { [none = context.item(0)] items in
          none.with(items.reduce(1) { ($0 &* 3 &+ $1.number).wrapped })
        }
    } model: { context in
      var result: Int?
      return context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (0, .next(let value)):
          if result == nil {
            agenda.add([Moment(moment.at.scheduling(after: context.a), .next(0))], tag: 1)
          }
          result = ((result ?? 1) &* 3 &+ value).wrapped
        case (_, .error): out.pass(moment)
        case (0, .completed):
          if let result { out.next(result, at: moment.at.inside(0)) }
          out.send(.completed, at: moment.at.after)
        default:
          if let result { out.next(result, at: moment.at) }
          result = nil
        }
      }
    }
  ]
}
