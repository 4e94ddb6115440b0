// SPDX-License-Identifier: MIT

import CTF
import SignalProbes
import TestSupport
import Testing

@Suite(
  "The tracepoint contract",
  .needsPrivateDaemon)
struct ContractTests {
  /// An event as the contract has it: name, log level, fields.
  ///
  /// `s` is a string, `u` an unsigned and `i` a signed 64-bit integer.
  struct Row: Equatable, CustomStringConvertible {
    var event: String
    var level: Int?
    var fields: String
    var description: String { "\(event) \(level ?? -1) \(fields)" }
  }

  /// Version 1, whole.
  ///
  /// The numbers are syslog's and lttng's levels.
  private static let contract: [Row] = {
    let subscription = "s:signal s:subscriber"
    let begin = subscription + " u:subscription_id u:signal_id u:parent_id u:cause_id"
    let end = subscription + " u:subscription_id u:values"
    let change = "s:compound_disposable s:disposable i:new_total"
    let (error, warning, notice, info) = (3, 4, 5, 6)
    let (process, function, line, debug) = (9, 12, 13, 14)
    return [
      Row(event: "raccompounddisposable:added", level: debug, fields: change),
      Row(event: "raccompounddisposable:removed", level: debug, fields: change),
      Row(event: "racprocess:exiting", level: info, fields: "s:program u:subscriptions"),
      Row(event: "racscheduler:began", level: process, fields: "u:action_id"),
      Row(event: "racscheduler:cancelled", level: process, fields: "u:action_id"),
      Row(event: "racscheduler:ended", level: process, fields: "u:action_id"),
      Row(
        event: "racscheduler:scheduled", level: process,
        fields: "s:scheduler u:scheduler_id u:action_id u:delay_ns u:cause_id"),
      Row(event: "racsignal:alive", level: info, fields: begin + " u:values u:age_ns"),
      Row(event: "racsignal:completed", level: info, fields: end),
      Row(event: "racsignal:delivered", level: line, fields: "u:subscription_id"),
      Row(event: "racsignal:disposed", level: info, fields: end),
      Row(
        event: "racsignal:dropped", level: notice,
        fields: subscription + " s:reason u:subscription_id u:count"),
      Row(
        event: "racsignal:error", level: error,
        fields: subscription + " s:error u:subscription_id u:values"),
      Row(
        event: "racsignal:next", level: function,
        fields: subscription + " s:value u:subscription_id u:ordinal"),
      Row(event: "racsignal:subscribed", level: info, fields: begin),
      Row(
        event: "racsignal:violation", level: warning,
        fields: subscription + " s:rule s:detail u:subscription_id"),
    ]
  }()

  /// Records the C program that emits every event, in a session made by hand.
  private func record() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try PrivateDaemon.run(
      """
      lttng create contract --output="$1" && lttng enable-event --userspace 'rac*' && lttng start
      "$2"
      timeout 20 lttng stop && timeout 20 lttng destroy
      """, arguments: [folder.path, Program.built("ContractExample")])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  @Test("has every event, level, field and model URI in the metadata of a recorded trace")
  func metadata() throws {
    let folder = try record()
    let classes = try CTFTraceSet.open([folder.path]).eventClasses
    let rows = classes.map { found in
      Row(
        event: found.name, level: found.logLevel,
        fields: found.payload.map { "\(letter($0.fieldClass)):\($0.name)" }.joined(separator: " "))
    }
    #expect(rows.sorted { $0.event < $1.event } == Self.contract)
    #expect(classes.allSatisfy { $0.modelURI == "urn:ractrace:contract:\(contractVersion)" })
  }

  @Test("is emitted whole by a C program, in order and with babeltrace2's counts")
  func example() throws {
    let folder = try record()
    let set = try CTFTraceSet.open([folder.path])
    var names: [String] = []
    set.forEachEvent { names.append(set.eventClasses[$0.classIndex].name) }
    #expect(
      names.map { String($0.split(separator: ":")[1]) } == [
        "subscribed", "added", "scheduled", "scheduled", "cancelled", "began", "next", "delivered",
        "ended", "subscribed", "error", "disposed", "violation", "dropped", "completed", "disposed",
        "removed", "alive", "exiting",
      ])
    #expect(Set(names) == Set(Self.contract.map(\.event)))
    #expect(try Program.run(["babeltrace2", folder.path]).lines.count == names.count)
  }

  private func letter(_ fieldClass: FieldClass) -> String {
    switch fieldClass {
    case .string: "s"
    case .integer(let integer) where integer.size == 64: integer.isSigned ? "i" : "u"
    default: "?"
    }
  }
}
