// SPDX-License-Identifier: MIT

import BenchmarkKit
import Glibc
import Signals

// RecordingBenchmark KIND BATCHES EVENTS, where KIND is int, short, long or delivered: the least
// nanoseconds of a value sent by a subject to one subscriber, under whatever session listens.

/// Sends batches of values and prints the least nanoseconds a value.
func run<Value: Sendable>(batches: Int, events: Int, _ value: @escaping (Int) -> Value) {
  let subject = Subject<Value>().named("numbers")
  subject.subscribe(next: { _ in })
  let times = measureInTurn(
    batches: batches, operations: events,
    [{ for event in 0..<events { subject.sendNext(value(event)) } }])
  print(times[0].minimum)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let batches = Int(arguments[2]), let events = Int(arguments[3]) else {
  let usage = "usage: RecordingBenchmark int|short|long|delivered BATCHES EVENTS\n"
  write(2, usage, usage.utf8.count)
  exit(2)
}
switch arguments[1] {
case "short": run(batches: batches, events: events) { _ in "xxxxx" }
case "long":
  let text = String(repeating: "x", count: 1_024)
  run(batches: batches, events: events) { _ in text }
default: run(batches: batches, events: events) { 1_000_000 + $0 }
}
