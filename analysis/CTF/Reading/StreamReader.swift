// SPDX-License-Identifier: MIT

/// Reads the events of one stream, one after the other, out of its mapped file.
///
/// It lies in memory that a cursor owns; nothing here is allocated for an event.
@safe struct StreamReader {
  // What is read.
  let streamIndex: Int
  let stream: DataStream
  let plan: StreamPlan
  private let sparse: [SparseID]
  private let nodes: UnsafePointer<Node>
  private let ranges: UnsafePointer<ChoiceRange>
  let steps: UnsafePointer<Step>
  private let classPlans: UnsafePointer<ClassPlan>
  private let ids: UnsafePointer<Int32>
  /// For each event class whether it is wanted; nil means all.
  private let wanted: UnsafePointer<Bool>?
  /// Values of fields that others refer to, and of headers, by role.
  let values: UnsafeMutablePointer<UInt64>
  /// The current event.
  let current: UnsafeMutablePointer<CurrentEvent>
  /// The positions of its fields, in bits from the packet's begin.
  let slots: UnsafeMutablePointer<Int>

  // Where it is.
  var window = FileWindow()
  /// The index of the packet that is open; one less than the first before it is.
  var packetIndex = -1
  /// The end of the last packet to read.
  var packetEnd: Int
  /// The stamp from which on the last packet is not read.
  var until = Int64.max
  /// `until` while the last packet is open, else the largest number.
  var stopTime = Int64.max
  private(set) var base: UnsafeRawPointer
  var position = 0
  var limit = 0
  var softLimit = 0
  var budget = 0

  // How the current event was found.
  private(set) var classPlan: UnsafePointer<ClassPlan>
  private(set) var bodyPosition = 0
  var eventPosition = 0
  var cycles: UInt64 = 0
  /// What could not be read so far.
  var damage: [Damage] = []

  init(
    stream: DataStream, plan: StreamPlan, sparse: [SparseID], tables: DecodeTables,
    wanted: UnsafePointer<Bool>?, damageEnd: UnsafeMutablePointer<Int64>
  ) {
    self.stream = stream
    self.plan = plan
    self.sparse = sparse
    unsafe self.wanted = unsafe wanted
    streamIndex = stream.index
    packetEnd = stream.packets.count
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
    unsafe current = .allocate(capacity: 1)
    unsafe current.initialize(
      to: CurrentEvent(
        timestamp: stream.packets.first?.begin ?? .max, streamIndex: stream.index, base: base,
        slots: slots, nodes: nodes, damageEnd: damageEnd))
  }

  /// The time of the current event, in ns since 1970.
  var timestamp: Int64 {
    @inline(__always) get { unsafe current.pointee.timestamp }
    @inline(__always) nonmutating set { unsafe current.pointee.timestamp = newValue }
  }

  /// Begins a packet.
  mutating func setBase(_ address: UnsafeRawPointer) {
    unsafe base = unsafe address
    unsafe current.pointee.base = unsafe address
  }

  /// Gives everything back; the reader must not be used any more.
  mutating func close() {
    window.close()
    unsafe values.deallocate()
    unsafe slots.deallocate()
    unsafe current.deallocate()
  }

  /// Goes to the next event that is wanted and fits into its packet, and finds its fields.
  ///
  /// - Returns: False at the end of what is to be read.
  @inline(never)
  mutating func advance() -> Bool { step() }

  /// The same, for the loop that hands out events.
  @inline(__always)
  mutating func step() -> Bool {
    while true {
      if position >= softLimit, !refill() { return false }
      eventPosition = position
      let isRead: Bool
      if plan.header.isPackedLarge {
        isRead = readPackedLargeHeader()
      } else {
        isRead = readHeader()
      }
      if timestamp >= stopTime {
        end()
        return false
      }
      guard isRead else {
        giveUpPacket()
        continue
      }
      let shape = unsafe classPlan.pointee.shape
      guard shape.isUsual ? runShape(shape) : unsafe runSteps(classPlan.pointee) else {
        failBody()
        continue
      }
      guard position > eventPosition else {
        failSize()
        continue
      }
      let classIndex = unsafe classPlan.pointee.classIndex
      if let wanted = unsafe wanted, unsafe !wanted[classIndex] { continue }
      unsafe current.pointee.classIndex = classIndex
      return true
    }
  }

  @inline(never)
  private mutating func failBody() {
    report(.badEvent, "an event does not fit into its packet")
    giveUpPacket()
  }

  @inline(never)
  private mutating func failSize() {
    report(.badEvent, "an event of no size")
    giveUpPacket()
  }

  /// What is left of the packet cannot be read.
  private mutating func giveUpPacket() {
    position = limit
    softLimit = limit
  }

  /// Reads LTTng's large header where all begins at the next byte: an id and a stamp.
  @inline(__always)
  private mutating func readPackedLargeHeader() -> Bool {
    let begin = (position &+ 7) & ~7
    let stamp = begin &+ 16
    guard stamp &+ 32 <= limit else { return failHeader() }
    let id = unsafe base.loadUnaligned(fromByteOffset: begin &>> 3, as: UInt16.self).littleEndian
    guard id != .max else { return readHeader() }
    let low = unsafe base.loadUnaligned(fromByteOffset: stamp &>> 3, as: UInt32.self).littleEndian
    advanceClock(UInt64(low), size: 32)
    position = stamp &+ 32
    return choose(UInt64(id))
  }

  /// Finds the event class of an id.
  ///
  /// - Returns: False if there is none.
  @inline(__always)
  mutating func choose(_ id: UInt64) -> Bool {
    bodyPosition = position
    if id < UInt64(plan.directCount) {
      let index = Int(unsafe ids[plan.firstID &+ Int(truncatingIfNeeded: id)])
      if index >= 0 {
        unsafe classPlan = classPlans + index
        return true
      }
    }
    return chooseSparse(id)
  }

  @inline(never)
  private mutating func chooseSparse(_ id: UInt64) -> Bool {
    guard let entry = sparse.first(where: { $0.id == id }) else {
      report(.unknownEvent, "the metadata declares no event with id \(id)")
      return false
    }
    unsafe classPlan = classPlans + Int(entry.plan)
    return true
  }

  func walker(at position: Int) -> Walker {
    unsafe Walker(
      nodes: nodes, ranges: ranges, values: values, base: base, limit: limit,
      position: position, budget: budget)
  }

  func node(_ index: Int32) -> UnsafePointer<Node> { unsafe nodes + Int(index) }
}
