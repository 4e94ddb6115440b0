// SPDX-License-Identifier: MIT

import BenchmarkKit
import Signals

/// Measures what one step costs where there are many of them, beside what it costs where there are
/// few, and prints a line each: the time grows with the number and no faster.
///
/// What no longer fits into the processor's caches has its share in the ratio.
func measureGrowth() {
  let sum = Sum()
  let shared = Subject<Int>()
  measure("a subscribe + dispose", few: 1_000, many: 1_000_000) { count in
    for _ in 0..<count { shared.subscribe(next: { sum.value &+= $0 }).dispose() }
  }
  measure("an operator, built, subscribed, disposed, freed", few: 1_000, many: 100_000) { count in
    chain(count, from: Subject<Int>()).subscribe(next: { sum.value &+= $0 }).dispose()
  }
  let chains = [100, 10_000].map { count in
    let subject = Subject<Int>()
    chain(count, from: subject).subscribe(next: { sum.value &+= $0 })
    return (count, subject)
  }
  measure("an operator that a value passes", few: 100, many: 10_000) { count in
    chains.first { $0.0 == count }?.1.sendNext(1)
  }
  measure("a round of repeat", few: 1_000, many: 1_000_000) { count in
    Signal.just(1).repeat().take(count).subscribe(next: { sum.value &+= $0 })
  }
}

private func measure(
  _ name: String, few: Int, many: Int, _ body: @escaping (Int) -> Void
) {
  let times = measureInTurn(
    batches: 5, operations: many,
    [{ for _ in 0..<many / few { body(few) } }, { body(many) }])
  report(
    "\(name), in \(many) as in \(few)", measured: times[1].minimum,
    baseline: times[0].minimum, bar: 3)
}

private func chain(_ count: Int, from source: Signal<Int>) -> Signal<Int> {
  (0..<count).reduce(source) { signal, _ in signal.map { $0 &+ 1 } }
}
