// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

/// Parts of traces: `ractrace fold` and `ractrace merge`.
@Suite("Parts of a trace")
struct FoldTests {
  @Test("say together what one run over everything says", arguments: 1...12 as ClosedRange<UInt64>)
  func same(seed: UInt64) throws {
    try check(
      ChunkedSession(seed: seed, hasLosses: false), ["summary", "subscriptions", "latency"])
  }

  @Test(
    "say together what was lost, within them and between", arguments: 1...12 as ClosedRange<UInt64>)
  func losses(seed: UInt64) throws {
    try check(
      ChunkedSession(seed: seed, hasLosses: true), ["summary", "subscriptions", "latency"])
  }

  @Test("need not come in their order")
  func order() throws {
    let folder = try ChunkedSession(seed: 1, hasLosses: false).write()
    let straight = try merged(["0", "1", "2"], in: folder.path)
    let crossed = try merged(["2", "0", "1"], in: folder.path)
    #expect(straight.output.contains("\"type\":\"signal\""))
    #expect(rows(straight) == rows(crossed))
  }

  @Test("are small: what lies between their edges is only counted")
  func size() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 3_000_000_000) { packet in
      packet.subscribed("ticks", id: 1, at: 1)
      for ordinal in 1...20_000 as ClosedRange<UInt64> {
        packet.next("ticks", id: 1, ordinal: ordinal, at: ordinal * 100_000)
        packet.event("racsignal:delivered", at: ordinal * 100_000 + 900, [1])
      }
    }
    let folder = try trace.write()
    let part = try Program.run([Program.built("ractrace"), "fold", folder.path])
    #expect(part.status == 0)
    #expect(part.output.utf8.count < 10_000)
  }

  @Test("that are in each other's time are refused")
  func overlapping() throws {
    let folder = try ChunkedSession(seed: 1, hasLosses: false).write()
    try fold("0", in: folder.path)
    let outcome = try Program.run(
      [Program.built("ractrace"), "merge", "0.part", "0.part"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("ractrace: '0' and '0' overlap in time"))
  }

  @Test("that hold the same packets are refused, also where these have none of our events")
  func repeated() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { $0.event("other:event", at: 50, [1, .text("x")]) }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 7)
    let folder = try trace.write()
    let script = """
      "$1" fold . > part; "$1" merge part part; echo $?; "$1" merge part --format=csv | head -2
      head -c 99 part > cut; "$1" merge cut; echo {} > other; "$1" merge other
      echo '{"format":"ractrace-part","version":1}' > old; "$1" merge old
      """
    let outcome = try Program.run(
      ["bash", "-c", script, "test", Program.built("ractrace")], in: folder.path)
    #expect(outcome.lines.first == "2")
    #expect(outcome.errors.hasPrefix("ractrace: '.' and '.' overlap in time"))
    #expect(outcome.errors.contains("give each part once"))
    // What is no part is told in words.
    #expect(outcome.errors.contains("it is cut short"))
    #expect(outcome.errors.contains("it holds something else"))
    #expect(outcome.errors.contains("'old': the part was written by another version of the tool"))
    #expect(!outcome.errors.contains("Error"))
  }

  @Test("of different selections are refused")
  func selections() throws {
    let folder = try ChunkedSession(seed: 1, hasLosses: false).write()
    try fold("0", in: folder.path)
    try fold("1", in: folder.path, ["--signal=a*"])
    let outcome = try Program.run(
      [Program.built("ractrace"), "merge", "0.part", "1.part"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("ractrace: the parts were selected differently"))
  }

  @Test(
    "that are none are refused with what to do",
    arguments: ["", "{}", "[1]", "{\"format\":\"part\",\"version\":1}", "\u{1}\u{0}"])
  func noPart(text: String) throws {
    let folder = try TemporaryFolder()
    try Files.write(text, to: folder.path + "/x.part")
    let outcome = try Program.run([Program.built("ractrace"), "merge", "x.part"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("ractrace: cannot read 'x.part': it is no part of a trace"))
    #expect(outcome.errors.hasSuffix("hint: make one: ractrace fold TRACE > part\n"))
  }

  @Test(
    "that were tampered with are refused or read, and crash nothing",
    arguments: 1...4 as ClosedRange<UInt64>)
  func tampered(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try ChunkedSession(seed: seed, hasLosses: true).write()
    let part = try Program.run([Program.built("ractrace"), "fold", "1"], in: folder.path).output
    let isNumber: (Character) -> Bool = { $0 == "-" || $0.isASCII && $0.isNumber }
    for _ in 0..<8 {
      // Some numbers become the greatest, the least or other ones.
      var text = ""
      var rest = part[...]
      while let start = rest.firstIndex(where: isNumber) {
        let end = rest[start...].firstIndex { !isNumber($0) } ?? rest.endIndex
        text += rest[..<start]
        let isChosen = Int.random(in: 0..<200, using: &random) == 0
        text +=
          isChosen ? Self.extremes.randomElement(using: &random) ?? "" : String(rest[start..<end])
        rest = rest[end...]
      }
      try Files.write(text + rest, to: folder.path + "/x.part")
      for question in ["summary", "subscriptions", "latency"] {
        let outcome = try Program.run(
          [Program.built("ractrace"), "merge", "--analysis=\(question)", "x.part"], in: folder.path,
          seconds: 60)
        #expect([0, 2].contains(outcome.status), "\(outcome.errors.prefix(500))")
      }
    }
  }

  private static let extremes = [
    "0", "-1", "1", "63", "64", "2147483647", "-2147483648", "4294967295", "9223372036854775807",
    "-9223372036854775808", "18446744073709551615", "99999",
  ]

  @Test("are refused if given twice, though a packet took no time, or none is numbered")
  func copies() throws {
    var instant = SyntheticTrace()
    instant.packet(begin: 50, end: 50) { $0.event("other:event", at: 50, [1, .text("x")]) }
    var unnumbered = SyntheticTrace()
    unnumbered.trace.channels[0].packetFields.removeAll { $0.role == .sequenceNumber }
    unnumbered.packet(begin: 0, end: 100) { $0.event("other:event", at: 50, [1, .text("x")]) }
    for trace in [instant, unnumbered] {
      let folder = try trace.write()
      try fold(".", in: folder.path)
      let merge = [Program.built("ractrace"), "merge", "..part"]
      let outcome = try Program.run(merge + ["..part"], in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("give each part once"))
      #expect(try Program.run(merge, in: folder.path).status == 0)
    }
  }

  /// Chunks of a session whose buffers have spans without an open packet.
  private func sparse(_ cpus: [UInt64], packets: UInt64) -> TraceFiles {
    var files = TraceFiles()
    for chunk in 0..<2 as Range<UInt64> {
      var trace = SyntheticTrace()
      for cpu in cpus {
        for index in 0..<packets {
          let number = chunk * packets + index
          let begin = number * 10_000_000 + cpu * 1_000
          trace.packet(
            cpu: cpu, number: number, begin: begin, end: begin + 5_000_000 - number % 7 * 1_000
          ) { $0.subscribed("s", id: number * 100 + cpu + 1, at: begin + 1) }
        }
      }
      files.add(trace.trace, in: "\(chunk)")
    }
    return files
  }

  @Test(
    "list when no packet was open as one run does, in its order and the longest of too many",
    arguments: [([10, 2], 4), ([0], 600)] as [([UInt64], UInt64)])
  func uncovered(cpus: [UInt64], packets: UInt64) throws {
    let folder = try sparse(cpus, packets: packets).write()
    let whole = try Program.run(
      [Program.built("ractrace"), "summary", "--format=json", "0", "1"], in: folder.path)
    let parts = try merged(["0", "1"], in: folder.path)
    #expect(rows(whole) == rows(parts))
    #expect(whole.output.contains("\"uncovered\":[{"))
    #expect(packets < 600 || whole.output.contains("\"uncovered_unlisted\":199"))
  }

  @Test("between which one is missing are not said to need larger buffers, read or put together")
  func missingBetween() throws {
    let folder = try ChunkedSession(seed: 1, hasLosses: false).write()
    let whole = try Program.run(
      [Program.built("ractrace"), "summary", "0", "2"], in: folder.path)
    _ = try merged(["0", "2"], in: folder.path)
    let parts = try Program.run(
      [Program.built("ractrace"), "merge", "0.part", "2.part"], in: folder.path)
    for outcome in [whole, parts] {
      #expect(outcome.output.hasPrefix("lost: "))
      #expect(outcome.output.contains("missing between"))
      #expect(outcome.output.contains("give the chunks or parts that lie between as well"))
      #expect(!outcome.output.contains("larger buffers"))
    }
    let json = try merged(["0", "2"], in: folder.path)
    #expect(
      json.output.contains("\"cause\":\"missing_packets\",\"packets\":2,\"between_traces\":true"))
  }

  // MARK: Support

  private func check(_ session: ChunkedSession, _ questions: [String]) throws {
    let folder = try session.write()
    for question in questions {
      let whole = try Program.run(
        [Program.built("ractrace"), question, "--format=json", "0", "1", "2"], in: folder.path)
      let parts = try merged(["0", "1", "2"], in: folder.path, question)
      #expect(whole.errors == "")
      #expect(parts.errors == "")
      #expect(rows(whole).count > 5)
      #expect(rows(parts).count == rows(whole).count)
      for (part, whole) in zip(rows(parts), rows(whole)) { #expect(part == whole) }
    }
  }

  /// The answer behind its header and what was known before.
  private func rows(_ outcome: Outcome) -> [Substring] { Array(outcome.lines.dropFirst(1)) }

  private func fold(_ name: String, in folder: String, _ options: [String] = []) throws {
    let part = try Program.run([Program.built("ractrace"), "fold", name] + options, in: folder)
    #expect(part.status == 0)
    #expect(part.errors == "")
    try Files.write(part.output, to: "\(folder)/\(name).part")
  }

  private func merged(
    _ names: [String], in folder: String, _ question: String = "summary"
  ) throws -> Outcome {
    for name in names { try fold(name, in: folder) }
    return try Program.run(
      [Program.built("ractrace"), "merge", "--format=json", "--analysis=\(question)"]
        + names.map { "\($0).part" }, in: folder)
  }
}
