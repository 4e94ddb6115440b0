// SPDX-License-Identifier: MIT

import CTF

/// The loss domains of a set of traces, by number.
struct LossDomains {
  private struct Key: Hashable {
    var group: String
    /// Nil for streams that may hold any event of their trace.
    var streamClassID: UInt64?
  }

  private(set) var domains: [LossDomain] = []
  /// For each event class the number of its domain.
  private(set) var ofClass: [Int] = []
  private var numbers: [Key: Int] = [:]
  /// Behind the domains one more for each group: what may have lost a mark of a delivery or action.
  private var marksOfGroup: [String: Int] = [:]

  private static let marks = Set(
    [EventKind.next, .error, .completed, .delivered, .scheduled, .began, .ended, .cancelled]
      .compactMap(\.name))

  /// How many numbers there are, of domains and of groups.
  var count: Int { domains.count + marksOfGroup.count }

  init(_ set: CTFTraceSet) {
    let groups = set.traces.map { Self.group(of: $0) }
    var names: [Set<String>] = []
    for event in set.eventClasses {
      let key = Key(group: groups[event.traceIndex], streamClassID: event.streamClassID)
      let number = numbers[key] ?? domains.count
      if number == domains.count {
        numbers[key] = number
        domains.append(LossDomain(group: key.group, events: [], packetSize: 0))
        names.append([])
      }
      names[number].insert(event.name)
      ofClass.append(number)
    }
    for number in domains.indices { domains[number].events = names[number].sorted() }
    for stream in set.streams {
      let group = groups[stream.traceIndex]
      var key = Key(group: group, streamClassID: stream.streamClassID)
      if numbers[key] == nil { key.streamClassID = nil }
      let number = numbers[key] ?? domains.count
      if number == domains.count {
        numbers[key] = number
        let events = domains.lazy.filter { $0.group == group }.flatMap(\.events)
        domains.append(
          LossDomain(group: group, events: Set(events).sorted(), packetSize: 0))
      }
      let largest = stream.packets.lazy.map { $0.packetSize / 8 }.max() ?? 0
      domains[number].packetSize = max(domains[number].packetSize, largest)
    }
    for domain in domains where marksOfGroup[domain.group] == nil {
      marksOfGroup[domain.group] = domains.count + marksOfGroup.count
    }
  }

  /// The number for all marks of deliveries and actions in the buffers of a class's trace.
  func markDomain(ofClass index: Int) -> Int {
    marksOfGroup[domains[ofClass[index]].group] ?? ofClass[index]
  }

  /// The same by domain; nil if no mark is written to its buffers.
  func markDomain(touchedBy number: Int) -> Int? {
    let domain = domains[number]
    guard domain.events.contains(where: { Self.marks.contains($0) }) else { return nil }
    return marksOfGroup[domain.group]
  }

  /// The numbers that a loss elsewhere in the trace that this is a part of concerns.
  ///
  /// - Parameter other: The buffers that it is in; nil: all.
  /// - Returns: The numbers of domains and of groups.
  func touched(by other: LossDomain?) -> [Int] {
    guard let other else { return Array(0..<count) }
    let events = Set(other.events)
    var numbers = domains.indices.filter {
      domains[$0].group == other.group && !events.isDisjoint(with: domains[$0].events)
    }
    if !events.isDisjoint(with: Self.marks), let marks = marksOfGroup[other.group] {
      numbers.append(marks)
    }
    return numbers
  }

  /// What tells the buffers of a trace from those of others.
  static func group(of trace: CTFTrace) -> String {
    guard let uuid = trace.uuid else { return trace.path }
    return uuid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The number of the domain of a stream.
  func number(of stream: DataStream, in set: CTFTraceSet) -> Int? {
    let group = Self.group(of: set.traces[stream.traceIndex])
    return numbers[Key(group: group, streamClassID: stream.streamClassID)]
      ?? numbers[Key(group: group, streamClassID: nil)]
  }

  /// The numbers of the domains that share events with one.
  func overlapping(_ number: Int) -> [Int] {
    let domain = domains[number]
    return domains.indices.filter { other in
      other == number
        || domains[other].group == domain.group
          && !Set(domain.events).isDisjoint(with: domains[other].events)
    }
  }
}
