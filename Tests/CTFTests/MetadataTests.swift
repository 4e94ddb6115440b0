// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing
import TraceTestSupport

@Suite("Metadata")
struct MetadataTests {
  private static var trace: TestTrace {
    var trace = TestTrace(
      events: [
        .init(
          name: "a:b", fields: [.integer("n", 32)],
          logLevel: 13, modelURI: "urn:x")
      ])
    trace.packet { $0.event(0, at: 5, [.number(1)]) }
    return trace
  }

  private static func open(_ metadata: [UInt8]) throws -> CTFTraceSet {
    let folder = try trace.write(metadata: metadata)
    return try CTFTraceSet.open([folder.path])
  }

  private static func failure(_ metadata: String) throws -> CTFError {
    try #require(throws: CTFError.self) { _ = try open(Array(metadata.utf8)) }
  }

  @Test("tells environment, clock, names and levels")
  func content() throws {
    let set = try Self.open(Array(Self.trace.metadata.utf8))
    let trace = try #require(set.traces.first)
    #expect(trace.string("domain") == "ust")
    #expect(trace.integer("tracer_minor") == 13)
    #expect(trace.clocks.map(\.name) == ["monotonic"])
    #expect(trace.uuid == Self.trace.uuid)
    let event = try #require(set.eventClasses.first)
    #expect(event.name == "a:b")
    #expect(event.logLevel == 13)
    #expect(event.modelURI == "urn:x")
    #expect(event.payload.map(\.name) == ["n"])
  }

  @Test("is read out of packets of either byte order", arguments: [false, true])
  func packetised(isBig: Bool) throws {
    var trace = Self.trace
    trace.layout.isBigEndian = isBig
    let filler = String(repeating: "/* filler */\n", count: 1000)
    let folder = try Self.trace.write(metadata: trace.packetised(filler + Self.trace.metadata))
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.eventClasses.map(\.name) == ["a:b"])
    #expect(set.trust == Trust())
  }

  @Test("that is cut inside its last block gives what is complete, and says so")
  func cut() throws {
    let text = Self.trace.metadata + "\nevent { name = \"c:d\"; id = 1; fields := struct { int"
    let set = try Self.open(Array(text.utf8))
    #expect(set.eventClasses.map(\.name) == ["a:b"])
    #expect(set.trust.damage.map(\.kind) == [.metadata])
  }

  @Test("that is absent or means nothing is refused by name")
  func refused() throws {
    #expect(try Self.failure("\u{1e}{}").code == .invalidMetadata)
    let folder = try TemporaryFolder()
    let absent = try #require(throws: CTFError.self) { try CTFTraceSet.open([folder.path]) }
    #expect(absent.code == .noTrace)
    #expect(absent.remedy.contains("'ractrace record'"))
    let whole = try Self.trace.write()
    let beside = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([whole.path, folder.path])
    }
    #expect(beside.code == .noTrace)
    #expect(beside.place?.path == folder.path)
    #expect(try CTFTraceSet.open([whole.path, whole.path]).traces.count == 1)
    let nothing = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/nothing"])
    }
    #expect(nothing.code == .notFound)
    try Files.write([1], to: folder.path + "/file")
    let file = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/file"])
    }
    #expect(file.code == .notAFolder)
    #expect(mkdir(folder.path + "/pipe", 0o700) == 0)
    #expect(mkfifo(folder.path + "/pipe/metadata", 0o600) == 0)
    let pipe = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/pipe"])
    }
    #expect(pipe.message == "is not a regular file")
    #expect(file.description == "'\(folder.path)/file': is not a folder")
  }

  @Test("is asked of every path; one that was read already is read once")
  func everyPath() throws {
    let folder = try TemporaryFolder()
    for name in ["all", "all/a", "none"] {
      #expect(mkdir(folder.path + "/" + name, 0o700) == 0)
    }
    try Files.write(Self.trace.metadata, to: folder.path + "/all/a/metadata")
    try Files.write([], to: folder.path + "/none/file")
    let set = try CTFTraceSet.open([folder.path + "/all/a", folder.path + "/all"])
    #expect(set.eventClasses.map(\.name) == ["a:b"])
    let empty = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/all", folder.path + "/none"])
    }
    #expect(empty.code == .noTrace)
    #expect(empty.place?.path == folder.path + "/none")
  }

  /// Faults at the begin of an otherwise good text, with the place that the error names.
  struct Fault: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var line: Int
    var column: Int
    var testDescription: String { message }
  }

  static let faults = [
    Fault(text: "foo bar;", message: "no type is named 'foo'", line: 1, column: 5),
    Fault(
      text: "typealias integer { size = 65; } := x;",
      message: "65 is too large here: at most 64", line: 1, column: 28),
    Fault(
      text: "\n  typealias integer { size = 8; align = 3; } := x;",
      message: "an alignment must be a power of two, not 3", line: 2, column: 42),
    Fault(
      text: "typealias integer { align = 8; } := x;",
      message: "an integer needs a size of 1 to 64 bits", line: 1, column: 34),
    Fault(text: "env { a = ; };", message: "expected a number, found ';'", line: 1, column: 11),
    Fault(text: "env { a = \"x };", message: "a string has no end", line: 1, column: 11),
    Fault(text: "/* never", message: "a comment has no end", line: 1, column: 1),
    Fault(
      text: "struct a { string s; } align(8) b $", message: "expected ';', found 'b'", line: 1,
      column: 33),
    Fault(
      text: "clock { freq = 0; };", message: "a clock's frequency cannot be 0", line: 1,
      column: 17),
    Fault(
      text: "typealias floating_point { exp_dig = 5; mant_dig = 11; } := half;",
      message: "only numbers of 8 + 24 and 11 + 53 bits are read, not 5 + 11", line: 1, column: 58
    ),
    Fault(
      text: "$", message: "this byte (36) does not belong into a metadata text", line: 1, column: 1),
  ]

  @Test("with a fault is refused with its line and column", arguments: faults)
  func fault(_ fault: Fault) throws {
    let error = try Self.failure(fault.text)
    #expect(error.code == .syntax)
    #expect(error.message == fault.message)
    #expect(error.place?.line == fault.line)
    #expect(error.place?.column == fault.column)
  }

  @Test(
    "that refers to what is not there is refused",
    arguments: [
      ("integer { size = 8; } a[n];", "'a' refers to 'n'"),
      ("integer { size = 8; } n; variant <n> { string x; } v;", "is not an enumeration"),
      ("string n; integer { size = 8; } a[n];", "no earlier integer has that name"),
      ("struct { string s; } a[4294967296][4294967296];", ""),
    ])
  func reference(_ fields: String, _ message: String) throws {
    let text =
      Self.trace.metadata
      + "event { name = \"c:d\"; id = 1; stream_id = 0; fields := struct { \(fields) }; };"
    guard !message.isEmpty else {
      // Nothing of it is stored before an event comes.
      #expect(try Self.open(Array(text.utf8)).eventClasses.count == 2)
      return
    }
    let error = try Self.failure(text)
    #expect(error.code == .invalidMetadata)
    #expect(error.message.contains(message))
    #expect(error.message.hasPrefix("event 'c:d': "))
  }

  @Test("that nests or multiplies without measure is refused")
  func bombs() throws {
    let deep = String(repeating: "struct { ", count: 10_000)
    #expect(try Self.failure(deep).message.contains("nested"))
    var wide = "struct a0 { integer { size = 8; } x; };\n"
    for level in 1...40 {
      let member = "struct a\(level - 1)"
      wide += "struct a\(level) { \(member) x; \(member) y; };\n"
    }
    #expect(try Self.failure(wide).message.contains("fields are declared"))
    let chain = (1...10_000).map { "typedef t\($0 - 1) t\($0)[1];" }.joined()
    let names = "typedef integer { size = 8; } t0;" + chain
    #expect(try Self.failure(names).message.contains("nested"))
    let array = "struct s { integer { size = 64; } x[4294967296][4294967296]; };"
    let text =
      Self.trace.metadata + array
      + "event { name = \"c:d\"; id = 1; stream_id = 0; fields := struct s; };"
    #expect(try Self.failure(text).message.contains("too large"))
  }

  @Test("resolves names from inner to outer scopes, and by full path")
  func scopes() throws {
    let text = Self.trace.metadata.replacing(
      "fields := struct { integer { size = 32; align = 8; signed = false; base = 10; } n; };",
      with: """
        typealias integer { size = 8; } := byte;
        fields := struct { struct { byte n; } s; byte a[s.n]; byte b[event.fields.s.n];
          byte c[stream.packet.context.cpu_id]; byte d[cpu_id]; };
        """)
    #expect(text.contains("byte d"))
    var trace = TestTrace(
      events: [
        .init(
          name: "a:b",
          fields: [
            .integer("n", 8), .integer("x", 8), .integer("y", 8), .integer("z", 8),
            .integer("w", 8),
          ])
      ])
    trace.packet(cpu: 1) {
      $0.event(0, at: 1, [.number(1), .number(2), .number(3), .number(4), .number(5)])
    }
    let folder = try trace.write(metadata: Array(text.utf8))
    let set = try CTFTraceSet.open([folder.path])
    #expect(
      BabeltraceText.lines(of: set) == [
        "[0.000000001] a:b: { cpu_id = 1 }, { }, "
          + "{ s = { n = 1 }, a = [ [0] = 2 ], b = [ [0] = 3 ], c = [ [0] = 4 ], d = [ [0] = 5 ] }"
      ])
  }
}
