// SPDX-License-Identifier: MIT

/// Writes what the metadata of an lttng-ust trace would have said.
struct USTMetadata {
  /// A stream class.
  struct Stream {
    var id: UInt64
    var contexts: [Context] = []
    /// None if nothing is known of the events.
    var events: [Event] = []
  }

  /// A context of every event of a stream class.
  struct Context: Equatable {
    var name: String
    var kind: USTLayout.Context
  }

  /// An event class: strings, then 64-bit numbers.
  struct Event: Equatable {
    var id: Int
    var name: String
    var logLevel: Int?
    var modelURI: String?
    var strings: [String]
    /// The numbers; a `-` before a name means that it is signed.
    var integers: [String]
  }

  var layout: USTLayout
  var uuid: [UInt8]
  var environment: [CTFTrace.EnvironmentEntry] = []
  var clock = ClockClass()
  var streams: [Stream] = []

  /// The model that the text describes.
  ///
  /// - Throws: `TSDLFault` never in practice: the text is ours.
  func traceClass() throws(TSDLFault) -> TraceClass {
    var trace = try TSDLParser.parse(Array(text.utf8)).trace
    trace.environment = environment
    trace.clocks = [clock]
    trace.settle()
    return trace
  }

  private func integer(_ size: Int, _ rest: String = "", signed: Bool = false) -> String {
    "integer { size = \(size); align = \(layout.isPacked ? 8 : size); signed = \(signed);\(rest) }"
  }

  private var text: String {
    let mapped = " map = clock.monotonic.value;"
    let digits = uuid.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }
    return """
      trace { major = 1; minor = 8; byte_order = \(layout.isBigEndian ? "be" : "le");
        uuid = "\(digits.joined())";
        packet.header := struct { \(integer(32)) magic; \(integer(8)) uuid[16];
          \(integer(32)) stream_id; \(integer(64)) stream_instance_id; }; };
      clock { name = "monotonic"; freq = 1000000000; };
      struct header {
        enum : \(integer(16)) { compact = 0 ... 65534, extended = 65535 } id;
        variant <id> {
          struct { \(integer(32, mapped)) timestamp; } compact;
          struct { \(integer(32)) id; \(integer(64, mapped)) timestamp; } extended;
        } v;
      } align(\(layout.isPacked ? 8 : 16));
      struct context {
        \(integer(64, mapped)) timestamp_begin; \(integer(64, mapped)) timestamp_end;
        \(integer(64)) content_size; \(integer(64)) packet_size; \(integer(64)) packet_seq_num;
        \(integer(layout.hasWideCounter ? 64 : 32)) events_discarded;
        \(layout.hasCPU ? integer(32) + " cpu_id;" : "")
      };
      \(streams.map(declaration).joined(separator: "\n"))
      """
  }

  private func declaration(_ stream: Stream) -> String {
    let contexts = stream.contexts.map { context in
      switch context.kind {
      case .number32: "\(integer(32, signed: true)) _\(context.name);"
      case .number64: "\(integer(64)) _\(context.name);"
      case .text:
        "integer { size = 8; align = 8; signed = true; encoding = UTF8; } _\(context.name)[17];"
      }
    }
    let context =
      contexts.isEmpty ? "" : "event.context := struct { \(contexts.joined(separator: " ")) };"
    return """
      stream { id = \(stream.id); event.header := struct header;
        packet.context := struct context; \(context) };
      \(stream.events.map { declaration($0, stream.id) }.joined(separator: "\n"))
      """
  }

  private func declaration(_ event: Event, _ stream: UInt64) -> String {
    let strings = event.strings.map { "string _\($0);" }
    let numbers = event.integers.map { name in
      name.hasPrefix("-")
        ? "\(integer(64, signed: true)) _\(name.dropFirst());" : "\(integer(64)) _\(name);"
    }
    let level = event.logLevel.map { "loglevel = \($0);" } ?? ""
    let uri = event.modelURI.map { "model.emf.uri = \"\($0)\";" } ?? ""
    return """
      event { name = "\(event.name)"; id = \(event.id); stream_id = \(stream); \(level) \(uri)
        fields := struct { \((strings + numbers).joined(separator: " ")) }; };
      """
  }
}
