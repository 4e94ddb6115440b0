// SPDX-License-Identifier: MIT

// ReadTrace TRACE…: how to read traces with the library CTF. Each function shows one thing.

import CTF
import Glibc

/// Opens every trace below the paths: reads the metadata and the packets' headers, no event.
func open(_ paths: [String]) throws(CTFError) -> CTFTraceSet {
  try CTFTraceSet.open(paths)
}

/// What there is: traces, clocks, streams, event classes.
func describe(_ set: CTFTraceSet) {
  for trace in set.traces {
    let host = trace.string("hostname") ?? "an unknown host"
    print("trace \(trace.index), written by \(trace.string("tracer_name") ?? "?") on \(host)")
    for clock in trace.clocks { print("  clock \(clock.name), \(clock.frequency) Hz") }
    for stream in set.streams[trace.streams] {
      let cpu = stream.cpu.map { "CPU \($0)" } ?? "no CPU"
      print("  stream \(stream.name): \(cpu), packets: \(stream.packets.count)")
    }
    for event in set.eventClasses[trace.eventClasses] {
      let fields = (event.context + event.payload).map(\.name)
      print("  event \(event.name): \(fields.joined(separator: ", "))")
    }
  }
}

/// Every event of all traces in one order of time; the times are ns since 1970.
func listEvents(_ set: CTFTraceSet) {
  let begin = set.begin ?? 0
  var cursor = set.events(in: .time)
  // The record is valid inside the closure only; what the closure returns is yours.
  while let (time, index) = cursor.next({ ($0.timestamp, $0.classIndex) }) {
    print("  \(time - begin) ns \(set.eventClasses[index].name)")
  }
}

/// The first event from a time on: the packets before it are not read.
func showFirst(from time: Int64, _ set: CTFTraceSet) {
  var cursor = set.events(in: .time)
  cursor.seek(to: time)
  if let index = cursor.next({ $0.classIndex }) { print("  \(set.eventClasses[index].name)") }
}

/// Some events and some of their fields: the others are skipped, not decoded.
func sumUp(_ set: CTFTraceSet) {
  // A handle is found once for a class and used for each of its events.
  let handles = set.eventClasses.map { event in
    event.name == "racsignal:next" ? event.field("signal") : nil
  }
  var values: [String: Int] = [:]
  set.forEachEvent(selecting: .classes(of: set) { handles[$0.index] != nil }) { event in
    guard let signal = handles[event.classIndex] else { return }
    values[event.string(signal), default: 0] += 1
  }
  for (signal, count) in values.sorted(by: { $0.key < $1.key }) { print("  \(signal): \(count)") }
}

/// One stream after the other: faster, where no order across streams is needed.
func countByStream(_ set: CTFTraceSet) {
  for stream in set.streams {
    var count = 0
    set.forEachEvent(in: .stream, selecting: .all.streams([stream.index])) { _ in count += 1 }
    print("  \(stream.name): \(count)")
  }
}

/// Every field of an event, whatever its type.
struct FieldPrinter: FieldVisitor {
  let set: CTFTraceSet
  var text = ""

  private mutating func add(_ value: String, _ field: FieldID) {
    text += " \(set.fields[field.index].name)=\(value)"
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) { add("\(value)", field) }
  mutating func signed(_ value: Int64, _ field: FieldID) { add("\(value)", field) }
  mutating func enumeration(_ value: Int64, _ field: FieldID) { add("\(value)", field) }
  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    add("\(value)", field)
  }
  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    let value = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    add("'\(value)'", field)
  }
  mutating func beginStructure(_ field: FieldID) {}
  mutating func endStructure(_ field: FieldID) {}
  mutating func beginArray(count: Int, _ field: FieldID) { add("[", field) }
  mutating func endArray(_ field: FieldID) { text += " ]" }
  mutating func beginVariant(_ field: FieldID) {}
  mutating func endVariant(_ field: FieldID) {}
}

/// The last event with all its fields.
func showLastEvent(_ set: CTFTraceSet) {
  var last = ""
  set.forEachEvent { event in
    var printer = FieldPrinter(set: set)
    event.visit(&printer)
    last = set.eventClasses[event.classIndex].name + printer.text
  }
  print("  \(last)")
}

/// What the traces lost.
///
/// What an iteration returns includes the damage that decoding met.
func tellLosses(_ set: CTFTraceSet) {
  let trust = set.forEachEvent(in: .stream) { _ in }
  guard !trust.isWhole else { return print("  nothing") }
  print("  discarded events: \(trust.discardedEvents), lost packets: \(trust.lostPackets)")
  for window in trust.windows {
    let count = window.count.map { "\($0)" } ?? "unknown number"
    let stream = set.streams[window.streamIndex].name
    print("  \(window.cause.rawValue) in \(stream): \(count)")
  }
  for damage in trust.damage { print("  damage at byte \(damage.offset): \(damage.what)") }
}

/// The example in the documentation of `CTFTraceSet`, as it stands there.
func documented(_ paths: [String]) throws(CTFError) {
  let set = try CTFTraceSet.open(paths)
  guard let next = set.eventClasses.first(where: { $0.name == "racsignal:next" }),
    let signal = next.field("signal")
  else { return }
  let trust = set.forEachEvent(in: .time) { event in
    guard event.classIndex == next.index else { return }
    print(event.timestamp, event.string(signal))
  }
  if !trust.isWhole { print("events are missing") }
}

do throws(CTFError) {
  let paths = Array(CommandLine.arguments.dropFirst())
  let set = try open(paths)
  describe(set)
  print("events in order of time:")
  listEvents(set)
  print("the first event of the second half:")
  showFirst(from: (set.begin ?? 0) / 2 + (set.end ?? 0) / 2, set)
  print("values by signal:")
  sumUp(set)
  print("events by stream:")
  countByStream(set)
  print("the last event:")
  showLastEvent(set)
  print("lost:")
  tellLosses(set)
  print("the example of CTFTraceSet:")
  try documented(paths)
} catch {
  let message = "\(error)\n"
  _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
}
