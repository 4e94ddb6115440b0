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
    .step("mapReplace") { context in
      context.source.mapReplace(context.item(context.a))
    } _: { a, _ in
      eachValue { _, at, out in out.next(a, at: at) }
    },
    .step("compactMap") { context in
      context.source.compactMap { [a = context.a] in
        $0.number.isMultiple(of: 2 + a) ? nil : $0.with(($0.number + a).wrapped)
      }
    } _: { a, _ in
      eachValue { value, at, out in
        if !value.isMultiple(of: 2 + a) { out.next((value + a).wrapped, at: at) }
      }
    },
    .step("scan") { context in
      context.source.scan(context.item(context.a)) {
        $1.with(($0.number &* 3 &+ $1.number).wrapped)
      }
    } _: { a, _ in
      var result = a
      return eachValue { value, at, out in
        result = (result &* 3 &+ value).wrapped
        out.next(result, at: at)
      }
    },
    .step("combinePrevious") { context in
      context.source.combinePrevious(context.item(context.a)) {
        $1.with(($0.number &- $1.number).wrapped)
      }
    } _: { a, _ in
      var previous = a
      return eachValue { value, at, out in
        out.next((previous &- value).wrapped, at: at)
        previous = value
      }
    },
    .step("aggregate") { context in
      context.source.aggregate(context.item(context.a)) {
        $1.with(($0.number &* 3 &+ $1.number).wrapped)
      }
    } _: { a, _ in
      var result = a
      return atCompletion { value in
        result = (result &* 3 &+ value).wrapped
      } _: {
        [result]
      }
    },
    .step("collect") { context in
      context.source.collect().map { [none = context.item(0)] items in
        none.with(items.reduce(0) { ($0 &* 3 &+ $1.number).wrapped })
      }
    } _: { _, _ in
      var result = 0
      return atCompletion { value in
        result = (result &* 3 &+ value).wrapped
      } _: {
        [result]
      }
    },
    .step("materialize") { context in
      context.source.materialize().map { [none = context.item(0)] event in
        event.value ?? none.with(event.error == nil ? 14 : 15)
      }
    } _: { _, _ in
      { moment, out in
        guard moment.event.isTerminal else { return out.pass(moment) }
        out.next(moment.event.error == nil ? 14 : 15, at: moment.at.inside(0))
        out.send(.completed, at: moment.at.after)
      }
    },
    .step("dematerialize") { context in
      context.source.map { [b = context.b] item in
        item.number.wrapped == b ? .completed : .next(item)
      }.dematerialize()
    } _: { _, b in
      eachValue { value, at, out in
        if value.wrapped == b { out.send(.completed, at: at) } else { out.next(value, at: at) }
      }
    },
  ]
}
