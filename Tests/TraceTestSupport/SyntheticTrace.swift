// SPDX-License-Identifier: MIT

package import TestSupport

/// A small trace of contract events, written byte by byte as lttng-ust lays it out.
///
/// ```swift
/// var trace = SyntheticTrace()
/// trace.packet(begin: 0, end: 1_000) { packet in
///   packet.event("racsignal:completed", at: 10, [.text("clicks"), .text("A.swift:1"), 2, 0])
/// }
/// let folder = try trace.write()
/// ```
package struct SyntheticTrace {
  /// The fields of the contract's events, and of one event of another provider.
  ///
  /// A name in capitals is a string's.
  package static let contract: [(name: String, fields: String)] = [
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
    ("raccompounddisposable:removed", "COMPOUND_DISPOSABLE DISPOSABLE new_total"),
    ("other:event", "id NAME"),
  ]

  /// The trace; its layout and the like may be changed before packets come.
  package var trace: TestTrace
  private let hasContexts: Bool

  /// A trace without packets.
  ///
  /// - Parameters:
  ///   - hasContexts: Whether events tell vpid, vtid and procname.
  ///   - names: The events that are declared; all unless told otherwise.
  ///   - fields: Other fields than the contract's, by event.
  ///   - origin: The clock's 0 in ns since 1970.
  package init(
    hasContexts: Bool = true, names: [String]? = nil, fields: [String: String] = [:],
    origin: Int64 = 1_000_000_000
  ) {
    self.hasContexts = hasContexts
    let events = Self.contract.filter { names?.contains($0.name) ?? true }.map { event in
      TestTrace.Event(
        name: event.name,
        fields: (fields[event.name] ?? event.fields).split(separator: " ").map(Self.field),
        logLevel: 13)
    }
    trace = TestTrace(events: events, context: hasContexts ? Self.contexts : [])
    trace.clock.offsetCycles = origin
    trace.environment = [
      ("domain", .text("ust")), ("tracer_name", .text("lttng-ust")), ("tracer_major", .number(2)),
      ("hostname", .text("host")),
    ]
  }

  private static let contexts: [TestField] = [
    .integer("_vpid", 32, signed: true), .integer("_vtid", 32, signed: true),
    .fixedText("_procname", 17),
  ]

  private static func field(_ name: Substring) -> TestField {
    name.first?.isUppercase == true
      ? .string("_" + name.lowercased()) : .integer("_" + name, 64)
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
  package mutating func packet(
    cpu: UInt64 = 0, number: UInt64 = 0, begin: UInt64, end: UInt64, discarded: UInt64 = 0,
    _ body: (inout SyntheticPacket) -> Void = { _ in }
  ) {
    let hasContexts = hasContexts
    trace.packet(
      in: "channel0_\(cpu)", number: number, begin: begin, end: end, discarded: discarded, cpu: cpu
    ) { packet in
      var synthetic = SyntheticPacket(hasContexts: hasContexts, packet: packet)
      body(&synthetic)
      packet = synthetic.packet
    }
  }

  /// Writes the trace into a folder of its own.
  ///
  /// - Returns: The folder, which is there as long as the object.
  package func write(_ language: MetadataLanguage = .tsdl) throws -> TemporaryFolder {
    try trace.write(language)
  }
}
