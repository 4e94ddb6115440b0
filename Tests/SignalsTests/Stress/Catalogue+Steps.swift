// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  /// A step that does something for values, and passes the rest.
  static func eachValue(
    _ body: @escaping (_ value: Int, _ at: Instant, _ out: inout Output) -> Void
  ) -> Step {
    { moment, out in
      if let value = moment.value { body(value, moment.at, &out) } else { out.pass(moment) }
    }
  }

  /// A step that takes values in, passes others when it completes, and passes errors.
  static func atCompletion(
    _ take: @escaping (Int) -> Void, _ results: @escaping () -> [Int]
  ) -> Step {
    { moment, out in
      switch moment.event {
      case .next(let value): take(value)
      case .error: out.pass(moment)
      case .completed:
        for (place, result) in results().enumerated() {
          out.next(result, at: moment.at.inside(place))
        }
        out.send(.completed, at: moment.at.after)
      }
    }
  }
}
