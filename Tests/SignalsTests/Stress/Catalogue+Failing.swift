// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let failing: [Kind] = [
    Kind("catch", sources: 2...2) { context in
      context.source.catch { [other = context.sources[1], life = context.life] _ in
        _ = life
        return other
      }
    } model: { context in
      context.play([context.source(0)]) { tag, moment, agenda, out in
        if tag == 0, case .error = moment.event {
          agenda.add(context.source(1, at: moment.at), tag: 1)
        } else {
          out.pass(moment)
        }
      }
    }
  ]
}
