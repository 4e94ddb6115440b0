// SPDX-License-Identifier: MIT

/// All that a reader makes of traces, in a form in which two readers can be compared.
struct TraceView: Equatable {
  /// An event.
  struct Event: Equatable {
    var time: Int64
    var stream: String
    /// The name and the fields.
    var text: String
  }

  /// A packet's or a loss's span, and how many events or packets were lost, if that is known.
  struct Span: Equatable {
    var begin: Int64
    var end: Int64
    var count: UInt64?

    /// Whether this is another span than `other`, which may not know the count.
    func differs(from other: Span) -> Bool {
      begin != other.begin || end != other.end || other.count.map { $0 != count } ?? false
    }
  }

  /// A ring buffer, named by the trace's UUID, the stream class and the number of the stream.
  struct Stream: Equatable {
    var packets: [Span] = []
    /// Spans in which events were discarded.
    var discarded: [Span] = []
    /// Spans in which packets were lost.
    var lostPackets: [Span] = []
  }

  var streams: [String: Stream] = [:]
  /// How many packets are missing in all streams.
  var lostPackets: UInt64 = 0
  /// The events in order of time.
  var events: [Event] = []
  /// The event classes: name, log level and model URI, by trace, stream class and id.
  var classes: [String: String] = [:]
}

extension TraceView {
  /// What differs from another reader's view, for people; nothing if the two agree.
  ///
  /// The order of events at one time in several streams is nobody's.
  func differences(from other: TraceView) -> [String] {
    var found = eventDifferences(from: other)
    if lostPackets != other.lostPackets {
      found.append("\(lostPackets) and \(other.lostPackets) lost packets")
    }
    for (name, text) in other.classes.sorted(by: { $0.key < $1.key }) where classes[name] != text {
      found.append("class \(name): '\(classes[name] ?? "-")' and '\(text)'")
    }
    for name in Set(streams.keys).union(other.streams.keys).sorted() {
      guard let mine = streams[name], let yours = other.streams[name] else {
        found.append("only one has stream \(name)")
        continue
      }
      found += Self.differences(mine.packets, yours.packets, "packets of \(name)")
      found += Self.differences(mine.discarded, yours.discarded, "discarded events of \(name)")
      found += Self.differences(mine.lostPackets, yours.lostPackets, "lost packets of \(name)")
    }
    return found
  }

  private func eventDifferences(from other: TraceView) -> [String] {
    var found: [String] = []
    if events.count != other.events.count {
      found.append("\(events.count) and \(other.events.count) events")
    }
    for (mine, yours) in zip(events, other.events) where mine.time != yours.time {
      found.append("across streams, \(mine.stream) \(mine.time) and \(yours.stream) \(yours.time)")
      break
    }
    let (mine, yours) = (eventsByStream, other.eventsByStream)
    for name in Set(mine.keys).union(yours.keys).sorted() {
      let pairs = zip(mine[name] ?? [], yours[name] ?? []).enumerated()
      guard let (index, (one, other)) = pairs.first(where: { $0.element.0 != $0.element.1 })
      else { continue }
      found.append(
        "event \(index) of \(name):\n\(one.time) \(one.text)\n\(other.time) \(other.text)")
    }
    return found
  }

  private var eventsByStream: [String: [Event]] { Dictionary(grouping: events, by: \.stream) }

  /// The other reader may not know a count that this one knows.
  private static func differences(_ mine: [Span], _ yours: [Span], _ what: String) -> [String] {
    let index = zip(mine, yours).enumerated().first { $0.element.0.differs(from: $0.element.1) }
    guard index != nil || mine.count != yours.count else { return [] }
    let place = index?.offset ?? min(mine.count, yours.count)
    let (one, other) = (mine.dropFirst(place).first, yours.dropFirst(place).first)
    return [
      "\(mine.count) and \(yours.count) \(what); at \(place) \(text(one)) and \(text(other))"
    ]
  }

  private static func text(_ span: Span?) -> String {
    span.map { "\($0.begin)…\($0.end) (\($0.count.map { "\($0)" } ?? "?"))" } ?? "none"
  }
}
