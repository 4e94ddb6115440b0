// SPDX-License-Identifier: MIT

/// Reads the events of one stream, one after the other, out of its mapped file.
///
/// It lies in memory that a cursor owns; nothing here is allocated for an event.
@safe struct StreamReader {
  /// How far behind the reader pages are given back, in bytes.
  private static let keepBehind = 1 << 20

  // What is read.
  let streamIndex: Int
  let plan: StreamPlan
  private let nodes: UnsafePointer<Node>
  private let ranges: UnsafePointer<ChoiceRange>
  private let steps: UnsafePointer<Step>
  private let classPlans: UnsafePointer<ClassPlan>
  private let ids: UnsafePointer<Int32>
  private let sparse: [SparseID]
  /// Values of fields that others refer to, and of headers, by role.
  let values: UnsafeMutablePointer<UInt64>
  /// The positions of the current event's fields, in bits from the packet's begin.
  let slots: UnsafeMutablePointer<Int>

  // Where it is.
  private let stream: DataStream
  private var mapping: Mapping?
  /// The file that is mapped, or could not be.
  private var fileIndex: Int32 = -1
  private var packetIndex = -1
  private(set) var base: UnsafeRawPointer
  private(set) var position = 0
  private(set) var limit = 0
  private var softLimit = 0
  private var budget = 0
  private var dropped = 0

  // The current event.
  private(set) var timestamp: Int64
  private(set) var classPlan: UnsafePointer<ClassPlan>
  private(set) var bodyPosition = 0
  private var eventPosition = 0
  private var cycles: UInt64 = 0
  /// What could not be read so far.
  private(set) var damage: [Damage] = []

  /// Until when damage that any of a cursor's readers has met may hide events, in ns since 1970.
  let damageEnd: UnsafeMutablePointer<Int64>

  init(
    stream: DataStream, plan: StreamPlan, sparse: [SparseID], tables: DecodeTables,
    damageEnd: UnsafeMutablePointer<Int64>
  ) {
    unsafe self.damageEnd = damageEnd
    self.stream = stream
    self.plan = plan
    self.sparse = sparse
    streamIndex = stream.index
    unsafe nodes = tables.nodes
    unsafe ranges = tables.ranges
    unsafe steps = tables.steps
    unsafe classPlans = tables.classPlans
    unsafe ids = tables.ids
    unsafe values = .allocate(capacity: tables.valueSlots)
    unsafe values.initialize(repeating: 0, count: tables.valueSlots)
    unsafe slots = .allocate(capacity: max(1, tables.fieldSlots))
    unsafe slots.initialize(repeating: 0, count: max(1, tables.fieldSlots))
    unsafe base = UnsafeRawPointer(values)
    unsafe classPlan = classPlans
    timestamp = stream.packets.first?.begin ?? .max
  }

  /// Gives everything back; the reader must not be used any more.
  mutating func close() {
    closeFile()
    unsafe values.deallocate()
    unsafe slots.deallocate()
  }

  /// Whether no packet has been opened yet: `timestamp` is the first packet's begin.
  var isUntouched: Bool { packetIndex < 0 }

  // MARK: Packets

  /// The file of the current packet.
  private var path: String { stream.files[Int(fileIndex)].path }

  private mutating func report(_ kind: Damage.Kind, _ what: String) {
    let packet = stream.packets[packetIndex]
    // An event cut off by the end of the file is part of the damage that opening has told.
    guard kind != .badEvent || limit == packet.contentSize else { return }
    unsafe damageEnd.pointee = max(damageEnd.pointee, packet.end)
    guard damage.count < Trust.damageLimit else { return }
    let position = alignedUp(eventPosition, plan.header.alignment) / 8
    damage.append(
      Damage(
        kind: kind, path: path, offset: packet.offset + position, what: what,
        streamIndex: streamIndex, from: timestamp > packet.end ? packet.begin : timestamp,
        to: packet.end))
  }

  /// Opens the next packet that holds an event.
  private mutating func openPacket() -> Bool {
    while packetIndex + 1 < stream.packets.count {
      packetIndex += 1
      let packet = stream.packets[packetIndex]
      if packet.fileIndex != fileIndex { openFile(packet.fileIndex) }
      guard let mapping else { continue }
      let available = (mapping.size - packet.offset) * 8
      unsafe base = UnsafeRawPointer(mapping.address + packet.offset)
      limit = min(packet.contentSize, available)
      cycles = packet.beginCycles
      timestamp = packet.begin
      position = packet.headerSize
      eventPosition = position
      budget = limit * 8 + 65_536
      giveBack(upTo: packet.offset)
      guard position < limit, !packet.isRepeated else { continue }
      if !readPacketContext() {
        report(.badSize, "the packet's context does not fit into it")
        continue
      }
      setSoftLimit()
      return true
    }
    closeFile()
    return false
  }

  private mutating func closeFile() {
    mapping?.unmap()
    mapping = nil
    dropped = 0
  }

  private mutating func openFile(_ index: Int32) {
    closeFile()
    fileIndex = index
    let entry = stream.files[Int(index)]
    guard let file = try? File(entry.path), let mapping = file.map() else {
      reportFile(.unreadable, 0, "cannot be read any more")
      return
    }
    guard mapping.size >= entry.size else {
      mapping.unmap()
      reportFile(.truncated, mapping.size, "has become shorter since it was opened")
      return
    }
    self.mapping = mapping
  }

  /// Tells of a file that is lost as a whole.
  private mutating func reportFile(_ kind: Damage.Kind, _ offset: Int, _ what: String) {
    let packets = stream.packets.lazy.filter { [fileIndex] in $0.fileIndex == fileIndex }
    damage.append(
      Damage(
        kind: kind, path: path, offset: offset, what: what, streamIndex: streamIndex,
        from: packets.map(\.begin).min(), to: packets.map(\.end).max()))
    unsafe damageEnd.pointee = max(damageEnd.pointee, packets.map(\.end).max() ?? .min)
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

  private mutating func setSoftLimit() { softLimit = min(limit, position + Self.keepBehind * 8) }

  private mutating func giveBack(upTo offset: Int) {
    let page = offset & ~0xffff
    guard let mapping, page - dropped >= Self.keepBehind else { return }
    mapping.drop(from: dropped, to: page)
    dropped = page
  }

  func walker(at position: Int) -> Walker {
    unsafe Walker(
      nodes: nodes, ranges: ranges, values: values, base: base, limit: limit,
      position: position, budget: budget)
  }

  // MARK: Events

  /// Goes to the next event's header and reads it.
  ///
  /// - Returns: False at the end of the stream.
  mutating func readHeader() -> Bool {
    while true {
      if position >= softLimit, !refill() { return false }
      eventPosition = position
      if readID() { return true }
      position = limit
    }
  }

  private mutating func refill() -> Bool {
    if packetIndex >= 0, position < limit {
      giveBack(upTo: stream.packets[packetIndex].offset + position / 8)
      setSoftLimit()
      return true
    }
    return openPacket()
  }

  @inline(__always)
  private mutating func readID() -> Bool {
    let id: UInt64
    let begin = alignedUp(position, plan.header.alignment)
    let base = unsafe self.base
    switch plan.header.kind {
    case .large:
      let stamp = alignedUp(begin &+ 16, plan.header.shortAlignment)
      guard stamp &+ 32 <= limit else { return failHeader() }
      let short = UInt16(
        littleEndian: unsafe base.loadUnaligned(fromByteOffset: begin >> 3, as: UInt16.self))
      if short != .max {
        id = UInt64(short)
        let low = UInt32(
          littleEndian: unsafe base.loadUnaligned(fromByteOffset: stamp >> 3, as: UInt32.self))
        advanceClock(UInt64(low), size: 32)
        position = stamp &+ 32
      } else {
        guard let long = longHeader(begin) else { return failHeader() }
        id = long
      }
    case .compact:
      guard begin &+ 32 <= limit else { return failHeader() }
      let word = UInt32(
        littleEndian: unsafe base.loadUnaligned(fromByteOffset: begin >> 3, as: UInt32.self))
      if word & 31 != 31 {
        id = UInt64(word & 31)
        advanceClock(UInt64(word >> 5), size: 27)
        position = begin &+ 32
      } else {
        guard let long = longHeader(begin) else { return failHeader() }
        id = long
      }
    case .general, .none:
      guard let general = generalHeader() else { return failHeader() }
      id = general
    }
    guard let index = planIndex(id) else {
      report(.unknownEvent, "the metadata declares no event with id \(id)")
      return false
    }
    unsafe classPlan = classPlans + index
    bodyPosition = position
    return true
  }

  private mutating func longHeader(_ begin: Int) -> UInt64? {
    let header = plan.header
    let start = alignedUp(begin &+ header.idSize, header.longAlignment)
    let stamp = start &+ header.longStamp
    guard stamp &+ 64 <= limit else { return nil }
    cycles = UInt64(
      littleEndian: unsafe base.loadUnaligned(fromByteOffset: stamp >> 3, as: UInt64.self))
    timestamp = plan.scale.nanoseconds(of: cycles)
    position = stamp &+ 64
    return UInt64(
      UInt32(
        littleEndian: unsafe base.loadUnaligned(fromByteOffset: start >> 3, as: UInt32.self)))
  }

  private mutating func generalHeader() -> UInt64? {
    guard plan.header.node >= 0 else { return 0 }
    unsafe values[ValueSlot.of(.eventClassID)] = 0
    unsafe values[ValueSlot.timestampSize] = 0
    var walker = walker(at: position)
    var visitor = NoVisitor()
    guard walker.walk(plan.header.node, &visitor) else { return nil }
    position = walker.position
    budget = walker.budget
    let size = unsafe values[ValueSlot.timestampSize]
    if size > 0 { advanceClock(unsafe values[ValueSlot.of(.timestamp)], size: size) }
    return unsafe values[ValueSlot.of(.eventClassID)]
  }

  private mutating func failHeader() -> Bool {
    report(.badEvent, "an event's header does not fit into its packet")
    return false
  }

  /// CTF 1.8.3 §8: a short stamp replaces the low bits, which wrap at most once in between.
  @inline(__always)
  private mutating func advanceClock(_ stamp: UInt64, size: UInt64) {
    if size >= 64 {
      cycles = stamp
    } else {
      let mask = (UInt64(1) &<< size) &- 1
      if stamp < cycles & mask { cycles &+= mask &+ 1 }
      cycles = cycles & ~mask | stamp & mask
    }
    timestamp = plan.scale.nanoseconds(of: cycles)
  }

  @inline(__always)
  private func planIndex(_ id: UInt64) -> Int? {
    if id < UInt64(plan.directCount) {
      let index = Int(unsafe ids[plan.firstID &+ Int(truncatingIfNeeded: id)])
      return index >= 0 ? index : nil
    }
    return sparse.first { $0.id == id }.map { Int($0.plan) }
  }

  /// Goes over the body of the event whose header has been read, and finds its fields.
  ///
  /// - Returns: False if it does not fit; the rest of the packet is given up.
  mutating func readBody() -> Bool {
    let isRead = unsafe classPlan.pointee.shape.isUsual ? runShape() : runSteps()
    guard isRead else {
      report(.badEvent, "an event does not fit into its packet")
      position = limit
      softLimit = limit
      return false
    }
    guard position > eventPosition else {
      report(.badEvent, "an event of no size")
      position = limit
      softLimit = limit
      return false
    }
    return true
  }

  /// The same as `runSteps` for a plan of the usual shape, in bytes.
  @inline(__always)
  private mutating func runShape() -> Bool {
    let base = unsafe self.base
    let limit = limit &>> 3
    let start = (position &+ 7) &>> 3
    var slot = unsafe slots
    unsafe slot.pointee = start &<< 3
    unsafe slot += 1
    var byte = unsafe start &+ classPlan.pointee.shape.before
    for _ in 0..<(unsafe classPlan.pointee.shape.strings) {
      let found = unsafe findNUL(base, from: byte, to: limit)
      guard found >= 0 else { return false }
      unsafe slot.pointee = byte &<< 3
      byte = found &+ 1
      unsafe slot[1] = byte &<< 3
      unsafe slot += 2
    }
    byte &+= unsafe classPlan.pointee.shape.behind
    guard byte <= limit else { return false }
    position = byte &<< 3
    return true
  }

  private mutating func runSteps() -> Bool {
    // Copies, which a store through a pointer cannot change: they stay in registers.
    let (slots, base, limit) = unsafe (self.slots, self.base, self.limit)
    let byteLimit = limit &>> 3
    var position = position
    var step = unsafe steps + classPlan.pointee.firstStep
    let end = unsafe step + classPlan.pointee.stepCount
    while unsafe step < end {
      let slot = unsafe slots + Int(step.pointee.slot)
      switch unsafe step.pointee.kind {
      case .fixed:
        position = alignedUp(position, unsafe step.pointee.alignment)
        unsafe slot.pointee = position
        position &+= unsafe step.pointee.size
        guard position <= limit else { return false }
      case .string:
        let start = (position &+ 7) &>> 3
        let found = unsafe findNUL(base, from: start, to: byteLimit)
        guard found >= 0 else { return false }
        unsafe slot.pointee = start &<< 3
        position = (found &+ 1) &<< 3
        unsafe slot[1] = position
      case .keep:
        let node = unsafe nodes + Int(step.pointee.node)
        let bit = unsafe slot.pointee &+ step.pointee.size
        unsafe values[Int(node.pointee.save)] = node.pointee.value(base, at: bit)
      case .sequence:
        position = alignedUp(position, unsafe step.pointee.alignment)
        unsafe slot.pointee = position
        guard unsafe skipSequence(step, &position) else { return false }
        unsafe slot[1] = position
      case .walk:
        unsafe slot.pointee = position
        var walker = walker(at: position)
        var visitor = NoVisitor()
        guard walker.walk(Int(unsafe step.pointee.node), &visitor) else { return false }
        budget = walker.budget
        position = walker.position
        unsafe slot[1] = position
      }
      unsafe step += 1
    }
    self.position = position
    return true
  }

  @inline(__always)
  private func skipSequence(_ step: UnsafePointer<Step>, _ position: inout Int) -> Bool {
    let length = unsafe values[Int(step.pointee.source)]
    guard length > 0 else { return position <= limit }
    let stride = unsafe step.pointee.size
    guard position < limit, length <= UInt64((limit &- position) / stride) &+ 1 else {
      return false
    }
    position &+= unsafe (Int(length) &- 1) &* stride &+ step.pointee.lastSize
    return position <= limit
  }
}
