// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let failing: [Kind] = [
    Kind("catch", sources: 2...2) { context in
      context.source.catch { [other = context.sources[1], life = context.life] _ in
        _ = life
        return other
      }
    } model: {
      caught($0)
    },
    Kind("catchTo", sources: 2...2) {
      $0.source.catchTo($0.sources[1])
    } model: {
      caught($0)
    },
    Kind("retry", sources: 1...1) {
      $0.source.retry(1 + $0.a % 3)
    } model: { context in
      var left = 1 + context.a % 3
      return context.play([context.source(0)]) { _, moment, agenda, out in
        guard moment.event.error != nil, left > 0 else { return out.pass(moment) }
        left -= 1
        agenda.add(context.source(0, at: moment.at.inside(0)), tag: 0)
      }
    },
  ]

  private static func caught(_ context: ModelContext) -> History {
    context.play([context.source(0)]) { tag, moment, agenda, out in
      if tag == 0, case .error = moment.event {
        agenda.add(context.source(1, at: moment.at), tag: 1)
      } else {
        out.pass(moment)
      }
    }
  }
}
