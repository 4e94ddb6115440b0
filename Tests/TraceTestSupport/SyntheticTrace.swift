// SPDX-License-Identifier: MIT

public import TestSupport

/// A small trace of contract events, written byte by byte as lttng-ust lays it out on x86-64.
///
/// ```swift
/// var trace = SyntheticTrace()
/// trace.packet(begin: 0, end: 1_000) { packet in
///   packet.event("racsignal:completed", at: 10, [.text("clicks"), .text("A.swift:1"), 2, 0])
/// }
/// let folder = try trace.write()
/// ```
public struct SyntheticTrace {
  /// What is stored in a field.
  public enum Value: ExpressibleByIntegerLiteral {
    /// An unsigned 64-bit number.
    case number(UInt64)
    /// The bytes of a string, without the NUL at its end.
    case bytes([UInt8])

    /// A string.
    public static func text(_ text: String) -> Value { .bytes(Array(text.utf8)) }

    /// A number.
    public init(integerLiteral value: UInt64) { self = .number(value) }
  }

  /// The fields of the contract's events, and of one event of another provider.
  ///
  /// A name in capitals is a string's.
  public static let contract: [(name: String, fields: String)] = [
    ("racsignal:error", "SIGNAL SUBSCRIBER ERROR subscription_id values"),
    ("racsignal:violation", "SIGNAL SUBSCRIBER RULE DETAIL subscription_id"),
    ("racsignal:dropped", "SIGNAL SUBSCRIBER REASON subscription_id count"),
    (
      "racsignal:subscribed", "SIGNAL SUBSCRIBER subscription_id signal_id parent_id cause_id"
    ),
    (
      "racsignal:alive",
      "SIGNAL SUBSCRIBER subscription_id signal_id parent_id cause_id values age_ns"
    ),
    ("racsignal:completed", "SIGNAL SUBSCRIBER subscription_id values"),
    ("racsignal:disposed", "SIGNAL SUBSCRIBER subscription_id values"),
    ("racprocess:exiting", "PROGRAM subscriptions"),
    ("racscheduler:scheduled", "SCHEDULER scheduler_id action_id delay_ns cause_id"),
    ("racscheduler:began", "action_id"),
    ("racscheduler:ended", "action_id"),
    ("racscheduler:cancelled", "action_id"),
    ("racsignal:next", "SIGNAL SUBSCRIBER VALUE subscription_id ordinal"),
    ("racsignal:delivered", "subscription_id"),
    ("raccompounddisposable:added", "COMPOUND_DISPOSABLE DISPOSABLE new_total"),
    ("other:event", "id NAME"),
  ]

  let events: [(name: String, fields: [Substring])]
  let hasContexts: Bool
  let uuid: [UInt8]
  let origin: Int64
  var streams: [String: [UInt8]] = [:]

  /// A trace without packets.
  ///
  /// - Parameters:
  ///   - hasContexts: Whether events tell vpid, vtid and procname.
  ///   - names: The events that are declared; all unless told otherwise.
  ///   - fields: Other fields than the contract's, by event.
  ///   - origin: The clock's 0 in ns since 1970.
  public init(
    hasContexts: Bool = true, names: [String]? = nil, fields: [String: String] = [:],
    origin: Int64 = 1_000_000_000
  ) {
    self.hasContexts = hasContexts
    self.origin = origin
    uuid = Array(1...16)
    events = Self.contract.filter { names?.contains($0.name) ?? true }.map { event in
      (event.name, (fields[event.name] ?? event.fields).split(separator: " "))
    }
  }

  /// Appends a packet to the file of a CPU.
  ///
  /// - Parameters:
  ///   - cpu: The CPU.
  ///   - number: The packet's number in its buffer.
  ///   - begin: When it was opened, in ns of the clock.
  ///   - end: When it was closed.
  ///   - discarded: How many events the buffer had lost by then.
  ///   - body: Writes the events.
  public mutating func packet(
    cpu: UInt64 = 0, number: UInt64 = 0, begin: UInt64, end: UInt64, discarded: UInt64 = 0,
    _ body: (inout SyntheticPacket) -> Void = { _ in }
  ) {
    var packet = SyntheticPacket(trace: self)
    body(&packet)
    let size = (84 + packet.bytes.count + 4_095) / 4_096 * 4_096
    var bytes: [UInt8] = []
    bytes.put(0xC1FC_1FC1, 4)
    bytes += uuid
    bytes.put(0, 4)
    for number in [
      cpu, begin, end, UInt64(84 + packet.bytes.count) * 8, UInt64(size) * 8, number, discarded,
    ] {
      bytes.put(number, 8)
    }
    bytes.put(cpu, 4)
    bytes += packet.bytes
    bytes += Array(repeating: 0, count: size - bytes.count)
    streams["channel0_\(cpu)", default: []] += bytes
  }

  /// Writes the trace into a folder of its own.
  ///
  /// - Returns: The folder, which is there as long as the object.
  public func write() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Files.write(Array(metadata.utf8), to: folder.path + "/metadata")
    for (name, bytes) in streams { try Files.write(bytes, to: folder.path + "/" + name) }
    return folder
  }

  private func integer(_ size: Int, _ rest: String = "", signed: Int = 0) -> String {
    "integer { size = \(size); align = 8; signed = \(signed);\(rest) }"
  }

  private var metadata: String {
    let clock = " map = clock.monotonic.value;"
    let contexts = """
      \(integer(32, signed: 1)) _vpid; \(integer(32, signed: 1)) _vtid;
      integer { size = 8; align = 8; signed = 1; encoding = UTF8; } _procname[17];
      """
    let declarations = events.enumerated().map { id, event in
      let fields = event.fields.map { field in
        field.first?.isUppercase == true
          ? "string _\(field.lowercased());" : "\(integer(64)) _\(field);"
      }
      return """
        event { name = "\(event.name)"; id = \(id); stream_id = 0; loglevel = 13;
          fields := struct { \(fields.joined(separator: " ")) }; };
        """
    }
    return """
      /* CTF 1.8 */
      trace { major = 1; minor = 8; uuid = "01020304-0506-0708-090a-0b0c0d0e0f10"; byte_order = le;
        packet.header := struct { \(integer(32)) magic; \(integer(8)) uuid[16];
          \(integer(32)) stream_id; \(integer(64)) stream_instance_id; }; };
      env { domain = "ust"; tracer_name = "lttng-ust"; tracer_major = 2; hostname = "host"; };
      clock { name = "monotonic"; freq = 1000000000; offset = \(origin); };
      stream { id = 0;
        event.header := struct {
          enum : \(integer(16)) { compact = 0 ... 65534, extended = 65535 } id;
          variant <id> {
            struct { \(integer(32, clock)) timestamp; } compact;
            struct { \(integer(32)) id; \(integer(64, clock)) timestamp; } extended;
          } v;
        } align(8);
        packet.context := struct {
          \(integer(64, clock)) timestamp_begin; \(integer(64, clock)) timestamp_end;
          \(integer(64)) content_size; \(integer(64)) packet_size; \(integer(64)) packet_seq_num;
          \(integer(64)) events_discarded; \(integer(32)) cpu_id; };
        \(hasContexts ? "event.context := struct { \(contexts) };" : "")
      };
      \(declarations.joined(separator: "\n"))
      """
  }
}
