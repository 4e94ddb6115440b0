// SPDX-License-Identifier: MIT

/// Where a stream is cut in two.
///
/// All packets before one, and in that the events before the first with a given stamp or a later
/// one, lie before the cut. This parts the events exactly, even where stamps go backwards.
struct StreamCut {
  /// The packet.
  var packet: Int
  /// The stamp, in ns since 1970.
  var time: Int64

  /// The cut at a time: in the packet before the first that was not opened earlier.
  ///
  /// A later time never cuts in an earlier packet, in whatever order the packets are.
  init(of stream: DataStream, at time: Int64) {
    let next = stream.packets.firstIndex { $0.begin >= time } ?? stream.packets.count
    packet = max(0, next - 1)
    self.time = time
  }
}

extension StreamReader {
  /// Whether no packet has been opened yet: `timestamp` is the first packet's begin.
  @inlinable var isUntouched: Bool { limit == 0 && softLimit == 0 }

  /// Makes a cut the end of what is read.
  mutating func stop(at cut: StreamCut) {
    packetEnd = min(packetEnd, cut.packet + 1)
    until = cut.time
  }

  /// Goes to the first event behind a cut that is wanted.
  ///
  /// - Returns: False if there is none.
  mutating func seek(to cut: StreamCut) -> Bool {
    packetIndex = cut.packet - 1
    (position, limit, softLimit) = (0, 0, 0)
    // Opened anew, so that pages are given back from the new place on, and after the end as well.
    window.reset()
    repeat {
      guard advance() else { return false }
    } while packetIndex == cut.packet && timestamp < cut.time
    return true
  }

  mutating func report(_ kind: Damage.Kind, _ what: String) {
    let packet = stream.packets[packetIndex]
    // An event cut off by the end of the file is part of the damage that opening has told.
    guard kind != .badEvent || limit == packet.contentSize else { return }
    let position = alignedUp(eventPosition, plan.header.alignment) / 8
    add(
      Damage(
        kind: kind, path: stream.files[Int(packet.fileIndex)].path,
        offset: packet.offset + position, what: what, streamIndex: streamIndex,
        from: timestamp > packet.end ? packet.begin : timestamp, to: packet.end))
  }

  private mutating func add(_ damage: Damage) {
    let damageEnd = unsafe current.pointee.damageEnd
    unsafe damageEnd.pointee = max(damageEnd.pointee, damage.to ?? .min)
    // Whoever seeks back meets the same again.
    guard self.damage.count < Trust.damageLimit, !self.damage.contains(damage) else { return }
    self.damage.append(damage)
  }

  /// Makes more of the packet readable, or opens the next one that holds an event.
  ///
  /// - Returns: False at the end of what is to be read.
  @inline(never)
  mutating func refill() -> Bool {
    if position < limit, packetIndex >= 0 {
      let packet = stream.packets[packetIndex]
      if giveBack(upTo: packet.offset + position / 8) {
        setSoftLimit()
        return true
      }
    }
    while packetIndex + 1 < packetEnd {
      packetIndex += 1
      ReadingProgress.opened(stream.packets[packetIndex])
      if openPacket(stream.packets[packetIndex]) { return true }
    }
    end()
    return false
  }

  /// Ends the reading.
  mutating func end() {
    packetIndex = packetEnd
    (position, limit, softLimit) = (1, 1, 1)
    window.close()
  }

  private mutating func openPacket(_ packet: Packet) -> Bool {
    // Read for nothing otherwise.
    guard !packet.isRepeated, packet.headerSize < packet.contentSize else { return false }
    if packet.fileIndex != window.fileIndex { openFile(packet) }
    guard let bytes = unsafe bytes(of: packet), let start = bytes.baseAddress else {
      return false
    }
    unsafe setBase(start)
    limit = min(packet.contentSize, bytes.count * 8)
    cycles = packet.beginCycles
    timestamp = packet.begin
    position = packet.headerSize
    eventPosition = position
    budget = limit * 8 + 65_536
    stopTime = packetIndex + 1 == packetEnd ? until : .max
    guard position < limit else { return false }
    if !readPacketContext() {
      report(.badSize, "the packet's context does not fit into it")
      return false
    }
    setSoftLimit()
    return true
  }

  private mutating func openFile(_ packet: Packet) {
    let file = stream.files[Int(packet.fileIndex)]
    if let fault = window.open(file, index: packet.fileIndex, at: packet.offset) {
      reportFile(fault.kind, fault.offset, fault.what, packet)
    }
  }

  /// Tells that a file is lost from a packet on.
  private mutating func reportFile(
    _ kind: Damage.Kind, _ offset: Int, _ what: String, _ packet: Packet
  ) {
    let rest = stream.packets[packetIndex...].lazy.filter { $0.fileIndex == packet.fileIndex }
    add(
      Damage(
        kind: kind, path: stream.files[Int(packet.fileIndex)].path, offset: offset, what: what,
        streamIndex: streamIndex, from: packet.begin, to: rest.map(\.end).max()))
  }

  /// The bytes of a packet of the open file; nil if there are none.
  private mutating func bytes(of packet: Packet) -> UnsafeRawBufferPointer? {
    guard window.isOpen else { return nil }
    let count = (packet.contentSize + 7) / 8
    if let bytes = unsafe window.lend(at: packet.offset, count: count) { return unsafe bytes }
    reportLoss(from: packet.offset, upTo: packet.offset + count)
    return nil
  }

  private mutating func giveBack(upTo offset: Int) -> Bool {
    if window.giveBack(upTo: offset) { return true }
    reportLoss(from: offset, upTo: .max)
    return false
  }

  /// Tells that the open file cannot be read from a place on, though it could when it was opened.
  private mutating func reportLoss(from offset: Int, upTo end: Int) {
    let packet = stream.packets[packetIndex]
    let isThere = (File.size(stream.files[Int(packet.fileIndex)].path) ?? 0) >= end
    reportFile(
      isThere ? .unreadable : .truncated, offset,
      isThere ? "cannot be read any more" : "has become shorter while it was read", packet)
  }

  private mutating func setSoftLimit() {
    softLimit = min(limit, position + window.reach * 8)
  }

  /// Events' lengths and choices may refer to the packet's header and context.
  private mutating func readPacketContext() -> Bool {
    guard plan.keepsPacketHeader else { return true }
    var walker = walker(at: 0)
    var visitor = NoVisitor()
    if plan.packetHeaderNode >= 0, !walker.walk(plan.packetHeaderNode, &visitor) { return false }
    if plan.packetContextNode >= 0, !walker.walk(plan.packetContextNode, &visitor) { return false }
    budget = walker.budget
    return true
  }
}
