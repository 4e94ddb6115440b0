// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TraceTestSupport

@Suite("ractrace")
struct CommandTests {
  private func ractrace(_ words: String...) throws -> Outcome {
    try Program.run([Program.built("ractrace")] + words)
  }

  private var clicks: SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.subscribed("clicks", id: 1, at: 10)
      packet.next("clicks", id: 1, ordinal: 1, at: 20)
    }
    return trace
  }

  private var lossy: SyntheticTrace {
    var trace = clicks
    trace.packet(number: 1, begin: 1_000, end: 2_000, discarded: 5)
    return trace
  }

  // MARK: Usage

  @Test("shows every command in its help, on standard output")
  func help() throws {
    let outcome = try ractrace("--help")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for word in ["summary", "events", "Examples:", "Exit status:", "--version"] {
      #expect(outcome.output.contains(word))
    }
  }

  @Test(
    "shows three examples and the statuses in the help of a command",
    arguments: ["summary", "events", "subscriptions", "flow"])
  func commandHelp(command: String) throws {
    let outcome = try ractrace(command, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.matches(of: /\n  ractrace \w+ run1/).count == 3)
    for option in ["format", "signal", "process", "begin", "end", "limit", "color", "on-loss"] {
      #expect(outcome.output.contains("--\(option)="))
    }
    #expect(outcome.output.contains("\nExit status:\n  0  done\n"))
  }

  @Test("tells its version, the contract's, and whether it can record")
  func version() throws {
    let outcome = try ractrace("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("tracepoint contract 1, with"))
  }

  @Test(
    "ends with status 2 and a word on what is wrong",
    arguments: [
      ([], "COMMAND is missing"), (["nonsense"], "'nonsense' is no command"),
      (["summary"], "TRACE is missing"), (["--nonsense"], "unrecognized option '--nonsense'"),
      (["summary", "--nonsense", "x"], "unrecognized option '--nonsense'"),
      (["summary", "--format=xml", "x"], "'xml' is none of: text, json, csv"),
      (["summary", "--limit=-1", "x"], "'-1' is not a number of 0 or more"),
      (["summary", "--begin=soon", "x"], "'soon' is no time"),
      (["summary", "--format"], "option '--format' requires an argument"),
      (["events", "--color=\u{1b}[31m", "x"], "'\\x1b[31m' is none of"),
    ] as [([String], String)])
  func usage(words: [String], message: String) throws {
    let outcome = try Program.run([Program.built("ractrace")] + words)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message))
    #expect(outcome.errors.contains("--help"))
  }

  // MARK: Unreadable input

  @Test(
    "says in one line and a hint why a TRACE cannot be read",
    arguments: ["summary", "events", "subscriptions", "flow"])
  func unreadable(command: String) throws {
    let folder = try TemporaryFolder()
    let empty = folder.path + "/empty"
    mkdir(empty, 0o700)
    try Files.write([], to: folder.path + "/file")
    let noMetadata = folder.path + "/bare"
    mkdir(noMetadata, 0o700)
    try Files.write([], to: noMetadata + "/metadata")
    try Files.write([1, 2, 3], to: noMetadata + "/channel0_0")
    for path in ["\(folder.path)/missing", "\(folder.path)/file", empty, noMetadata] {
      let outcome = try ractrace(command, path)
      #expect(outcome.status == 2, "\(path)")
      #expect(outcome.output == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first?.hasPrefix("ractrace: cannot read '\(path)") == true, "\(outcome.errors)")
      #expect(lines.last?.hasPrefix("hint: ") == true, "\(outcome.errors)")
      #expect(lines.count == 2, "\(outcome.errors)")
    }
  }

  @Test("lets no control character of a path through")
  func hostilePath() throws {
    let outcome = try ractrace("summary", "/no\u{1b}[31m\nhint: run rm")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no\\x1b[31m\\nhint: run rm"))
    #expect(!outcome.errors.contains("\u{1b}"))
  }

  @Test("takes a trace without events, or without packets, as a valid empty answer")
  func empty() throws {
    var trace = SyntheticTrace()
    let bare = try trace.write()
    trace.packet(begin: 0, end: 1_000)
    let packets = try trace.write()
    for folder in [bare, packets] {
      for command in ["summary", "events"] {
        let text = try ractrace(command, folder.path)
        #expect(text.status == 0)
        #expect(text.errors == "")
        let json = try ractrace(command, folder.path, "--format=json")
        #expect(json.status == 0)
        #expect(json.lines.count == 3)
        #expect(json.lines.last?.hasPrefix("{\"type\":\"total\",\"events\":0,") == true)
      }
    }
  }

  // MARK: Losses

  @Test(
    "ends as --on-loss says",
    arguments: [("warn", 0, true), ("fail", 3, true), ("ignore", 0, false)])
  func onLoss(policy: String, status: Int32, tells: Bool) throws {
    let whole = try clicks.write()
    let folder = try lossy.write()
    for command in ["summary", "events"] {
      let outcome = try ractrace(command, folder.path, "--on-loss=\(policy)")
      #expect(outcome.status == status)
      #expect((outcome.output + outcome.errors).contains("lost: 5 events discarded") == tells)
      #expect(try ractrace(command, whole.path, "--on-loss=\(policy)").status == 0)
    }
  }

  @Test("does not fail for a loss outside of the span that is asked for")
  func lossElsewhere() throws {
    let folder = try lossy.write()
    let outcome = try ractrace("summary", folder.path, "--on-loss=fail", "--end=500ns")
    #expect(outcome.status == 0)
  }

  // MARK: Selection

  @Test("refuses --process where the trace tells no processes")
  func noProcesses() throws {
    var trace = SyntheticTrace(hasContexts: false)
    trace.packet(begin: 0, end: 10) { $0.subscribed("s", id: 1, at: 1) }
    let folder = try trace.write()
    let outcome = try ractrace("summary", folder.path, "--process=app")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no vpid context"))
    let other = try ractrace("summary", folder.path)
    #expect(other.status == 0)
    #expect(other.output.contains("without the contexts vpid, vtid, procname"))
  }

  @Test("refuses --thread where the trace tells no threads")
  func noThreads() throws {
    var trace = SyntheticTrace(hasContexts: false)
    trace.packet(begin: 0, end: 10) { $0.subscribed("s", id: 1, at: 1) }
    let folder = try trace.write()
    let outcome = try ractrace("events", folder.path, "--thread=1")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no vtid context"))
  }

  @Test("names the events there are, if one that is asked for is not there")
  func unknownKind() throws {
    var trace = SyntheticTrace(names: ["racsignal:next", "other:event"])
    trace.packet(begin: 0, end: 10) { $0.next("s", id: 1, ordinal: 1, at: 1) }
    let folder = try trace.write()
    let outcome = try ractrace("events", folder.path, "--kind=nxet", "--kind=next")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1)
    #expect(
      outcome.errors
        == "note: the trace has no event 'nxet'; it has: other:event, racsignal:next\n")
  }

  @Test(
    "shows the time as it is asked for",
    arguments: [
      ("start", "UTC", ["  0.000000001", "  1.500000001"]),
      ("delta", "UTC", ["+  0.000000000", "+  1.500000000"]),
      ("wall", "XXX-14", ["2026-11-30T09:47:19.650062338Z", "2026-11-30T09:47:21.150062338Z"]),
      (
        "local", "XXX-14:30",
        ["2026-12-01T00:17:19.650062338+14:30", "2026-12-01T00:17:21.150062338+14:30"]
      ),
      (
        "local", "XXX3",
        ["2026-11-30T06:47:19.650062338-03:00", "2026-11-30T06:47:21.150062338-03:00"]
      ),
    ] as [(String, String, [String])])
  func times(style: String, zone: String, expected: [String]) throws {
    var trace = SyntheticTrace(origin: 1_796_032_039_650_062_337)
    trace.packet(begin: 0, end: 2_000_000_000) { packet in
      packet.next("s", id: 1, ordinal: 1, at: 1)
      packet.next("s", id: 1, ordinal: 2, at: 1_500_000_001)
    }
    let folder = try trace.write()
    let outcome = try Program.run(
      [Program.built("ractrace"), "events", folder.path, "--time", style],
      environment: ["TZ": zone])
    #expect(outcome.status == 0)
    #expect(outcome.lines.map { String($0.split(separator: "  racsignal")[0]) } == expected)
  }

  private var hop: SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.next("clicks", "42", id: 1, ordinal: 1, at: 10)
      packet.next("clicks.map", "43", id: 2, ordinal: 1, at: 20)
      packet.event("racscheduler:scheduled", at: 30, [.text("queue"), 1, 7, 0, 2])
      packet.event("racsignal:delivered", at: 2_020, [2])
      packet.next("clicks.filter", "42", id: 3, ordinal: 1, at: 2_100)
      packet.event("racscheduler:began", at: 2_110, thread: 101, [7])
      packet.event("racsignal:delivered", at: 2_200, [3])
      packet.event("racsignal:delivered", at: 3_010, [1])
      packet.next("other", "42", id: 4, ordinal: 1, at: 3_020)
      packet.event("racscheduler:ended", at: 4_110, thread: 101, [7])
    }
    return trace
  }

  @Test("shows what an event led to as a tree, indented and with durations")
  func followCause() throws {
    let folder = try hop.write()
    let outcome = try ractrace("events", folder.path, "--follow-cause", "--signal=clicks")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
          0.000000010  racsignal:next          clicks  App/A.swift:1  value="42" \
        subscription_id=1 ordinal=1  [app 100]  took 3.00 µs
          0.000000020    racsignal:next          clicks.map  App/A.swift:1  value="43" \
        subscription_id=2 ordinal=1  [app 100]  took 2.00 µs
          0.000000030      racscheduler:scheduled  queue  scheduler_id=1 action_id=7 delay_ns=0 \
        cause_id=2  [app 100]
          0.000002110        racscheduler:began      action_id=7  [app 100/101]  took 2.00 µs
          0.000002100    racsignal:next          clicks.filter  App/A.swift:1  value="42" \
        subscription_id=3 ordinal=1  [app 100]  took 100 ns

        """)
  }

  @Test("refuses --follow-cause where no event tells of signals")
  func followNothing() throws {
    var trace = SyntheticTrace(names: ["other:event"])
    trace.packet(begin: 0, end: 10) { $0.event("other:event", at: 1, [1, .text("x")]) }
    let folder = try trace.write()
    let outcome = try ractrace("events", folder.path, "--follow-cause")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("`ractrace events' needs racsignal events"))
    #expect(try ractrace("events", folder.path).status == 0)
  }

  @Test("tells programs the place of an event in its tree")
  func followCauseForPrograms() throws {
    let folder = try hop.write()
    let json = try ractrace("events", folder.path, "-f", "--signal=clicks", "--format=json")
    #expect(json.status == 0)
    let places = json.lines.compactMap { $0.firstMatch(of: /"tree":1,"node".*"ns":/).map { $0.0 } }
    #expect(
      places == [
        #""tree":1,"node":0,"parent":null,"depth":0,"ns":"#,
        #""tree":1,"node":1,"parent":0,"depth":1,"ns":"#,
        #""tree":1,"node":2,"parent":1,"depth":2,"ns":"#, #""tree":1,"node":1,"ns":"#,
        #""tree":1,"node":3,"parent":0,"depth":1,"ns":"#,
        #""tree":1,"node":4,"parent":2,"depth":3,"ns":"#, #""tree":1,"node":3,"ns":"#,
        #""tree":1,"node":0,"ns":"#, #""tree":1,"node":4,"ns":"#,
      ])
    #expect(json.lines.contains(#"{"type":"tree","tree":1,"further_events":0,"whole":true}"#))
    let csv = try ractrace("events", folder.path, "-f", "--signal=clicks", "--format=csv")
    #expect(csv.lines.count == 6)
    #expect(csv.lines[0].hasPrefix(#""tree","node","parent","depth","ns","event""#))
    #expect(csv.lines[5].hasPrefix(#"1,4,2,3,2110,"racscheduler:began""#))
  }

  // MARK: Hostile text

  @Test("shows hostile text without harm", arguments: ["text", "json", "csv"])
  func hostile(format: String) throws {
    let names: [[UInt8]] = [
      Array("\u{1b}[2J\u{1b}]0;owned\u{7}".utf8), Array("=cmd()\"quoted\", comma".utf8),
      Array("line\nbreak\ttab\rreturn".utf8), [0x61, 0xFF, 0xC3, 0x28, 0xF0, 0x9F],
      Array("\u{202e}reversed\u{9b}31m".utf8), Array(String(repeating: "x", count: 100_000).utf8),
      [],
    ]
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      for (index, name) in names.enumerated() {
        let id = UInt64(index + 1)
        packet.event(
          "racsignal:subscribed", at: 10 * id, [.bytes(name), .bytes(name), .number(id), 1, 0, 0])
        packet.event(
          "racsignal:next", at: 10 * id + 1,
          [.bytes(name), .bytes(name), .bytes(name), .number(id), 1])
        packet.event(
          "racsignal:error", at: 10 * id + 2,
          [.bytes(name), .bytes(name), .bytes(name), .number(id), 1])
        packet.event(
          "other:event", at: 10 * id + 3, procname: "\u{1b}[1m\n", [1, .bytes(name)])
      }
    }
    let folder = try trace.write()
    for words in [["summary"], ["events"], ["events", "--follow-cause", "--value=r"]] {
      let outcome = try Program.run(
        [Program.built("ractrace")] + words
          + [folder.path, "--format=\(format)", "--color=never"])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      for scalar in outcome.output.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar != "\u{202e}")
      }
      switch format {
      case "json":
        for line in outcome.lines {
          _ = try JSONDecoder().decode(AnyRow.self, from: Data(line.utf8))
        }
      case "csv":
        #expect(!outcome.output.contains(",\"=cmd") && !outcome.output.contains("\n\"=cmd"))
      default: break
      }
    }
  }

  /// Any JSON object.
  private struct AnyRow: Decodable {
    var type: String
  }

  // MARK: Output

  @Test("ends quietly when nobody reads on")
  func brokenPipe() throws {
    var trace = SyntheticTrace()
    for number in 0..<50 as Range<UInt64> {
      trace.packet(number: number, begin: number * 1_000, end: number * 1_000 + 1_000) { packet in
        for index in 0..<100 as Range<UInt64> {
          packet.next(
            "clicks", id: 1, ordinal: number * 100 + index + 1, at: number * 1_000 + index)
        }
      }
    }
    let folder = try trace.write()
    for format in ["text", "json", "csv"] {
      let outcome = try Program.run([
        "bash", "-c",
        "trap '' PIPE; { \"$0\" events \"$1\" --format \(format); echo \"status $?\" >&2; } | head -n 2",
        Program.built("ractrace"), folder.path,
      ])
      #expect(outcome.lines.count == 2)
      #expect(outcome.errors == "status 0\n")
    }
  }

  @Test("tells that the output could not be written")
  func fullDisk() throws {
    let folder = try clicks.write()
    let outcome = try Program.run([
      "bash", "-c", "exec \"$0\" summary \"$1\" > /dev/full", Program.built("ractrace"),
      folder.path,
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ractrace: cannot write the output: No space left on device"))
  }

  @Test(
    "tells that help or the version could not be written",
    arguments: ["--help", "--usage", "--version", "summary --help", "record --usage"])
  func fullDiskForHelp(words: String) throws {
    let outcome = try Program.run([
      "bash", "-c", "exec \"$0\" \(words) > /dev/full", Program.built("ractrace"),
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ractrace: cannot write the output: No space left on device"))
  }

  @Test("colours only when it is told to, or writes to a terminal")
  func color() throws {
    let folder = try clicks.write()
    #expect(try !ractrace("summary", folder.path).output.contains("\u{1b}["))
    #expect(try ractrace("summary", folder.path, "--color=always").output.contains("\u{1b}[1m"))
  }

  @Test("reads several traces as one, and what stands in both once")
  func several() throws {
    let one = try clicks.write()
    let other = try clicks.write()
    let outcome = try ractrace("summary", one.path, other.path, "--format=json")
    #expect(outcome.status == 0)
    let total = try #require(outcome.lines.last)
    for member in ["\"streams\":1", "\"packets\":1", "\"repeated_packets\":1"] {
      #expect(total.contains(member))
    }
  }
}
