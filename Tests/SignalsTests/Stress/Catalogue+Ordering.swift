// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  /// What several sources do one after the other.
  static let ordering: [Kind] = [
    Kind("concat", sources: 0...3) {
      .concat($0.sources)
    } model: { context in
      guard !context.sources.isEmpty else { return [Moment(context.start, .completed)] }
      return context.play([context.source(0)]) { tag, moment, agenda, out in
        if case .completed = moment.event, tag + 1 < context.sources.count {
          agenda.add(context.source(tag + 1, at: moment.at.inside(0)), tag: tag + 1)
        } else {
          out.pass(moment)
        }
      }
    },
    Kind("then", sources: 2...2) { context in
      context.source.then { [other = context.sources[1], life = context.life] in
        _ = life
        return other
      }
    } model: { context in
      context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (0, .next): break
        case (0, .completed): agenda.add(context.source(1, at: moment.at.inside(0)), tag: 1)
        default: out.pass(moment)
        }
      }
    },
    Kind("takeUntil", sources: 2...2) {
      $0.source.takeUntil($0.sources[1])
    } model: { context in
      context.play(otherFirst(context)) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (0, .error): agenda.remove(tag: 0)
        case (0, _): out.send(.completed, at: moment.at)
        default: out.pass(moment)
        }
      }
    },
    Kind("takeUntilReplacement", sources: 2...2) {
      $0.source.takeUntilReplacement($0.sources[1])
    } model: { context in
      context.play(otherFirst(context)) { tag, moment, agenda, out in
        if tag == 0 { agenda.remove(tag: 1) }
        if tag == 1, case .completed = moment.event { return }
        out.pass(moment)
      }
    },
    // Something is sent in each round, and so `take` ends it.
    Kind("repeat", sources: 1...1) { context in
      Signal.concat([.just(context.item(context.b)), context.source]).repeat().take(1 + context.a)
    } model: { context in
      var left = 1 + context.a
      func round(_ start: Instant) -> History {
        [Moment(start.inside(0), .next(context.b))] + context.source(0, at: start.inside(1))
      }
      return context.play([round(context.start)]) { _, moment, agenda, out in
        if case .completed = moment.event {
          return agenda.add(round(moment.at.inside(0)), tag: 0)
        }
        out.pass(moment)
        if moment.value != nil { left -= 1 }
        if left == 0 { out.send(.completed, at: moment.at.after) }
      }
    },
  ]

  /// The histories of the second source, which is subscribed first, and of the first one.
  static func otherFirst(_ context: ModelContext) -> [History] {
    [
      context.source(1, at: context.start.inside(0)),
      context.source(0, at: context.start.inside(1)),
    ]
  }
}
