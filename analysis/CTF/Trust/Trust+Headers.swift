// SPDX-License-Identifier: MIT

extension Trust {
  /// Finds what the packets' headers tell.
  ///
  /// - Parameters:
  ///   - streams: The streams.
  ///   - buffers: Their buffers, repeated packets marked.
  ///   - traces: The traces.
  ///   - discardedSizes: For each stream the bits of its counter.
  init(
    headersOf streams: [DataStream], in buffers: RingBuffers, traces: [CTFTrace],
    discardedSizes: [Int]
  ) {
    let sizes = PacketSizes(streams)
    for places in buffers.buffers {
      let size = places.first.map { discardedSizes[$0.stream] } ?? 64
      count(places, counterMask: size >= 64 ? .max : (1 << UInt64(size)) - 1) { place in
        !sizes.isFull(place.packet, of: streams[place.stream])
      }
    }
    uncovered.finish()
    windows += StalledTails(buffers, streams: streams, traces: traces).windows
    sort()
  }

  private mutating func count(
    _ places: [RingBuffers.Place], counterMask: UInt64, hasSpace: (RingBuffers.Place) -> Bool
  ) {
    var last: RingBuffers.Place?
    /// The last counter that can be believed, and when it was read.
    var counter: (value: UInt64, end: Int64)?
    for place in places {
      let packet = place.packet
      if packet.isRepeated {
        repeatedPackets += 1
        continue
      }
      findGap(place, behind: last)
      last = place
      guard let now = packet.discardedEvents, packet.isClosed != false else { continue }
      let then = counter ?? start(place, now)
      let rise = (now &- then.value) & counterMask
      // LTTng 2.13 at times leaves 0 in a packet between two of the true count. No counter
      // rises by half of its range within a packet, so this is told from a wrap.
      guard rise <= counterMask / 2 else { continue }
      if rise > 0 {
        discardedEvents = Self.sum(discardedEvents, rise)
        windows.append(
          LossWindow(
            streamIndex: place.stream, from: then.end, to: packet.end, count: rise,
            cause: .discarded, mayBeOversize: hasSpace(place)))
      }
      counter = (now, packet.end)
    }
  }

  /// The counter before a buffer's first packet: 0 if that is its first ever.
  ///
  /// Of a later packet it is not known; if anything was discarded by its end, then maybe in it.
  private mutating func start(
    _ place: RingBuffers.Place, _ now: UInt64
  ) -> (value: UInt64, end: Int64) {
    let packet = place.packet
    guard let number = packet.sequenceNumber, number > 0 else { return (0, packet.begin) }
    if now > 0 {
      windows.append(
        LossWindow(
          streamIndex: place.stream, from: packet.begin, to: packet.end, count: nil,
          cause: .discarded))
    }
    return (now, packet.begin)
  }

  /// Compares a packet's number with that of the one before.
  private mutating func findGap(_ place: RingBuffers.Place, behind before: RingBuffers.Place?) {
    guard let number = place.packet.sequenceNumber else { return }
    guard let before, let previous = before.packet.sequenceNumber else {
      guard number > 0 else { return }
      windows.append(
        LossWindow(
          streamIndex: place.stream, from: .min, to: place.packet.begin, packets: number,
          cause: .missingStart))
      return
    }
    let last = before.packet
    guard number > previous else { return }
    guard number - previous > 1 else {
      if last.isClosed == true, place.packet.begin > last.end {
        uncovered.add(
          .init(streamIndex: place.stream, from: last.end, to: place.packet.begin))
      }
      return
    }
    lostPackets = Self.sum(lostPackets, number - previous - 1)
    windows.append(
      LossWindow(
        streamIndex: place.stream, from: last.end, to: place.packet.begin,
        packets: number - previous - 1, cause: .missingPackets,
        isBetweenTraces: before.stream != place.stream))
  }

  private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The same with more damage; each opens a loss window but for a tail of zeros.
  package func adding(_ damage: [Damage]) -> Trust {
    guard !damage.isEmpty else { return self }
    var trust = self
    let listed = damage.prefix(max(0, Self.damageLimit - trust.damage.count))
    trust.damage += listed
    let first = trust.windows.count
    for entry in listed where entry.kind != .zeroTail {
      guard let stream = entry.streamIndex else { continue }
      trust.windows.append(
        LossWindow(
          streamIndex: stream, from: entry.from ?? .min, to: entry.to ?? .max,
          packets: entry.packets, cause: .damage))
      trust.lostPackets = Self.sum(trust.lostPackets, entry.packets ?? 0)
    }
    trust.dropExplainedTails(first..<trust.windows.count)
    trust.sort()
    return trust
  }

  /// A stream that is cut short is not stalled besides.
  private mutating func dropExplainedTails(_ damage: Range<Int>) {
    let cuts = windows[damage]
    windows.removeAll { tail in
      tail.cause == .stalledTail
        && cuts.contains {
          $0.streamIndex == tail.streamIndex && $0.from <= tail.from && $0.to >= tail.from
        }
    }
  }

  private mutating func sort() {
    windows.sort { ($0.streamIndex, $0.from) < ($1.streamIndex, $1.from) }
  }
}
