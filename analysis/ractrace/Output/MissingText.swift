// SPDX-License-Identifier: MIT

import TraceAnalysis
import TraceModel

/// What a trace lacks for an answer, for people: a line for each kind of thing, with what would
/// bring it.
struct MissingText {
  let missing: MissingParts

  func render() -> String {
    guard missing.hasContract else { return "" }
    var text = ""
    if !missing.kinds.isEmpty {
      text += "note: not recorded, so their figures are unknown: "
      text += missing.kinds.joined(separator: ", ") + " (\(remedy))\n"
    }
    if !missing.contexts.isEmpty {
      let contexts = missing.contexts.map(\.rawValue)
      text += "note: without the contexts \(contexts.joined(separator: ", ")): \(unknown)"
      text += " (lttng add-context -u"
      for context in contexts { text += " -t \(context)" }
      text += ")\n"
    }
    return text
  }

  /// The line that would record what is missing.
  ///
  /// More detail brings nothing that the detail of what was recorded includes: then the program has
  /// no such events, as one that links some of the providers, or they were not enabled by hand.
  var remedy: String {
    let most = Self.details(missing.recorded).max()
    let detail = Self.details(missing.kinds).max() ?? .deliveries
    let enable = "lttng enable-event -u 'rac*'"
    if let most, detail <= most { return "\(enable), if the program has such events" }
    return "\(enable), or ractrace record --detail \(detail.name)"
  }

  private static func details(_ names: [String]) -> [RecordDetail] {
    names.map { RecordDetail(EventKind(eventName: $0)) }
  }

  /// What is unknown without the contexts that are missing.
  private var unknown: String {
    missing.contexts.map { context in
      switch context {
      case .vpid: "processes are unknown and ids of several may collide"
      case .vtid: "threads are unknown"
      case .procname: "names are unknown"
      }
    }.joined(separator: ", ")
  }
}

/// The steps of `ractrace record --detail`, each of which includes those before it.
private enum RecordDetail: Int, Comparable {
  case lifecycle
  case hops
  case values
  case deliveries
  case all

  var name: String { "\(self)" }

  /// The least that records a kind of event.
  init(_ kind: EventKind) {
    switch kind {
    case .error, .violation, .dropped, .subscribed, .alive, .completed, .disposed, .exiting:
      self = .lifecycle
    case .scheduled, .began, .ended, .cancelled: self = .hops
    case .next: self = .values
    case .delivered: self = .deliveries
    case .added, .removed, .other: self = .all
    }
  }

  static func < (left: RecordDetail, right: RecordDetail) -> Bool {
    left.rawValue < right.rawValue
  }
}
