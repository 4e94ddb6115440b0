// SPDX-License-Identifier: MIT

/// Reads the headers of all packets of a stream file, and nothing else of it.
struct PacketScanner {
  private static let magic: UInt64 = 0xc1fc_1fc1
  /// What is read of a packet: more than LTTng's header; else a longer one is tried.
  private static let usualHeader = 128
  private static let largestHeader = 4096
  private static let page = 4096

  let path: String
  let streamIndex: Int
  let traceUUID: [UInt8]?
  let headerNode: Int
  let uuidPlace: Int?
  /// The stream classes' plans.
  let plans: [StreamPlan]
  let tables: DecodeTables

  private let headerSize: Int
  private var header: HeaderValues
  private(set) var packets: [Packet] = []
  var damage: [Damage] = []
  private(set) var planIndex: Int?
  private(set) var instanceID: UInt64?
  private(set) var cpu: Int?
  /// The index beside the file, once it has been asked for.
  var index: IndexFile??

  init(
    path: String, streamIndex: Int, traceUUID: [UInt8]?, headerNode: Int, uuidPlace: Int?,
    plans: [StreamPlan], tables: DecodeTables
  ) {
    self.path = path
    self.streamIndex = streamIndex
    self.traceUUID = traceUUID
    self.headerNode = headerNode
    self.uuidPlace = uuidPlace
    self.plans = plans
    self.tables = tables
    header = HeaderValues(tables)
    let sizes = ([headerNode] + plans.map(\.packetContextNode)).map { node in
      node < 0 ? 0 : unsafe tables.nodes[node].fixedSize
    }
    // Two bytes of eight for alignment.
    let isUsual =
      sizes.allSatisfy { $0 >= 0 } && sizes[0] <= 300
      && sizes.dropFirst().allSatisfy { $0 <= Self.usualHeader * 6 - 300 }
    headerSize = isUsual ? Self.usualHeader : Self.largestHeader
  }

  private mutating func report(_ kind: Damage.Kind, _ offset: Int, _ what: String) {
    guard damage.count < Trust.damageLimit else { return }
    damage.append(
      Damage(
        kind: kind, path: path, offset: offset, what: what, streamIndex: streamIndex,
        from: packets.last?.end))
  }

  /// Reads all headers.
  mutating func scan(_ file: borrowing File) {
    scanPackets(file)
    tellLostTail(fileSize: file.size)
  }

  /// Tells that the file cannot be opened, and what the index knows of it.
  mutating func tellUnreadable(_ error: CTFError) {
    report(.unreadable, 0, error.message)
    tellLostTail(fileSize: 0)
  }

  private mutating func scanPackets(_ file: borrowing File) {
    var offset = 0
    /// Which damage tells of what is being passed.
    var loss: Int?
    while offset < file.size {
      let bytes = file.read(at: offset, count: headerSize)
      guard !bytes.isEmpty else {
        report(.unreadable, offset, "cannot be read from here on")
        return
      }
      if loss == nil, bytes.first == 0, file.isZero(from: offset) {
        report(.zeroTail, offset, "\(file.size - offset) zero bytes after the last packet")
        damage[damage.count - 1].from = nil
        return
      }
      let isLost = loss != nil
      if let next = packet(bytes, at: offset, fileSize: file.size, isSilent: isLost) {
        close(&loss)
        offset = next
        continue
      }
      if !isLost {
        loss = damage.count - 1
        if let place = placeByIndex(behind: offset), place < file.size,
          let next = packet(
            file.read(at: place, count: headerSize), at: place, fileSize: file.size,
            isSilent: true)
        {
          close(&loss)
          offset = next
          continue
        }
      }
      // No packet begins in a hole.
      let next = (offset / Self.page + 1) * Self.page
      offset = max(next, file.stored(from: next) / Self.page * Self.page)
    }
  }

  /// A packet has been found behind a loss.
  private mutating func close(_ loss: inout Int?) {
    if let loss, damage.indices.contains(loss), let begin = packets.last?.begin {
      damage[loss].to = begin
    }
    loss = nil
  }

  /// Reads one header.
  ///
  /// - Returns: Where the next packet begins, or nil if no packet can be read here.
  private mutating func packet(_ bytes: [UInt8], at offset: Int, fileSize: Int, isSilent: Bool)
    -> Int?
  {
    func fail(_ kind: Damage.Kind, _ what: String) {
      if !isSilent { report(kind, offset, what) }
    }
    header.reset()
    var position = 0
    if headerNode >= 0 {
      guard let end = header.read(headerNode, bytes, from: 0) else {
        fail(.truncated, "the file ends inside a packet's header")
        return nil
      }
      position = end
    }
    if let magic = header[.magic], magic != Self.magic {
      fail(.badMagic, "no packet begins here")
      return nil
    }
    if let traceUUID, let uuidPlace, Array(bytes[uuidPlace..<uuidPlace + 16]) != traceUUID {
      fail(.foreignPacket, "a packet of another trace")
      return nil
    }
    let id = header[.streamClassID] ?? plans.first?.streamClassID ?? 0
    guard let index = plans.firstIndex(where: { $0.streamClassID == id }),
      planIndex == nil || planIndex == index
    else {
      fail(.unknownStream, "a packet of stream class \(id), which does not belong here")
      return nil
    }
    let plan = plans[index]
    if plan.packetContextNode >= 0 {
      guard let end = header.read(plan.packetContextNode, bytes, from: position) else {
        fail(.truncated, "the file ends inside a packet's header")
        return nil
      }
      position = end
    }
    guard let packet = sizes(header, plan, at: offset, position, fileSize, fail) else { return nil }
    planIndex = index
    instanceID = instanceID ?? header[.streamInstanceID]
    cpu = cpu ?? header[.cpu].flatMap { Int(exactly: $0) }
    packets.append(packet)
    let size = (packet.packetSize + 7) / 8
    if size > fileSize - offset {
      let number = packet.sequenceNumber.map { "packet \($0)" } ?? "a packet"
      report(
        .truncated, fileSize,
        "the file ends after \(fileSize - offset) of the \(size) bytes of \(number)")
      damage[damage.count - 1].from = packet.begin
    }
    return offset + min(size, fileSize - offset)
  }

  private func sizes(
    _ header: HeaderValues, _ plan: StreamPlan, at offset: Int, _ headerSize: Int,
    _ fileSize: Int, _ fail: (Damage.Kind, String) -> Void
  ) -> Packet? {
    let rest = UInt64(fileSize - offset) * 8
    let packetSize = header[.packetSize] ?? header[.contentSize] ?? rest
    let contentSize = header[.contentSize] ?? packetSize
    guard contentSize <= packetSize, contentSize >= UInt64(headerSize), packetSize > 0,
      packetSize < 1 << 60
    else {
      fail(.badSize, "a packet of \(contentSize) in \(packetSize) bits cannot be")
      return nil
    }
    let begin = header[.packetBegin] ?? 0
    let beginTime = plan.scale.nanoseconds(of: begin)
    let end = header[.packetEnd] ?? 0
    return Packet(
      offset: offset, contentSize: Int(contentSize), packetSize: Int(packetSize),
      begin: beginTime, end: end < begin ? beginTime : plan.scale.nanoseconds(of: end),
      isClosed: header[.packetEnd].map { $0 >= begin },
      sequenceNumber: header[.sequenceNumber], discardedEvents: header[.discardedEvents],
      beginCycles: begin, headerSize: headerSize)
  }
}
