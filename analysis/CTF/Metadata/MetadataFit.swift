// SPDX-License-Identifier: MIT

/// Whether packets are what metadata says, where no UUID can tell: of metadata that is lent.
struct MetadataFit {
  /// How many packets with events were looked at.
  private(set) var packets = 0
  /// How many of them were read to their last bit.
  private(set) var wholePackets = 0
  private var size = 0
  private var wholeSize = 0
  private var hasUnreadableFiles = false

  /// How many events of a stream are read before the verdict.
  private static let mostEvents = 50_000

  /// Reads the first packets of each stream.
  ///
  /// - Parameter set: The trace, opened with the metadata.
  init(_ set: CTFTraceSet) {
    for stream in set.streams {
      guard !stream.packets.isEmpty, set.plan(ofStream: stream.index) != nil else {
        hasUnreadableFiles = hasUnreadableFiles || stream.files.contains { $0.size > 0 }
        continue
      }
      add(stream, set)
    }
  }

  private mutating func add(_ stream: DataStream, _ set: CTFTraceSet) {
    var cursor = set.events(in: .stream, selecting: .all.streams([stream.index]))
    var events = 0
    cursor.run { _ in
      events += 1
      return events < Self.mostEvents
    }
    let damage = cursor.damage.filter { [.badEvent, .badSize, .unknownEvent].contains($0.kind) }
    var reached = cursor.firstPacketIndex
    if damage.count >= Trust.damageLimit, let last = damage.last {
      // Further damage is not told.
      reached = stream.packets.firstIndex { $0.holds(last, stream) } ?? reached
    }
    for packet in stream.packets.prefix(reached + 1)
    where packet.contentSize > packet.headerSize && !packet.isRepeated {
      let isWhole = !damage.contains { packet.holds($0, stream) }
      packets += 1
      size += packet.contentSize - packet.headerSize
      guard isWhole else { continue }
      wholePackets += 1
      wholeSize += packet.contentSize - packet.headerSize
    }
  }

  /// Whether at least half of what was looked at was read to the last bit; chance does not do that,
  /// and what a disk has damaged is mostly less.
  var isLikely: Bool { packets == 0 ? !hasUnreadableFiles : wholeSize >= size - wholeSize }
}

extension Packet {
  /// Whether a damage of the packet's stream lies in it.
  fileprivate func holds(_ damage: Damage, _ stream: DataStream) -> Bool {
    let begin = offset
    return damage.offset >= begin && damage.offset <= begin + contentSize / 8
      && damage.path == stream.files[Int(fileIndex)].path
  }
}

extension TraceOpener {
  /// Opens a trace with metadata that was lent.
  ///
  /// - Throws: `CTFError` if the trace's packets are not what it says.
  mutating func compile(lent: LentMetadata, _ trace: TraceClass, _ folder: String) throws(CTFError)
  {
    var trial = TraceOpener(damage: [])
    try trial.compile(trace, folder, origin: .lent(lent.path))
    let fit = MetadataFit(CTFTraceSet(trial))
    guard fit.isLikely else {
      throw CTFError(
        .foreignMetadata,
        "the metadata '\(lent.path)' does not fit: it reads \(fit.wholePackets) of "
          + "\(fit.packets) packets to their end",
        place: .init(path: folder))
    }
    try compile(trace, folder, origin: .lent(lent.path))
  }
}
