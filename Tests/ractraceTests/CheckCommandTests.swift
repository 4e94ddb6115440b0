// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceTestSupport

@Suite("ractrace check")
struct CheckCommandTests {
  private static let hostile = "a%0A::error::\u{1b}[2J\n<&\"'>,:=cmd()\u{202e}\u{fffe}"

  private func sloppy(_ signal: String = "sloppy", place: String = "App/Login.swift:42")
    -> SyntheticTrace
  {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed(signal, place, id: 1, at: 10)
      packet.completed(signal, id: 1, values: 0, at: 20, place: place)
      packet.next(signal, id: 1, ordinal: 1, at: 30, place: place)
    }
    return trace
  }

  private var sound: SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed("clicks", id: 1, at: 10)
      packet.completed("clicks", id: 1, values: 0, at: 20)
    }
    return trace
  }

  private var lossy: SyntheticTrace {
    var trace = sound
    trace.packet(number: 1, begin: 1_000_000, end: 2_000_000, discarded: 5)
    return trace
  }

  private func check(_ trace: SyntheticTrace, _ options: String...) throws -> Outcome {
    let folder = try trace.write()
    return try Program.run([Program.built("ractrace"), "check", "."] + options, in: folder.path)
  }

  @Test("ends with 0, 1 or 3, and what is proven beats what is lost")
  func statuses() throws {
    #expect(try check(sound).status == 0)
    #expect(try check(sloppy()).status == 1)
    #expect(try check(sloppy(), "--disable=value-after-terminal").status == 0)
    #expect(try check(sloppy(), "--rule=two-terminals").status == 0)
    #expect(try check(lossy).status == 3)
    #expect(try check(lossy, "--on-loss=warn").status == 0)
    #expect(try check(lossy, "--budget=subscriptions(\"clicks\") == 0").status == 1)
    #expect(try check(sound, "--budget=leaks == 0").status == 0)
    #expect(try check(sound, "--budget=errors(\"nobody\") == 0").status == 3)
  }

  @Test("shows a finding with its rule, place and remedy")
  func text() throws {
    let outcome = try check(sloppy())
    #expect(outcome.errors == "")
    #expect(
      outcome.lines == [
        ".: 1 finding by 1 rule, 11 rules hold",
        "value-after-terminal (error): a value came after the error or completion of its "
          + "subscription",
        "  signal  subscriber          times    first at  process",
        "  sloppy  App/Login.swift:42      1  0.000000 s  app (100)",
        "  remedy: let the source stop after its end: look at who calls sendNext or sendCompleted "
          + "last",
      ])
  }

  @Test("tells of budgets from options and from a file")
  func budgets() throws {
    let folder = try sound.write()
    let other = try TemporaryFolder()
    let file = other.path + "/budgets.txt"
    try Files.write("# mine\nleaks == 0\nsubscriptions(\"c*\") > 5\n", to: file)
    let outcome = try Program.run(
      [
        Program.built("ractrace"), "check", ".", "--budgets=\(file)", "--budget=lost == 0",
        "--budget=p99(latency \"nobody\") < 1 ms",
      ], in: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.lines.suffix(5) == [
        "budgets", "  leaks == 0: holds, it is 0",
        "  subscriptions(\"c*\") > 5: does not hold, it is 1", "  lost == 0: holds, it is 0",
        "  p99(latency \"nobody\") < 1 ms: cannot be told, since no signal is called 'nobody'",
      ])
    let wrong = try check(sound, "--budget=leaks = 0")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("line 1, column 7: expected <, <=, >, >=, == or !=, found '='"))
    let missing = try check(sound, "--budgets=none.txt")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("ractrace: cannot read 'none.txt': No such file"))
    try Files.write("\nleaks\n", to: file)
    let bad = try check(sound, "--budgets=\(file)")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("line 2, column 6: expected <, <=, >, >=, == or !=, found the end"))
  }

  @Test("annotates the line of code for GitHub")
  func github() throws {
    let outcome = try check(sloppy(), "--format=github")
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == "::error file=App/Login.swift,line=42,title=value-after-terminal::sloppy → "
        + "App/Login.swift:42: a value came after the error or completion of its subscription%0A"
        + "remedy: let the source stop after its end: look at who calls sendNext or sendCompleted "
        + "last\n")
  }

  @Test(
    "lets no hostile text out of its place", arguments: ["text", "json", "csv", "junit", "github"])
  func hostile(format: String) throws {
    let outcome = try check(
      sloppy(Self.hostile, place: Self.hostile + ".swift:7"), "--format=\(format)",
      "--color=never")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    for scalar in outcome.output.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar != "\u{202e}")
    }
    switch format {
    case "github":
      #expect(outcome.lines.count == 1)
      #expect(outcome.output.hasPrefix("::error file=a%250A%3A%3Aerror%3A%3A"))
    case "junit":
      #expect(outcome.output.contains("a%0A::error::[2J &lt;&amp;&quot;&apos;&gt;,:=cmd()"))
      // The declaration, two suites, twelve cases, and one failure, with their ends.
      #expect(outcome.output.split(separator: "<").count == 1 + 4 + 13 + 2)
      #expect(outcome.output.contains("tests=\"12\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    case "json":
      for line in outcome.lines {
        _ = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      }
    default: break
    }
  }

  private struct Line: Decodable {
    var type: String
  }

  @Test("lists and explains its rules without a trace")
  func list() throws {
    let outcome = try Program.run([Program.built("ractrace"), "check", "--list-rules"])
    #expect(outcome.status == 0)
    for rule in [
      "value-after-terminal (error)", "two-terminals (error)", "delivery-after-dispose (error)",
      "overlapping-deliveries (error)", "reentrancy (warning)", "never-disposed (warning)",
      "went-silent (warning)", "error-storm (warning)", "slow-subscriber (warning)",
      "growing-queue (warning)", "provider-loaded-twice (error)", "violation (error)",
    ] {
      #expect(outcome.lines.contains { $0 == rule })
    }
    let none = try Program.run([Program.built("ractrace"), "check"])
    #expect(none.status == 2)
    #expect(none.errors.contains("TRACE is missing"))
  }

  @Test(
    "ends with 3 where no event is there to look at, as where a name is misspelt",
    arguments: ["text", "json", "csv", "junit", "github"])
  func nothing(format: String) throws {
    let outcome = try check(sloppy(), "--signal=slopy", "--format=\(format)")
    #expect(outcome.status == 3)
    let words = ["text": "cannot be told since", "json": "no_samples", "junit": "skipped=\"12\""]
    #expect(outcome.output.contains(words[format] ?? ""), "\(outcome.output)")
    #expect(try check(sloppy(), "--signal=slopy", "--on-loss=warn").status == 0)
  }

  @Test("asks for a rule or a budget where none is left to check")
  func noRule() throws {
    let outcome = try check(sound, "--rule=reentrancy", "--disable=reentrancy")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("leaves no rule to check"))
    let list = try Program.run([
      Program.built("ractrace"), "check", "--list-rules", "--format=json",
    ])
    #expect(list.status == 2)
    #expect(list.errors.contains("--list-rules gives text only"))
  }

  @Test("is the only one with JUnit and GitHub")
  func formats() throws {
    let folder = try sound.write()
    for command in ["summary", "events"] {
      let outcome = try Program.run(
        [Program.built("ractrace"), command, folder.path, "--format=junit"])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("'junit' is none of: text, json, csv"))
    }
  }
}
