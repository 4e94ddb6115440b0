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

  /// For each buffer its packets, by number; of streams without packets an empty one.
  private(set) var buffers: [[Place]] = []
  /// For each stream the index of its buffer.
  private(set) var ofStream: [Int] = []

  init(_ streams: [DataStream], traces: [CTFTrace]) {
    var indices: [BufferKey: Int] = [:]
    for stream in streams {
      let key = BufferKey(stream, uuid: traces[stream.traceIndex].uuid)
      let index = key.flatMap { indices[$0] } ?? buffers.count
      if index == buffers.count {
        if let key { indices[key] = index }
        buffers.append([])
      }
      ofStream.append(index)
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

  /// Marks the packets that stand elsewhere too: of equal ones the longest is the one to read.
  ///
  /// - Returns: The places that were marked.
  mutating func markRepeated() -> [Place] {
    var repeated: [Place] = []
    for buffer in buffers.indices {
      var best = 0
      for index in buffers[buffer].indices.dropFirst() {
        let (kept, packet) = (buffers[buffer][best].packet, buffers[buffer][index].packet)
        guard let number = packet.sequenceNumber, number == kept.sequenceNumber,
          packet.beginCycles == kept.beginCycles
        else {
          best = index
          continue
        }
        let spare = packet.contentSize > kept.contentSize ? best : index
        if spare == best { best = index }
        buffers[buffer][spare].packet.isRepeated = true
        repeated.append(buffers[buffer][spare])
      }
    }
    return repeated
  }
}

/// What tells one ring buffer of a session from another.
struct BufferKey: Hashable {
  private var uuid: [UInt8]
  private var streamClassID: UInt64
  private var instanceID: UInt64?
  private var cpu: Int?
  /// The file's name, where packets tell neither an instance nor a CPU.
  private var name: String

  /// The key of a stream's buffer, or nil if nothing tells which other streams are of the same.
  init?(_ stream: DataStream, uuid: [UInt8]?) {
    guard let uuid, let streamClassID = stream.streamClassID, !stream.packets.isEmpty,
      stream.packets.allSatisfy({ $0.sequenceNumber != nil })
    else { return nil }
    self.uuid = uuid
    self.streamClassID = streamClassID
    instanceID = stream.instanceID
    cpu = stream.cpu
    name = instanceID == nil && cpu == nil ? stream.name : ""
  }
}
