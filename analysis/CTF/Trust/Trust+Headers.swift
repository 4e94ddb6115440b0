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
    var last: Packet?
    /// The last counter that can be believed, and when it was read.
    var counter: (value: UInt64, end: Int64)?
    for place in places {
      let packet = place.packet
      if let last, let number = packet.sequenceNumber, number == last.sequenceNumber {
        repeatedPackets += 1
        continue
      }
      findGap(place, behind: last)
      last = packet
      guard let now = packet.discardedEvents else { continue }
      let then = counter ?? start(place)
      let rise = (now &- then.value) & counterMask
      // LTTng 2.13 at times leaves 0 in a packet between two of the true count. No counter
      // rises by half of its range within a packet, so this is told from a wrap.
      guard rise <= counterMask / 2 else { continue }
      if rise > 0 {
        discardedEvents = Self.sum(discardedEvents, rise)
        windows.append(
          LossWindow(
            streamIndex: place.stream, from: then.end, to: packet.end, count: rise,
            cause: .discarded))
      }
      counter = (now, packet.end)
    }
  }

  /// The counter before a buffer's first packet: 0 if that is its first ever.
  private func start(_ place: Place) -> (value: UInt64, end: Int64) {
    let packet = place.packet
    let isFirst = (packet.sequenceNumber ?? 0) == 0
    return (isFirst ? 0 : packet.discardedEvents ?? 0, packet.begin)
  }

  private mutating func findGap(_ place: Place, behind last: Packet?) {
    guard let number = place.packet.sequenceNumber else { return }
    guard let last, let previous = last.sequenceNumber else {
      guard number > 0 else { return }
      windows.append(
        LossWindow(
          streamIndex: place.stream, from: .min, to: place.packet.begin, count: nil,
          cause: .missingStart))
      return
    }
    guard number > previous, number - previous > 1 else { return }
    lostPackets = Self.sum(lostPackets, number - previous - 1)
    windows.append(
      LossWindow(
        streamIndex: place.stream, from: last.end, to: place.packet.begin, count: nil,
        cause: .missingPackets))
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
