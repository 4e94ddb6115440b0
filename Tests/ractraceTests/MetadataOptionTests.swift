// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

@Suite("ractrace --metadata")
struct MetadataOptionTests {
  private func ractrace(_ words: String...) throws -> Outcome {
    try Program.run([Program.built("ractrace")] + words)
  }

  private func folder() throws -> TemporaryFolder {
    var files = TraceFiles()
    for (session, name) in ["broken", "whole"].enumerated() {
      var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 16)])])
      trace.uuid = Array(repeating: UInt8(session), count: 16)
      trace.packet(begin: 0, end: 1_000, discarded: 3) { packet in
        packet.event(0, at: 5, [1])
        packet.event(0, at: 6, [2])
      }
      files.add(trace, in: name)
    }
    files["broken/metadata"] = []
    return try files.write()
  }

  @Test("reads a trace that has none, and says how", arguments: ["summary", "events"])
  func lent(command: String) throws {
    let folder = try folder()
    for lender in ["whole", "whole/metadata"] {
      let outcome = try ractrace(
        command, folder.path + "/broken", "--metadata", folder.path + "/" + lender,
        "--format=json")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.lines.last?.contains("\"events\":2,") == true)
      let how = "the metadata is empty; read with the metadata '\(folder.path)/whole/metadata'"
      #expect(outcome.lines.dropFirst().first?.contains(how) == true)
    }
  }

  @Test("is named where no event can be decoded, after all that is known")
  func undecoded() throws {
    let folder = try folder()
    let outcome = try ractrace("summary", folder.path + "/broken", "--format=json")
    #expect(outcome.status == 2)
    #expect(outcome.lines.last?.contains("\"discarded_events\":3") == true)
    #expect(outcome.errors.hasPrefix("ractrace: the events in '\(folder.path)/broken' cannot be"))
    #expect(outcome.errors.contains("\nhint: lend it the metadata"))
    #expect(outcome.errors.contains("--metadata FILE\n"))
    let text = try ractrace("summary", folder.path + "/broken")
    #expect(text.status == 2)
    #expect(text.output.contains("lost: 3 events discarded"))
  }

  @Test(
    "is named by every command that reads traces: none says that all is well",
    arguments: ["events", "subscriptions", "latency", "flow", "check", "fold"])
  func everyCommand(command: String) throws {
    let folder = try folder()
    let outcome = try ractrace(command, folder.path + "/broken")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ractrace: the events in '\(folder.path)/broken' cannot be"))
  }

  @Test("is named where two traces are compared")
  func compared() throws {
    let folder = try folder()
    let outcome = try ractrace("diff", folder.path + "/broken", folder.path + "/broken")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ractrace: the events in '\(folder.path)/broken' cannot be"))
  }

  @Test("is a warning where other traces can be decoded")
  func beside() throws {
    let folder = try folder()
    let outcome = try ractrace("summary", folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("lend it metadata with --metadata"))
    #expect(outcome.output.contains("2 events"))
  }

  @Test("refuses metadata that the packets do not fit, and says what would help")
  func foreign() throws {
    let folder = try folder()
    let other = TestTrace(events: [.init(name: "a:b", fields: [.string("one"), .string("other")])])
    var files = TraceFiles()
    files.add(other, in: "other")
    let lender = try files.write()
    let outcome = try ractrace(
      "summary", folder.path + "/broken", "--metadata=" + lender.path + "/other/metadata")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("ractrace: cannot read '\(folder.path)/broken': the metadata"))
    #expect(outcome.errors.contains("does not fit: it reads 0 of 1 packets to their end\n"))
    #expect(outcome.errors.contains("\nhint: lend it the metadata of a session that recorded"))
  }

  @Test("refuses what is no metadata")
  func wrong() throws {
    let folder = try folder()
    let path = folder.path + "/whole/c_0"
    let outcome = try ractrace("summary", folder.path + "/broken", "--metadata=" + path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("ractrace: cannot read '\(path)'"))
  }
}
