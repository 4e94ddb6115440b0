// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

/// Every format of every command over one small trace, compared with the files in `Golden`.
@Suite("Golden output")
struct GoldenTests {
  private static var trace: SyntheticTrace {
    var trace = SyntheticTrace(origin: 1_796_032_039_650_062_337)
    trace.packet(begin: 0, end: 400_000_000) { packet in
      packet.subscribed("clicks.map", "App/Login.swift:42", id: 1, at: 1_000)
      packet.subscribed("search.throttle.lookup", "App/Search.swift:17", id: 2, at: 2_000)
      packet.subscribed("session", "App/Main.swift:5", id: 3, at: 3_000)
      for ordinal in 1...5 as ClosedRange<UInt64> {
        packet.next(
          "clicks.map", "\(ordinal * 10)", id: 1, ordinal: ordinal, at: 1_000_000 * ordinal,
          place: "App/Login.swift:42")
        packet.event("racsignal:delivered", at: 1_000_000 * ordinal + 900, [1])
      }
      packet.next(
        "session", "user \"ann\"", id: 3, ordinal: 1, at: 6_000_000, place: "App/Main.swift:5")
      packet.failed(
        "search.throttle.lookup", "timed out", id: 2, values: 0, at: 7_000_000,
        place: "App/Search.swift:17")
    }
    trace.packet(cpu: 1, begin: 0, end: 400_000_000) { packet in
      packet.event("other:event", at: 1_500, process: 300, procname: "other", [7, .text("x")])
    }
    trace.packet(number: 1, begin: 400_000_000, end: 1_000_000_000) { packet in
      packet.completed(
        "clicks.map", id: 1, values: 5, at: 500_000_000, place: "App/Login.swift:42")
      packet.event("racprocess:exiting", at: 900_000_000, [.text("App"), 1])
    }
    return trace
  }

  private static var lossy: SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed("clicks", id: 1, at: 1_000)
      for ordinal in 1...99 as ClosedRange<UInt64> {
        packet.next("clicks", id: 1, ordinal: ordinal, at: 2_000 + 1_000 * ordinal)
      }
    }
    trace.packet(number: 1, begin: 1_000_000, end: 2_000_000, discarded: 1_234)
    trace.packet(number: 4, begin: 3_000_000, end: 4_000_000, discarded: 1_240)
    return trace
  }

  @Test(
    "is as committed",
    arguments: [
      ("summary.txt", "summary", []), ("summary-80.txt", "summary", ["COLUMNS=80"]),
      ("summary.json", "summary", ["--format=json"]), ("summary.csv", "summary", ["--format=csv"]),
      ("events.txt", "events", []), ("events.json", "events", ["--format=json"]),
      ("events.csv", "events", ["--format=csv"]),
      ("events-limit.txt", "events", ["--signal=clicks*", "--limit=3"]),
    ] as [(String, String, [String])])
  func whole(file: String, command: String, options: [String]) throws {
    try GoldenFile.check(file, Self.trace, command, options)
  }

  @Test(
    "says the loss first",
    arguments: [
      ("loss-summary.txt", "summary", []), ("loss-summary.json", "summary", ["--format=json"]),
      ("loss-ignored.txt", "summary", ["--on-loss=ignore"]),
    ] as [(String, String, [String])])
  func loss(file: String, command: String, options: [String]) throws {
    try GoldenFile.check(file, Self.lossy, command, options)
  }
}
