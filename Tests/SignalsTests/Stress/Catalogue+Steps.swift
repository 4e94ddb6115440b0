// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let transforming: [Kind] = [
    .step("map") { context in
      context.source.map { [a = context.a, life = context.life] item in
        _ = life
        return item.with((item.number &* 3 &+ a).wrapped)
      }
    } _: { a, _ in
      eachValue { value, at, out in out.next((value &* 3 &+ a).wrapped, at: at) }
    },
    .step("doNext") { context in
      context.source.doNext { [life = context.life] _ in _ = life }
    } _: { _, _ in
      { moment, out in out.pass(moment) }
    },
  ]

  static let filtering: [Kind] = [
    .step("filter") { context in
      context.source.filter { [b = context.b] in !$0.number.isMultiple(of: 2 + b) }
    } _: { _, b in
      eachValue { value, at, out in if !value.isMultiple(of: 2 + b) { out.next(value, at: at) } }
    },
    .step("take") { context in
      context.source.take(1 + context.a)
    } _: { a, _ in
      var left = 1 + a
      return eachValue { value, at, out in
        out.next(value, at: at)
        left -= 1
        if left == 0 { out.send(.completed, at: at.after) }
      }
    },
  ]

  /// A step that does something for values, and passes the rest.
  static func eachValue(
    _ body: @escaping (_ value: Int, _ at: Instant, _ out: inout Output) -> Void
  ) -> Step {
    { moment, out in
      if let value = moment.value { body(value, moment.at, &out) } else { out.pass(moment) }
    }
  }
}
