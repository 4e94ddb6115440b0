// SPDX-License-Identifier: MIT

import BenchmarkKit
import CAllocationCounter
import Signals

/// One thing to compare with the baseline chain.
private struct Candidate {
  let name: String
  let bar: Double?
  /// How many operations are done for each value of the baseline, to keep batches of like length.
  var share = 1
  let run: (Int) -> Void
}

/// Measures the core beside the baseline chain, in turn, and prints a line for each.
func compareWithBaseline() {
  let baselineSum = Sum()
  let baseline = baselineChain(into: baselineSum)
  let direct = Subject<Int>()
  let sum = Sum()
  direct.subscribe(next: { sum.value &+= $0 })
  let chain = operatorChain()
  let pair = (Subject<Int>(), Subject<Int>())
  pair.0.combineLatest(pair.1).subscribe(next: { sum.value &+= $0 &+ $1 })
  pair.1.sendNext(1)
  let mapped = Signal.just(1).map { $0 &+ 1 }
  let replayed = ReplaySubject<Int>(capacity: 16)
  replayed.subscribe(next: { sum.value &+= $0 })
  let flattened = Subject<Int>()
  flattened.flatMap { Signal.just($0) }.subscribe(next: { sum.value &+= $0 })
  let crowd = Subject<Int>()
  for _ in 0..<10 { crowd.subscribe(next: { sum.value &+= $0 }) }

  // What is measured must be what is meant: all of them have to add up the same.
  for value in 0..<1_000 {
    baseline.send(value)
    chain.subject.sendNext(value)
  }
  precondition(chain.sum.value == baselineSum.value && baselineSum.value == 1_499_500)

  let candidates = [
    Candidate(name: "subject → subscriber", bar: 1.2) { count in
      for value in 0..<count { direct.sendNext(value) }
    },
    Candidate(name: "subject → map → filter → map → subscriber", bar: 2.2) { count in
      for value in 0..<count { chain.subject.sendNext(value) }
    },
    Candidate(name: "combineLatest of two subjects → subscriber", bar: 3.5) { count in
      for value in 0..<count { pair.0.sendNext(value) }
    },
    Candidate(name: "replay of 16 → subscriber", bar: 2.2) { count in
      for value in 0..<count { replayed.sendNext(value) }
    },
    Candidate(name: "flatMap of just, a value", bar: 10, share: 20) { count in
      for value in 0..<count { flattened.sendNext(value) }
    },
    Candidate(name: "subject → ten subscribers, a send", bar: 5.5, share: 4) { count in
      for value in 0..<count { crowd.sendNext(value) }
    },
    Candidate(name: "subscribe + dispose of just.map", bar: 12, share: 20) { count in
      for _ in 0..<count { mapped.subscribe(next: { sum.value &+= $0 }).dispose() }
    },
    Candidate(name: "the same, just.map made each time", bar: nil, share: 20) { count in
      for value in 0..<count {
        Signal.just(value).map { $0 &+ 1 }.subscribe(next: { sum.value &+= $0 }).dispose()
      }
    },
  ]

  let values = 20_000
  for candidate in candidates {
    let count = values / candidate.share
    let times = measureInTurn(
      batches: 300, operations: 1,
      [
        { for value in 0..<values { baseline.send(value) } },
        { candidate.run(count) },
      ])
    report(
      candidate.name, measured: times[1].minimum / Double(count),
      baseline: times[0].minimum / Double(values), bar: candidate.bar)
  }
  for candidate in candidates {
    let count = 10_000
    candidate.run(100)
    let before = ractrace_allocation_count()
    candidate.run(count)
    let each = Double(ractrace_allocation_count() - before) / Double(count)
    report("allocations: " + candidate.name, measured: each, baseline: nil, unit: "each")
  }
}
