// SPDX-License-Identifier: MIT

import BenchmarkKit
import CAllocationCounter
import Signals

// CoreBenchmark                 the core beside the baseline chain, a line each
// CoreBenchmark chain N         only N values through the chain of operators: for callgrind
// CoreBenchmark subscribe N     only N subscriptions to a mapped value, each disposed: for callgrind
// CoreBenchmark flatmap N       only N values, each made a signal by flatMap: for callgrind
// CoreBenchmark chain-time      nanoseconds a value through that chain, the least of some batches

/// subject → map → filter → map → subscriber: what the baseline chain does, and four deliveries.
func operatorChain() -> (subject: Subject<Int>, sum: Sum) {
  let subject = Subject<Int>()
  let sum = Sum()
  subject.map { $0 &* 3 }.filter { $0 >= 0 }.map { $0 &+ 1 }
    .subscribe(next: { sum.value &+= $0 })
  return (subject, sum)
}

/// What a subscriber adds up.
final class Sum: @unchecked Sendable {
  // Unchecked: only the benchmark's one thread touches it.
  var value = 0
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "chain":
  let count = arguments.last.flatMap { Int($0) } ?? 0
  let chain = operatorChain()
  for value in 0..<count { chain.subject.sendNext(value) }
case "subscribe":
  let count = arguments.last.flatMap { Int($0) } ?? 0
  let sum = Sum()
  let signal = Signal.just(1).map { $0 &+ 1 }
  for _ in 0..<count { signal.subscribe(next: { sum.value &+= $0 }).dispose() }
case "flatmap":
  let count = arguments.last.flatMap { Int($0) } ?? 0
  let (subject, sum) = (Subject<Int>(), Sum())
  subject.flatMap { Signal.just($0) }.subscribe(next: { sum.value &+= $0 })
  for value in 0..<count { subject.sendNext(value) }
case "chain-time":
  let chain = operatorChain()
  let values = 1_000_000
  let time = measureInTurn(
    batches: 9, operations: values,
    [{ for value in 0..<values { chain.subject.sendNext(value) } }])
  print(time[0].minimum)
default:
  compareWithBaseline()
  measureContention()
  measureGrowth()
}
