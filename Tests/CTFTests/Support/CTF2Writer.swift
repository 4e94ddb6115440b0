// SPDX-License-Identifier: MIT

import TestSupport
import TraceTestSupport

@testable import CTF

/// Says in CTF 2 what a metadata text of CTF 1.8 says: the packets are the same under both.
struct CTF2Writer {
  private let trace: TraceClass
  private(set) var text = ""
  /// The enclosing structures, and how many members of each are written.
  var frames: [(members: [StructureClass.Member], count: Int)] = []
  /// The structures of the dynamic scopes so far.
  var scopes: [(scope: FieldScope, structure: StructureClass)] = []

  static let logLevels = [
    "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug:system",
    "debug:program", "debug:process", "debug:module", "debug:unit", "debug:function", "debug:line",
    "debug",
  ]

  /// The metadata in CTF 2.
  static func metadata(of trace: TraceClass) throws -> [UInt8] {
    var writer = CTF2Writer(trace: trace)
    try writer.write()
    return Array(writer.text.utf8)
  }

  /// Copies a folder of traces and puts CTF 2 metadata in the place of their own.
  static func writeCopy(of folder: String, to copy: String) throws {
    let list = "cp -a '\(folder)' '\(copy)' && find '\(copy)' -name metadata -type f"
    let outcome = try Program.run(["bash", "-c", list])
    guard outcome.status == 0 else { throw SupportError(outcome.errors) }
    for path in outcome.output.split(separator: "\n").map(String.init) {
      try Files.write(try metadata(ofFile: path), to: path)
    }
  }

  /// The metadata in CTF 2 of a file in CTF 1.8.
  static func metadata(ofFile path: String) throws -> [UInt8] {
    let file = try File(path)
    return try metadata(ofText: MetadataText(file.read(at: 0, count: file.size)).bytes)
  }

  /// The metadata in CTF 2 of a text in CTF 1.8.
  static func metadata(ofText text: [UInt8]) throws -> [UInt8] {
    var trace = try TSDLParser.parse(text).trace
    trace.settle()
    return try metadata(of: trace)
  }

  private init(trace: TraceClass) { self.trace = trace }

  static func quoted(_ text: String) -> String { JSONText.quoted(text) }

  // MARK: Fragments

  private mutating func fragment(_ type: String, _ members: [String]) {
    text += "\u{1e}{" + (["\"type\":\"\(type)\""] + members).joined(separator: ",") + "}\n"
  }

  private mutating func write() throws {
    let uuid = trace.uuid.map { ["\"uuid\":\($0)"] } ?? []
    fragment("preamble", ["\"version\":2"] + uuid)
    var names: Set<String> = []
    let environment = trace.environment.filter { names.insert($0.name).inserted }.map { entry in
      switch entry.value {
      case .integer(let number): "\(Self.quoted(entry.name)):\(number)"
      case .string(let text): "\(Self.quoted(entry.name)):\(Self.quoted(text))"
      }
    }
    fragment(
      "trace-class",
      ["\"environment\":{\(environment.joined(separator: ","))}"]
        + (try root("packet-header-field-class", trace.packetHeader, .packetHeader)))
    for clock in trace.clocks { write(clock) }
    for stream in trace.streamClasses { try write(stream) }
  }

  private mutating func write(_ clock: ClockClass) {
    let frequency = Int64(clamping: clock.frequency)
    var (seconds, cycles) = clock.offsetCycles.quotientAndRemainder(dividingBy: frequency)
    if cycles < 0 { (seconds, cycles) = (seconds - 1, cycles + frequency) }
    seconds += clock.offsetSeconds
    let uid = clock.uuid.map { ["\"uid\":\(Self.quoted($0))"] } ?? []
    fragment(
      "clock-class",
      [
        "\"id\":\(Self.quoted(clock.name))", "\"name\":\(Self.quoted(clock.name))",
        "\"frequency\":\(clock.frequency)", "\"origin\":\"unix-epoch\"",
        "\"offset-from-origin\":{\"seconds\":\(seconds),\"cycles\":\(cycles)}",
        "\"description\":\(Self.quoted(clock.text))",
      ] + uid)
  }

  private mutating func write(_ stream: StreamClass) throws {
    scopes.removeAll { $0.scope != .packetHeader }
    let clock = trace.clocks.first.map {
      ["\"default-clock-class-id\":\(Self.quoted($0.name))"]
    }
    let context = try root(
      "packet-context-field-class", stream.packetContext, .packetContext)
    let header = try root("event-record-header-field-class", stream.eventHeader, .eventHeader)
    let common = try root(
      "event-record-common-context-field-class", stream.eventContext, .eventContext)
    fragment(
      "data-stream-class", ["\"id\":\(stream.id)"] + (clock ?? []) + context + header + common)
    let outer = scopes
    for event in trace.eventClasses where event.streamClassID == stream.id {
      scopes = outer
      try write(event)
    }
  }

  private mutating func write(_ event: EventRecordClass) throws {
    let level = event.logLevel.map { ["\"log-level\":\"\(Self.logLevels[$0])\""] } ?? []
    let uri = event.modelURI.map { ["\"emf-uri\":\(Self.quoted($0))"] } ?? []
    let ours = (level + uri).joined(separator: ",")
    let own = try root("specific-context-field-class", event.context, .ownContext)
    let payload = try root("payload-field-class", event.payload, .payload)
    fragment(
      "event-record-class",
      [
        "\"id\":\(event.id)", "\"data-stream-class-id\":\(event.streamClassID)",
        "\"name\":\(Self.quoted(event.name))",
        "\"attributes\":{\"lttng.org,2009\":{\(ours)}}",
      ] + own + payload)
  }

  private mutating func root(
    _ name: String, _ structure: StructureClass?, _ scope: FieldScope
  ) throws -> [String] {
    guard let structure else { return [] }
    frames = []
    let text = try type(.structure(structure), role: nil)
    scopes.append((scope, structure))
    return ["\"\(name)\":\(text)"]
  }
}
