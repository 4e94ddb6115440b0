// SPDX-License-Identifier: MIT

import TraceTestSupport

/// A small session with operators, a search that subscribes for each value, a leak, growth, and
/// signals that nothing comes of.
enum FlowingTrace {
  static var trace: SyntheticTrace {
    var trace = SyntheticTrace(origin: 1_796_032_039_650_062_337)
    trace.packet(begin: 0, end: 1_000_000_000) { packet in
      begin(&packet, "typed.flatMap", "App/Search.swift:17", id: 1, at: 1_000)
      begin(&packet, "typed", "typed.flatMap", id: 2, parent: 1, at: 2_000)
      begin(&packet, "clicks", "App/Login.swift:42", id: 3, at: 3_000)
      begin(&packet, "never", "App/Main.swift:5", id: 4, at: 4_000)
      begin(&packet, "typed.filter", "App/Main.swift:6", id: 5, at: 5_000)
      begin(&packet, "typed", "typed.filter", id: 6, parent: 5, at: 6_000)
      for step in 1...7 as ClosedRange<UInt64> {
        let (time, id) = (step * 100_000_000, 100 + step)
        next(&packet, "typed", "typed.flatMap", id: 2, step, at: time)
        begin(&packet, "lookup", "typed.flatMap", id: id, parent: 1, cause: 2, at: time + 1_000)
        next(&packet, "typed", "typed.filter", id: 6, step, at: time + 2_000)
        next(&packet, "lookup", "typed.flatMap", id: id, 1, at: time + 3_000)
        next(&packet, "typed.flatMap", "App/Search.swift:17", id: 1, step, at: time + 4_000)
        if step == 3 {
          packet.failed(
            "lookup", "timed out", id: id, values: 1, at: time + 50_000, place: "typed.flatMap")
        } else {
          packet.completed(
            "lookup", id: id, values: 1, at: time + 50_000, place: "typed.flatMap")
        }
        begin(&packet, "ticks", "App/Clock.swift:9", id: 200 + step, at: time + 60_000)
        packet.event(
          "raccompounddisposable:added", at: time + 70_000,
          [.text("bag"), .text("ticks"), .number(step)])
      }
      for ordinal in 1...100 as ClosedRange<UInt64> {
        next(&packet, "clicks", "App/Login.swift:42", id: 3, ordinal, at: 800_000_000 + ordinal)
      }
      packet.completed("typed", id: 2, values: 7, at: 900_000_000, place: "typed.flatMap")
      packet.completed("late", id: 9, values: 3, at: 910_000_000, place: "App/Main.swift:7")
      packet.event("racprocess:exiting", at: 950_000_000, [.text("App"), 11])
    }
    return trace
  }

  /// The same in a trace that lost events.
  static var lossy: SyntheticTrace {
    var trace = trace
    trace.packet(number: 1, begin: 1_000_000_000, end: 2_000_000_000, discarded: 9)
    return trace
  }

  /// A trace whose names are what a terminal, a spreadsheet, a graph or a page would obey.
  static var hostile: SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      for (index, name) in names.enumerated() {
        let (id, time) = (UInt64(index) + 1, UInt64(index) * 10 + 1)
        packet.event(
          "racsignal:subscribed", at: time,
          [.bytes(name), .bytes(name), .number(id), 1, 0, 0])
        packet.event(
          "racsignal:subscribed", at: time,
          [.bytes(name), .bytes(name), .number(id + 100), 1, 0, 0])
        packet.event(
          "racsignal:next", at: time + 1,
          [.bytes(name), .bytes(name), .bytes(name), .number(id), 1])
        packet.event(
          "racsignal:error", at: time + 2,
          [.bytes(name), .bytes(name), .bytes(name), .number(id), 1])
      }
    }
    return trace
  }

  static let names: [[UInt8]] = [
    Array("\u{1b}]0;owned\u{7}\u{1b}[2J".utf8), Array("=HYPERLINK(\"http://x\",\"y\")".utf8),
    Array("+1".utf8), Array("@SUM(1)".utf8), Array("a\"];\nn0 -> evil [URL=\"x".utf8),
    Array("back\\\" ] | { } < > & #quot; `md` %%{init}%%".utf8),
    Array("<script>alert(1)</script>".utf8), Array("\"]:::x\nclick n0 href \"javascript:1\"".utf8),
    [0xFF, 0xFE, 0x41, 0xC3], Array("\u{202e}desrever".utf8), Array("end".utf8),
  ]

  private static func begin(
    _ packet: inout SyntheticPacket, _ signal: String, _ place: String, id: UInt64,
    parent: UInt64 = 0, cause: UInt64 = 0, at time: UInt64
  ) {
    packet.event(
      "racsignal:subscribed", at: time,
      [.text(signal), .text(place), .number(id), 1, .number(parent), .number(cause)])
  }

  private static func next(
    _ packet: inout SyntheticPacket, _ signal: String, _ place: String, id: UInt64,
    _ ordinal: UInt64, at time: UInt64
  ) {
    packet.next(signal, id: id, ordinal: ordinal, at: time, place: place)
  }
}
