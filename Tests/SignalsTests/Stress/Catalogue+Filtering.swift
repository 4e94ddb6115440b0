// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
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
    .step("skip") { context in
      context.source.skip(context.a / 2)
    } _: { a, _ in
      var left = a / 2
      return eachValue { value, at, out in
        if left == 0 { out.next(value, at: at) } else { left -= 1 }
      }
    },
    .step("ignore") { context in
      context.source.ignore(context.item(context.a))
    } _: { a, _ in
      eachValue { value, at, out in if value != a { out.next(value, at: at) } }
    },
    .step("ignoreValues") {
      $0.source.ignoreValues()
    } _: { _, _ in
      eachValue { _, _, _ in }
    },
    .step("takeUntil") { context in
      context.source.takeUntil(where: { [b = context.b] in $0.number.wrapped == b })
    } _: { _, b in
      eachValue { value, at, out in
        if value.wrapped == b { out.send(.completed, at: at) } else { out.next(value, at: at) }
      }
    },
    .step("takeWhile") { context in
      context.source.takeWhile { [b = context.b] in $0.number.wrapped != b }
    } _: { _, b in
      eachValue { value, at, out in
        if value.wrapped == b { out.send(.completed, at: at) } else { out.next(value, at: at) }
      }
    },
    .step("skipUntil") { context in
      context.source.skipUntil { [a = context.a] in $0.number.wrapped >= a }
    } _: { a, _ in
      begin { $0.wrapped >= a }
    },
    .step("skipWhile") { context in
      context.source.skipWhile { [a = context.a] in $0.number.wrapped < a }
    } _: { a, _ in
      begin { $0.wrapped >= a }
    },
    .step("distinctUntilChanged") {
      $0.source.distinctUntilChanged()
    } _: { _, _ in
      distinct(==)
    },
    .step("distinctUntilChangedBy") { context in
      context.source.distinctUntilChanged(by: { abs($0.number - $1.number) < 3 })
    } _: { _, _ in
      distinct { abs($0 - $1) < 3 }
    },
    .step("takeLast") { context in
      context.source.takeLast(context.a / 2)
    } _: { a, _ in
      var last: [Int] = []
      return atCompletion { value in
        last = (last + [value]).suffix(a / 2)
      } _: {
        last
      }
    },
    .step("any") { context in
      context.source.any { [b = context.b] in $0.number.wrapped == b }
        .map { [one = context.item(1)] in one.with($0 ? 1 : 0) }
    } _: { _, b in
      { moment, out in
        if let value = moment.value, value.wrapped != b { return }
        out.next(moment.event.isTerminal ? 0 : 1, at: moment.at.inside(0))
        out.send(.completed, at: moment.at.after)
      }
    },
    .step("all") { context in
      context.source.all { [b = context.b] in $0.number.wrapped != b }
        .map { [one = context.item(1)] in one.with($0 ? 1 : 0) }
    } _: { _, b in
      { moment, out in
        if let value = moment.value, value.wrapped != b { return }
        out.next(moment.event == .completed ? 1 : 0, at: moment.at.inside(0))
        out.send(.completed, at: moment.at.after)
      }
    },
  ]

  /// A step that passes values from the first one on for which `isBegin` is true.
  private static func begin(_ isBegin: @escaping (Int) -> Bool) -> Step {
    var hasBegun = false
    return eachValue { value, at, out in
      hasBegun = hasBegun || isBegin(value)
      if hasBegun { out.next(value, at: at) }
    }
  }

  /// A step that passes values that are not like the one that was passed last.
  private static func distinct(_ areAlike: @escaping (Int, Int) -> Bool) -> Step {
    var last: Int?
    return eachValue { value, at, out in
      if let last, areAlike(last, value) { return }
      last = value
      out.next(value, at: at)
    }
  }
}
