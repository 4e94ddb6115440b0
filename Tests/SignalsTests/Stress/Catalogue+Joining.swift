// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let joining: [Kind] = [
    .step("groupBy") {
      $0.source.groupBy { $0.number % 3 }.flatMap { $0 }
    } _: { _, _ in
      { moment, out in out.pass(moment) }
    },
    Kind("zip", sources: 0...3) { context in
      Signal.zip(context.sources).map { $0[0].with(sum($0)) }
    } model: {
      zipped($0)
    },
    Kind("zipPair", sources: 2...2) { context in
      context.source.zip(context.sources[1]).map { $0.with(sum([$0, $1])) }
    } model: {
      zipped($0)
    },
    Kind("combineLatest", sources: 0...3) { context in
      Signal.combineLatest(context.sources).map { $0[0].with(sum($0)) }
    } model: {
      combineLatest($0)
    },
    Kind("combineLatestPair", sources: 2...2) { context in
      context.source.combineLatest(context.sources[1]).map { $0.with(sum([$0, $1])) }
    } model: {
      combineLatest($0)
    },
    Kind("withLatest", sources: 2...2) { context in
      context.source.withLatest(from: context.sources[1]).map { $0.with(sum([$0, $1])) }
    } model: { context in
      var latest: Int?
      return context.play(otherFirst(context)) { tag, moment, _, out in
        switch (tag, moment.event) {
        case (0, .next(let value)): latest = value
        case (0, .completed): break
        case (_, .next(let value)): if let latest { out.next(latest + value, at: moment.at) }
        default: out.pass(moment)
        }
      }
    },
    Kind("sample", sources: 2...2) { context in
      context.source.sample(context.sources[1])
    } model: { context in
      var latest: Int?
      return context.play(context.inOrder()) { tag, moment, _, out in
        switch (tag, moment.event) {
        case (0, .next(let value)): latest = value
        case (_, .next): if let latest { out.next(latest, at: moment.at) }
        default: out.pass(moment)
        }
      }
    },
    following("switchToLatest", 2...3) { context, inner in
      context.source.map { inner[$0.number % inner.count] }.switchToLatest()
    } select: { value, count in
      value % count
    },
    following("if", 3...3) { context, inner in
      context.source.map { $0.number.isMultiple(of: 2) }.if(then: inner[0], else: inner[1])
    } select: { value, _ in
      value % 2
    },
    following("switch", 3...3) { context, inner in
      context.source.map { $0.number % 3 }.switch(cases: [0: inner[0], 1: inner[1]])
    } select: { value, _ in
      value % 3 == 2 ? nil : value % 3
    },
  ]

  private static func sum(_ items: [Item]) -> Int { items.reduce(0) { $0 + $1.number } }

  private static func zipped(_ context: ModelContext) -> History {
    guard !context.sources.isEmpty else { return [Moment(context.start, .completed)] }
    var waiting = context.sources.map { _ in [Int]() }
    var isDone = context.sources.map { _ in false }
    return context.play(context.inOrder()) { tag, moment, _, out in
      switch moment.event {
      case .next(let value):
        waiting[tag].append(value)
        guard !waiting.contains(where: \.isEmpty) else { return }
        out.next(waiting.indices.reduce(0) { $0 + waiting[$1].removeFirst() }, at: moment.at)
      case .error: return out.pass(moment)
      case .completed: isDone[tag] = true
      }
      let isOver = zip(waiting, isDone).contains { $0.isEmpty && $1 }
      if isOver { out.send(.completed, at: moment.at.after) }
    }
  }

  private static func combineLatest(_ context: ModelContext) -> History {
    guard !context.sources.isEmpty else { return [Moment(context.start, .completed)] }
    var latest = context.sources.map { _ in Int?.none }
    var open = latest.count
    return context.play(context.inOrder()) { tag, moment, _, out in
      switch moment.event {
      case .next(let value):
        latest[tag] = value
        let all = latest.compactMap { $0 }
        if all.count == latest.count { out.next(all.reduce(0, +), at: moment.at) }
      case .error: out.pass(moment)
      case .completed:
        open -= 1
        if open == 0 { out.pass(moment) }
      }
    }
  }

  /// An operator that follows one of several signals: which one, the source's values say.
  private static func following(
    _ name: String, _ sources: ClosedRange<Int>,
    _ build: @escaping @Sendable (BuildContext, _ inner: [Signal<Item>]) -> Signal<Item>,
    select: @escaping @Sendable (_ value: Int, _ count: Int) -> Int?
  ) -> Kind {
    Kind(name, sources: sources) { context in
      build(context, Array(context.sources.dropFirst()))
    } model: { context in
      var isSourceDone = false
      var isRunning = false
      return context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (0, .next(let value)):
          agenda.remove(tag: 1)
          guard let index = select(value, context.sources.count - 1) else {
            return out.send(.error(SignalError.noMatchingCase), at: moment.at)
          }
          isRunning = true
          agenda.add(context.source(1 + index, at: moment.at.inside(0)), tag: 1)
        case (0, .completed): isSourceDone = true
        case (_, .completed): isRunning = false
        default: return out.pass(moment)
        }
        if isSourceDone, !isRunning { out.send(.completed, at: moment.at) }
      }
    }
  }
}
