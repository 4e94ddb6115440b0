// SPDX-License-Identifier: MIT

import CTF

extension TraceView {
  /// What this package's reader makes of traces.
  init(_ set: CTFTraceSet) {
    let names = set.streams.map { Self.name(of: $0, in: set) }
    for (stream, name) in zip(set.streams, names) where !stream.packets.isEmpty {
      streams[name, default: Stream()].packets += stream.packets.filter { !$0.isRepeated }.map {
        Span(begin: $0.begin, end: $0.end)
      }
    }
    for name in streams.keys {
      // The packets of a stream may stand in several files and chunks.
      streams[name]?.packets.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    }
    lostPackets = set.trust.lostPackets
    for window in set.trust.windows {
      var span = Span(begin: window.from, end: window.to, count: window.count)
      switch window.cause {
      case .discarded: streams[names[window.streamIndex]]?.discarded.append(span)
      case .missingPackets:
        span.count = window.packets
        streams[names[window.streamIndex]]?.lostPackets.append(span)
      default: break
      }
    }
    for name in streams.keys {
      streams[name]?.discarded.sort { $0.end < $1.end }
      streams[name]?.lostPackets.sort { $0.end < $1.end }
    }
    for event in set.eventClasses {
      let trace = Self.hexadecimal(set.traces[event.traceIndex].uuid)
      let level = event.logLevel.map { "\($0)" } ?? "-"
      classes["\(trace)/\(event.streamClassID)/\(event.id)"] =
        "\(event.name)\t\(level)\t\(event.modelURI ?? "-")"
    }
    set.forEachEvent { event in
      events.append(
        Event(
          time: event.timestamp, stream: names[event.streamIndex],
          text: ExactText.of(event, in: set)))
    }
  }

  /// The events that a cursor gives after it has been sent to a time.
  static func events(of set: CTFTraceSet, from time: Int64) -> [Event] {
    let names = set.streams.map { Self.name(of: $0, in: set) }
    var events: [Event] = []
    var cursor = set.events(in: .time)
    cursor.seek(to: time)
    while let event = cursor.next({ event in
      Event(
        time: event.timestamp, stream: names[event.streamIndex],
        text: ExactText.of(event, in: set))
    }) {
      events.append(event)
    }
    return events
  }

  /// The same with every trace's times as ``CTFTraceSet`` puts them on one axis.
  ///
  /// Per-process traces of one session at times differ by a nanosecond in where their clock
  /// begins, though it is one clock; Babeltrace 2 leaves them apart.
  func shifted(as set: CTFTraceSet) -> TraceView {
    var shifts: [Substring: Int64] = [:]
    for trace in set.traces {
      shifts[Substring(Self.hexadecimal(trace.uuid))] = trace.clocks.first?.shift ?? 0
    }
    guard shifts.values.contains(where: { $0 != 0 }) else { return self }
    func shift(_ stream: String) -> Int64 { shifts[stream.prefix { $0 != "/" }] ?? 0 }
    var view = self
    for index in events.indices { view.events[index].time += shift(events[index].stream) }
    // Stable: what a stream has at one time stays in its order.
    view.events.sort { $0.time < $1.time }
    for (name, stream) in streams {
      func moved(_ spans: [Span]) -> [Span] {
        spans.map {
          Span(begin: $0.begin + shift(name), end: $0.end + shift(name), count: $0.count)
        }
      }
      view.streams[name] = Stream(
        packets: moved(stream.packets), discarded: moved(stream.discarded),
        lostPackets: moved(stream.lostPackets))
    }
    return view
  }

  private static func name(of stream: DataStream, in set: CTFTraceSet) -> String {
    let trace = hexadecimal(set.traces[stream.traceIndex].uuid)
    return "\(trace)/\(stream.streamClassID ?? 0)/\(stream.instanceID ?? 0)"
  }

  private static func hexadecimal(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).reduce(into: "") {
      $0 += String($1 >> 4, radix: 16) + String($1 & 15, radix: 16)
    }
  }
}
