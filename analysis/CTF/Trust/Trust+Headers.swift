// SPDX-License-Identifier: MIT

extension Trust {
  /// What tells one ring buffer of a session from another.
  private struct BufferKey: Hashable {
    var uuid: [UInt8]
    var streamClassID: UInt64
    var instanceID: UInt64
    var cpu: Int
    /// Streams of traces without a UUID are never joined.
    var file: Int
  }

  private struct Place {
    var stream: Int
    var packet: Packet
  }

  /// Finds what the packets' headers tell.
  ///
  /// The streams of rotated chunks and snapshots of one session join, by the trace's UUID,
  /// into the buffer that they were written from.
  init(headersOf streams: [DataStream], traces: [CTFTrace], discardedSizes: [Int]) {
    var buffers: [BufferKey: [Int]] = [:]
    var order: [BufferKey] = []
    for stream in streams where !stream.packets.isEmpty {
      let uuid = traces[stream.traceIndex].uuid
      let isNumbered = stream.packets.allSatisfy { $0.sequenceNumber != nil }
      let key = BufferKey(
        uuid: uuid ?? [], streamClassID: stream.streamClassID ?? 0,
        instanceID: stream.instanceID ?? 0, cpu: stream.cpu ?? -1,
        file: uuid == nil || !isNumbered ? stream.index : -1)
      if buffers[key, default: []].isEmpty { order.append(key) }
      buffers[key, default: []].append(stream.index)
    }
    for key in order {
      let indices = buffers[key] ?? []
      var places = indices.flatMap { index in
        streams[index].packets.map { Place(stream: index, packet: $0) }
      }
      if indices.count > 1 {
        places.sort { ($0.packet.sequenceNumber ?? 0) < ($1.packet.sequenceNumber ?? 0) }
      }
      let size = indices.first.map { discardedSizes[$0] } ?? 64
      count(places, counterMask: size >= 64 ? .max : (1 << UInt64(size)) - 1)
    }
    windows.sort { ($0.streamIndex, $0.from) < ($1.streamIndex, $1.from) }
  }

  private mutating func count(_ places: [Place], counterMask: UInt64) {
    var last: Place?
    for place in places {
      defer { last = place }
      let packet = place.packet
      guard let before = last?.packet else {
        first(place)
        continue
      }
      if let number = packet.sequenceNumber, let previous = before.sequenceNumber {
        if number == previous {
          repeatedPackets += 1
          continue
        }
        if number > previous, number - previous > 1 {
          lostPackets = Self.sum(lostPackets, number - previous - 1)
          windows.append(
            LossWindow(
              streamIndex: place.stream, from: before.end, to: packet.begin, count: nil,
              cause: .missingPackets))
        }
      }
      if let now = packet.discardedEvents, let then = before.discardedEvents {
        lose((now &- then) & counterMask, place.stream, from: before.end, to: packet.end)
      }
    }
  }

  private mutating func first(_ place: Place) {
    let packet = place.packet
    if let number = packet.sequenceNumber, number > 0 {
      windows.append(
        LossWindow(
          streamIndex: place.stream, from: .min, to: packet.begin, count: nil,
          cause: .missingStart))
    } else if let discarded = packet.discardedEvents {
      lose(discarded, place.stream, from: packet.begin, to: packet.end)
    }
  }

  private mutating func lose(_ count: UInt64, _ stream: Int, from: Int64, to: Int64) {
    guard count > 0 else { return }
    discardedEvents = Self.sum(discardedEvents, count)
    windows.append(
      LossWindow(streamIndex: stream, from: from, to: to, count: count, cause: .discarded))
  }

  private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The same with more damage; each opens a loss window but for a tail of zeros.
  func adding(_ damage: [Damage]) -> Trust {
    guard !damage.isEmpty else { return self }
    var trust = self
    trust.damage += damage
    for entry in damage where entry.kind != .zeroTail {
      guard let stream = entry.streamIndex else { continue }
      trust.windows.append(
        LossWindow(
          streamIndex: stream, from: entry.from ?? .min, to: entry.to ?? .max, count: nil,
          cause: .damage))
    }
    trust.windows.sort { ($0.streamIndex, $0.from) < ($1.streamIndex, $1.from) }
    return trust
  }
}
