// SPDX-License-Identifier: MIT

/// The ring buffers that streams were written from, each with all its packets.
///
/// The streams of rotated chunks, of snapshots and of `lttng-crash` join by the trace's UUID.
struct RingBuffers {
  /// A packet, by the stream and its index in there.
  struct Place {
    var stream: Int
    var index: Int
    var packet: Packet
  }

  /// What tells one ring buffer of a session from another.
  private struct Key: Hashable {
    var uuid: [UInt8]
    var streamClassID: UInt64
    var instanceID: UInt64
    var cpu: Int
    /// Streams without a UUID or numbers are never joined: the stream's index.
    var file: Int
  }

  /// For each buffer its packets, by number.
  private(set) var buffers: [[Place]] = []

  init(_ streams: [DataStream], traces: [CTFTrace]) {
    var indices: [Key: Int] = [:]
    for stream in streams where !stream.packets.isEmpty {
      let uuid = traces[stream.traceIndex].uuid
      let isNumbered = stream.packets.allSatisfy { $0.sequenceNumber != nil }
      let key = Key(
        uuid: uuid ?? [], streamClassID: stream.streamClassID ?? 0,
        instanceID: stream.instanceID ?? 0, cpu: stream.cpu ?? -1,
        file: uuid == nil || !isNumbered ? stream.index : -1)
      let index = indices[key] ?? buffers.count
      if index == buffers.count {
        indices[key] = index
        buffers.append([])
      }
      buffers[index] += stream.packets.enumerated().map {
        Place(stream: stream.index, index: $0.offset, packet: $0.element)
      }
    }
    for index in buffers.indices {
      buffers[index].sort {
        ($0.packet.sequenceNumber ?? 0, $0.stream, $0.index)
          < ($1.packet.sequenceNumber ?? 0, $1.stream, $1.index)
      }
    }
  }

  /// The packets that stand elsewhere too: of equal ones the longest is the one to read.
  var repeated: [Place] {
    var repeated: [Place] = []
    for places in buffers {
      var best: Place?
      for place in places {
        guard let kept = best, let number = place.packet.sequenceNumber,
          number == kept.packet.sequenceNumber,
          place.packet.beginCycles == kept.packet.beginCycles
        else {
          best = place
          continue
        }
        let isLonger = place.packet.contentSize > kept.packet.contentSize
        repeated.append(isLonger ? kept : place)
        if isLonger { best = place }
      }
    }
    return repeated
  }
}
