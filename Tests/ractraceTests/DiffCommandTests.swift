// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceTestSupport

@Suite("ractrace diff")
struct DiffCommandTests {
  /// A value of `steady` every 10 ms for 2 s, and of another signal every `period` ms.
  private func trace(
    _ name: String = "ticks", period: UInt64, lost: Set<UInt64> = []
  ) -> SyntheticTrace {
    var trace = SyntheticTrace()
    let step: UInt64 = 100_000_000
    for number in 0..<20 as Range<UInt64> where !lost.contains(number) {
      trace.packet(number: number, begin: number * step, end: (number + 1) * step) { packet in
        for millisecond in number * 100..<number * 100 + 100 {
          let time = millisecond * 1_000_000 + 500_000
          if millisecond % 10 == 0 {
            packet.next("steady", id: 1, ordinal: millisecond / 10 + 1, at: time)
          }
          if millisecond % period == 0 {
            packet.next(name, id: 2, ordinal: millisecond / period + 1, at: time + 1)
          }
        }
      }
    }
    return trace
  }

  private func diff(
    _ before: SyntheticTrace, _ after: SyntheticTrace, _ options: String...
  ) throws -> Outcome {
    let folders = (try before.write(), try after.write())
    return try Program.run(
      [Program.built("ractrace"), "diff", folders.0.path, folders.1.path] + options)
  }

  @Test("ends with 0 where nothing changed, and says how much was compared")
  func unchanged() throws {
    let outcome = try diff(trace(period: 4), trace(period: 4))
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.last
        == "no change beyond 10 % that noise does not explain (6 figures compared)")
  }

  @Test("ends with 1 where something changed, and shows it")
  func changed() throws {
    let outcome = try diff(trace(period: 4), trace(period: 2))
    #expect(outcome.status == 1)
    #expect(
      outcome.lines.suffix(5) == [
        "3 changes beyond 10 % that noise does not explain (6 figures compared)",
        "changed  figure         before    after  change  by chance",
        "ticks    rate            250/s    500/s  +100 %     2.0e-8",
        "ticks    interval p50  4.00 ms  2.00 ms   −50 %     2.0e-8",
        "ticks    interval p99  4.00 ms  2.00 ms   −50 %     2.0e-8",
      ])
  }

  @Test("ends with 0 if the change is below the threshold")
  func threshold() throws {
    #expect(try diff(trace(period: 4), trace(period: 2), "--threshold=150%").status == 0)
    #expect(try diff(trace(period: 4), trace(period: 2), "--threshold=x").status == 2)
  }

  @Test("ends with 3 where a loss leaves it open, unless told to go on; a proven change is 1")
  func loss() throws {
    let lossy = trace(period: 4, lost: [7])
    #expect(try diff(trace(period: 4), lossy).status == 3)
    #expect(try diff(lossy, trace(period: 4)).status == 3)
    #expect(try diff(trace(period: 4), lossy, "--on-loss=warn").status == 0)
    let faster = try diff(trace(period: 4), trace(period: 2, lost: [7]))
    #expect(faster.status == 1)
    #expect(faster.output.contains("without loss are compared"))
    #expect(faster.output.contains("lost: 1 packet missing"))
    #expect(faster.output.contains("ticks    rate            250/s    500/s  +100 %"))
  }

  @Test("tells what came and went, and shows hostile names without harm")
  func presence() throws {
    let hostile = "\u{1b}[2Jowned\n=1"
    for format in ["text", "json", "csv"] {
      let outcome = try diff(
        trace(period: 4), trace(hostile, period: 4), "--format=\(format)")
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("came") && outcome.output.contains("went"))
      #expect(outcome.output.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
      guard format == "json" else { continue }
      var types: [String] = []
      for line in outcome.lines {
        types.append(try JSONDecoder().decode(Line.self, from: Data(line.utf8)).type)
      }
      #expect(types == ["header", "trust", "trust", "change", "change", "total"])
    }
  }

  private struct Line: Decodable {
    var type: String
  }

  @Test("ends with 3 where no signal is there to compare, as where a name is misspelt")
  func nothing() throws {
    let outcome = try diff(trace(period: 4), trace(period: 2), "--signal=tiks")
    #expect(outcome.status == 3)
    #expect(outcome.lines.last == "cannot be told: there is no signal to compare")
    #expect(
      try diff(trace(period: 4), trace(period: 2), "--signal=tiks", "--on-loss=warn").status == 0)
  }

  @Test("does not say that nothing changed above a signal that came, too seldom to tell by what")
  func seldom() throws {
    var after = trace(period: 4)
    after.packet(number: 20, begin: 2_000_000_000, end: 2_000_000_010) { packet in
      packet.subscribed("seldom", id: 3, at: 2_000_000_005)
    }
    let outcome = try diff(trace(period: 4), after)
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.suffix(4).map { $0.split(separator: " ").joined(separator: " ") } == [
        "no change beyond 10 % is proven, but 1 signal is in one trace only (7 figures compared)",
        "in one trace only, perhaps by chance figure before after change by chance",
        "seldom came - 0.50/s new ?",
        "note: 1 figure differs beyond the threshold, but in too few slices of time to tell them "
          + "from chance",
      ])
    let json = try diff(trace(period: 4), after, "--format=json")
    #expect(
      json.lines.contains {
        $0.hasPrefix("{\"type\":\"rare\",\"signal\":\"seldom\"")
          && $0.contains("\"p\":null,\"corrected_p\":null")
      })
  }

  @Test("says that one trace is too many times as long as the other")
  func unequal() throws {
    var short = SyntheticTrace()
    short.packet(begin: 0, end: 1_000_000) { packet in
      for ordinal in 1...16 as ClosedRange<UInt64> {
        packet.next("steady", id: 1, ordinal: ordinal, at: ordinal * 60_000)
      }
    }
    for pair in [(trace(period: 4), short), (short, trace(period: 4))] {
      let outcome = try diff(pair.0, pair.1)
      #expect(outcome.status == 3)
      #expect(
        outcome.lines.last
          == "cannot be told: one trace is too many times as long as the other (--begin, --end)")
      #expect(try diff(pair.0, pair.1, "--on-loss=warn").status == 0)
    }
  }

  @Test("says that a trace is too short")
  func short() throws {
    var empty = SyntheticTrace()
    empty.packet(begin: 0, end: 5)
    let outcome = try diff(trace(period: 4), empty)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("cannot be told: a trace is too short"))
  }
}
