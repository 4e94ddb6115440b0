// SPDX-License-Identifier: MIT

import TestSupport
import TraceTestSupport

/// A trace of contract events with the ids that LTTng gives for what a session wants.
struct ContractTrace {
  /// The contract as the provider headers declare it, in the order of registration: a name in
  /// capitals is a string's.
  static let contract: [(name: String, level: Int, fields: String)] = [
    ("racsignal:error", 3, "SIGNAL SUBSCRIBER ERROR subscription_id values"),
    ("racsignal:violation", 4, "SIGNAL SUBSCRIBER RULE DETAIL subscription_id"),
    ("racsignal:dropped", 5, "SIGNAL SUBSCRIBER REASON subscription_id count"),
    ("racsignal:subscribed", 6, "SIGNAL SUBSCRIBER subscription_id signal_id parent_id cause_id"),
    (
      "racsignal:alive", 6,
      "SIGNAL SUBSCRIBER subscription_id signal_id parent_id cause_id values age_ns"
    ),
    ("racsignal:completed", 6, "SIGNAL SUBSCRIBER subscription_id values"),
    ("racsignal:disposed", 6, "SIGNAL SUBSCRIBER subscription_id values"),
    ("racsignal:next", 12, "SIGNAL SUBSCRIBER VALUE subscription_id ordinal"),
    ("racsignal:delivered", 13, "subscription_id"),
    ("raccompounddisposable:added", 14, "COMPOUND_DISPOSABLE DISPOSABLE -new_total"),
    ("raccompounddisposable:removed", 14, "COMPOUND_DISPOSABLE DISPOSABLE -new_total"),
    ("racscheduler:scheduled", 9, "SCHEDULER scheduler_id action_id delay_ns cause_id"),
    ("racscheduler:began", 9, "action_id"),
    ("racscheduler:ended", 9, "action_id"),
    ("racscheduler:cancelled", 9, "action_id"),
    ("racprocess:exiting", 6, "PROGRAM subscriptions"),
  ]

  enum Context: String {
    case vpid, vtid, procname
    case threadAddress = "pthread_id"

    var field: TestField {
      switch self {
      case .vpid, .vtid: .integer("_" + rawValue, 32, signed: true)
      case .procname: .fixedText("_procname", 17)
      case .threadAddress: .integer("_pthread_id", 64)
      }
    }
  }

  var trace: TestTrace
  let contexts: [Context]
  /// The next event's time.
  private var time: UInt64 = 1_000

  /// A trace without packets.
  ///
  /// - Parameters:
  ///   - names: The events that the session wanted, in the order of their ids.
  ///   - layout: The machine.
  ///   - contexts: The contexts, in their order.
  init(
    _ names: [String], layout: TestLayout = TestLayout(),
    contexts: [Context] = [.vpid, .vtid, .procname]
  ) {
    self.contexts = contexts
    let events = names.compactMap { name in
      Self.contract.first { $0.name == name }.map { row in
        TestTrace.Event(
          name: name, fields: row.fields.split(separator: " ").map(Self.field),
          logLevel: row.level, modelURI: "urn:ractrace:contract:1")
      }
    }
    trace = TestTrace(events: events, layout: layout, context: contexts.map(\.field))
  }

  /// The events that a level of detail wants.
  static func names(upTo level: Int) -> [String] {
    contract.filter { $0.level <= level }.map(\.name)
  }

  private static func field(_ name: Substring) -> TestField {
    if name.hasPrefix("-") { return .integer("_" + name.dropFirst(), 64, signed: true) }
    return name.first?.isUppercase == true
      ? .string("_" + name.lowercased()) : .integer("_" + name, 64)
  }

  /// Appends a packet of one thread's events: names without provider, if the session wanted them.
  mutating func packet(
    cpu: UInt64 = 0, number: UInt64 = 0, process: UInt64 = 1200, thread: UInt64 = 1200,
    _ events: [(String, [TestValue])]
  ) {
    let begin = time
    let last = time + UInt64(events.count) * 10
    var now = time
    let declared = trace.channels[0].events
    let contexts = contexts
    trace.packet(in: "c_\(cpu)", number: number, begin: begin, end: last, cpu: cpu) { packet in
      let context = contexts.map { context -> TestValue in
        switch context {
        case .vpid: .number(process)
        case .vtid: .number(thread)
        case .procname: .text("worker")
        case .threadAddress: .number(0x7f12_3456_0000 + thread * 64)
        }
      }
      for (name, values) in events {
        now += 10
        let wanted = declared.firstIndex { $0.name.hasSuffix(":" + name) }
        if let wanted {
          packet.event(wanted, at: now, isExtended: now % 70 == 0, context: context, values)
        }
      }
    }
    time = last
  }

  /// Appends what a small program does: every event of the contract, in two threads.
  mutating func everything() {
    let place: TestValue = .text("App/Login.swift:42")
    let clicks: TestValue = .text("clicks.map")
    let texts: [TestValue] = [clicks, place]
    packet([
      ("alive", texts + [7, 1, 0, 0, 17, 5_000_000_000]), ("subscribed", texts + [2, 1, 0, 0]),
      ("added", [.text("subscription"), .text("upstream"), 1]),
      ("scheduled", [.text("queue"), 4, 5, 0, 2]), ("scheduled", [.text("queue"), 4, 6, 1_000, 0]),
      ("cancelled", [6]), ("next", texts + [.text("é 42"), 2, 1]), ("delivered", [2]),
      ("next", texts + [.text(""), 2, 2]), ("delivered", [2]),
    ])
    packet(
      cpu: 1, thread: 1201,
      [
        ("began", [5]), ("next", texts + [.text("44"), 2, 3]), ("delivered", [2]), ("ended", [5]),
        ("subscribed", [.text("login"), place, 3, 1, 2, 0]),
      ])
    packet(
      number: 1,
      [
        ("error", [.text("login"), place, .text("no such user"), 3, 0]),
        ("disposed", [.text("login"), place, 3, 0]),
        ("violation", [.text("login"), place, .text("terminated"), .text("next after error"), 3]),
        ("dropped", texts + [.text("buffer full"), 2, 3]), ("completed", texts + [2, 3]),
        ("disposed", texts + [2, 3]), ("removed", [.text("subscription"), .text("upstream"), 0]),
        ("exiting", [.text("app"), 1]),
      ])
  }

  /// The files, with an empty `metadata`.
  func withoutMetadata(in folder: String = "") -> TraceFiles {
    var files = TraceFiles()
    files.add(trace, in: folder)
    files[(folder.isEmpty ? "" : folder + "/") + "metadata"] = []
    return files
  }
}
