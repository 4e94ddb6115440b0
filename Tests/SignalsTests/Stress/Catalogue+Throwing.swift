// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  /// Not steps: on threads their errors would drop what is delayed.
  static let throwing: [Kind] = [
    Kind("tryMap", sources: 1...1) { context in
      context.source.tryMap { [a = context.a, b = context.b] item in
        if item.number == b { throw TestError.first }
        return item.with((item.number + a).wrapped)
      }
    } model: { context in
      context.source(0).through(
        eachValue { value, at, out in
          if value == context.b {
            out.send(.error(TestError.first), at: at)
          } else {
            out.next((value + context.a).wrapped, at: at)
          }
        })
    },
    Kind("try", sources: 1...1) { context in
      context.source.try { [b = context.b] in if $0.number == b { throw TestError.first } }
    } model: { context in
      context.source(0).through(
        eachValue { value, at, out in
          out.send(value == context.b ? .error(TestError.first) : .next(value), at: at)
        })
    },
  ]
}
