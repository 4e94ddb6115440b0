// SPDX-License-Identifier: MIT

import CTF
import SignalProbes
import Signals
import TestSupport
import Testing

@Suite(
  "Hostile text in a trace",
  .needsPrivateDaemon)
struct HostileTextTests {
  private static let name = "\"name\" 'with' \u{1B}]0;title\u{7} and \u{9B}31m"
  private static let values = [
    "quotes \" and ' and \\", "line\nbreak\r\n", "escape \u{1B}[31m red", "nul \0 inside",
    "bell \u{7} delete \u{7F} c1 \u{9B}2J", "<b>&amp;</b>", "=1+1", "naïve 日本 🙂",
    String(repeating: "long ", count: 20_000),
  ]

  /// Records the values through Signals, and bytes that are no UTF-8 through the probes.
  // The signal is named after the test: sessions of tests that run side by side record the events of
  // all.
  private func record(_ test: String) throws -> RecordedSession {
    try RecordedSession(events: ["racsignal:*"], contexts: ["vpid", "vtid", "procname"]) {
      let subject = Subject<String>().named("hostile \(test) \(Self.name)")
      subject.subscribe(next: { _ in })
      for value in Self.values { subject.sendNext(value) }
      subject.sendCompleted()
      let broken: [CChar] = [104, -1, -2, 0x1B, 0x5B, 0x33, 0x31, 0x6D, -61, 0]
      if SignalProbe.nextEnabled {
        SignalProbe.next(
          signal: broken, subscriber: broken, value: broken, subscriptionID: UInt64.max, ordinal: 1)
      }
    }
  }

  @Test("is recorded cut and cleaned as the contract says")
  func recorded() throws {
    let session = try record("recorded")
    let set = try CTFTraceSet.open([session.path])
    var seen: [String] = []
    set.forEachEvent { event in
      let found = set.eventClasses[event.classIndex]
      guard found.name == "racsignal:next", let signal = found.field("signal"),
        let value = found.field("value"), event.string(signal).hasPrefix("hostile recorded ")
      else { return }
      seen.append(event.string(value))
    }
    #expect(
      seen.dropLast() == [
        "quotes \" and ' and \\", "line break", "escape \u{1B}[31m red", "nul ␀ inside",
        "bell \u{7} delete \u{7F} c1 \u{9B}2J", "<b>&amp;</b>", "=1+1", "naïve 日本 🙂",
      ])
    #expect(seen.last?.hasPrefix("long long ") == true)
    #expect(seen.last?.hasSuffix("…") == true)
    #expect((250...256).contains(seen.last?.utf8.count ?? 0))
  }

  @Test(
    "reaches no terminal as a control character, and stays valid JSON",
    arguments: ["summary", "events"], ["text", "json", "csv"])
  func printed(_ command: String, _ format: String) throws {
    let session = try record("printed")
    let outcome = try Program.run(
      [Program.built("ractrace"), command, "--format", format, session.path])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("hostile"))
    for text in [outcome.output, outcome.errors] {
      let controls = text.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
      }
      #expect(controls.isEmpty)
    }
    if format == "json" {
      let check = "import json, sys\nfor line in open(sys.argv[1]): json.loads(line)"
      let folder = try TemporaryFolder()
      let file = folder.path + "/lines"
      try Files.write(outcome.output, to: file)
      let verdict = try Program.run(["python3", "-c", check, file])
      #expect(verdict.status == 0, "\(verdict.errors)")
    }
  }
}
