// SPDX-License-Identifier: MIT

import SignalProbes
import Synchronization

/// What a logging operator writes: which events, with what before them, and where to.
struct EventLog: Sendable {
  /// The kinds of events that are written.
  struct Events: OptionSet, Sendable {
    let rawValue: UInt8
    static let next = Events(rawValue: 1)
    static let error = Events(rawValue: 2)
    static let completed = Events(rawValue: 4)
    static let all: Events = [next, error, completed]
  }

  let events: Events
  let label: String?
  let place: SourcePlace
  let output: LogOutput

  /// Writes a value.
  func next<Value>(_ value: Value, of subscription: Subscription) {
    guard !subscription.hidesValues.load(ordering: .relaxed) else {
      return write("next", ValueText.redacted.characters, of: subscription)
    }
    ValueText.withCString(of: value) { write("next", $0, of: subscription) }
  }

  /// Writes an error.
  func error(_ error: any Error, of subscription: Subscription) {
    ValueText.withCString(of: error) { write("error", $0, of: subscription) }
  }

  /// Writes a completion.
  func completed(of subscription: Subscription) {
    write("completed", nil, of: subscription)
  }

  /// Writes `App/Login.swift:42: label: clicks.map next 1`.
  private func write(
    _ event: StaticString, _ text: UnsafePointer<CChar>?, of subscription: Subscription
  ) {
    var line = LogLine(limit: LogOutput.maximumByteCount)
    TraceText.withCString(place.description, cut: .middle) { characters, _ in
      line.append(cleaning: characters)
    }
    line.append(": ")
    if let label, !label.isEmpty {
      TraceText.withCString(label) { characters, _ in line.append(cleaning: characters) }
      line.append(": ")
    }
    subscription.name.text._withUnsafeGuaranteedRef { line.append(cleaning: $0.characters) }
    line.append(" \(event)")
    if let text {
      line.append(" ")
      line.append(cleaning: text)
    }
    output(line.text)
  }
}
