// SPDX-License-Identifier: MIT

/// A trace of one process with buffers of its own, its values in a channel apart from the others:
/// for tests of what a loss concerns.
package struct TwoChannelTrace {
  package var trace: TestTrace

  private static let names: [(name: String, fields: String)] = [
    ("racsignal:subscribed", "SIGNAL SUBSCRIBER subscription_id signal_id parent_id cause_id"),
    ("racsignal:error", "SIGNAL SUBSCRIBER ERROR subscription_id values"),
    ("racsignal:completed", "SIGNAL SUBSCRIBER subscription_id values"),
    ("racsignal:disposed", "SIGNAL SUBSCRIBER subscription_id values"),
  ]
  private static let next = ("racsignal:next", "SIGNAL SUBSCRIBER VALUE subscription_id ordinal")

  /// An empty trace.
  ///
  /// - Parameters:
  ///   - process: The vpid, which is also all bytes of the trace's UUID.
  ///   - name: What the process is called.
  package init(process: UInt8, name: String) {
    trace = TestTrace(events: Self.names.map { Self.event($0.name, $0.fields) })
    trace.channels.append(.init(events: [Self.event(Self.next.0, Self.next.1)]))
    trace.uuid = Array(repeating: process, count: 16)
    trace.environment = [
      ("hostname", .text("h")), ("vpid", .number(Int64(process))), ("procname", .text(name)),
    ]
  }

  private static func event(_ name: String, _ fields: String) -> TestTrace.Event {
    TestTrace.Event(
      name: name,
      fields: fields.split(separator: " ").map { field in
        field.first?.isUppercase == true
          ? .string(field.lowercased()) : .integer(String(field), 64)
      })
  }

  /// Appends a packet of lifecycle events: each subscription begins and, if it has values, ends.
  ///
  /// - Parameters:
  ///   - subscriptions: Signals, ids, and how many values they had in the end; nil: still open.
  ///   - number: The packet's number.
  ///   - begin: Its begin; its end is 1,000 later.
  ///   - discarded: How many events its buffer had lost by then.
  package mutating func lifecycle(
    _ subscriptions: [(signal: String, id: UInt64, values: UInt64?)], number: UInt64 = 0,
    begin: UInt64 = 0, discarded: UInt64 = 0
  ) {
    trace.packet(
      in: "life_0", number: number, begin: begin, end: begin + 1_000, discarded: discarded
    ) { packet in
      for (index, subscription) in subscriptions.enumerated() {
        let names: [TestValue] = [.text(subscription.signal), .text("App/A.swift:1")]
        let id = TestValue.number(subscription.id)
        let time = begin + UInt64(index)
        packet.event("racsignal:subscribed", at: time, names + [id, 1, 0, 0])
      }
      for subscription in subscriptions {
        guard let values = subscription.values else { continue }
        packet.event(
          "racsignal:disposed", at: begin + 900,
          [
            .text(subscription.signal), .text("App/A.swift:1"), .number(subscription.id),
            .number(values),
          ])
      }
    }
  }

  /// Appends a packet of values.
  ///
  /// - Parameters:
  ///   - values: Signals, ids of subscriptions, and ordinals.
  ///   - number: The packet's number.
  ///   - begin: Its begin; its end is 1,000 later.
  ///   - discarded: How many events its buffer had lost by then.
  package mutating func values(
    _ values: [(signal: String, id: UInt64, ordinal: UInt64)], number: UInt64 = 0,
    begin: UInt64 = 0, discarded: UInt64 = 0
  ) {
    trace.packet(
      in: "values_0", channel: 1, number: number, begin: begin, end: begin + 1_000,
      discarded: discarded
    ) { packet in
      for (index, value) in values.enumerated() {
        packet.event(
          "racsignal:next", at: begin + 100 + UInt64(index),
          [
            .text(value.signal), .text("App/A.swift:1"), .text("1"), .number(value.id),
            .number(value.ordinal),
          ])
      }
    }
  }
}
