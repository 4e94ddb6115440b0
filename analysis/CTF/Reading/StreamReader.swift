// SPDX-License-Identifier: MIT

public import CByteSearch

/// Reads the events of one stream, one after the other, out of its file.
///
/// It lies in memory that a cursor owns; nothing here is allocated for an event.
@usableFromInline
@safe struct StreamReader {
  // What every event needs.
  @usableFromInline private(set) var base: UnsafeRawPointer
  @usableFromInline var position = 0
  @usableFromInline var limit = 0
  @usableFromInline var softLimit = 0
  @usableFromInline var cycles: UInt64 = 0
  /// `until` while the last packet is open, else the largest number.
  @usableFromInline var stopTime = Int64.max
  @usableFromInline let classPlans: UnsafePointer<ClassPlan>
  /// The class plans of the ids below `quickIDs`, or −1.
  @usableFromInline let ids: UnsafePointer<Int32>
  /// How many ids there are in events whose header is packed and large and whose clock counts
  /// nanoseconds; else 0.
  @usableFromInline let quickIDs: Int
  /// The time of the clock's 0, in ns since 1970.
  @usableFromInline let origin: Int64
  /// For each event class whether it is wanted; nil means all.
  @usableFromInline let wanted: UnsafePointer<Bool>?
  /// The current event.
  @usableFromInline let current: UnsafeMutablePointer<CurrentEvent>
  /// The positions of its fields, in bits from the packet's begin.
  @usableFromInline let slots: UnsafeMutablePointer<Int>

  // What is read.
  let streamIndex: Int
  let stream: DataStream
  let plan: StreamPlan
  private let sparse: [SparseID]
  private let nodes: UnsafePointer<Node>
  private let ranges: UnsafePointer<ChoiceRange>
  let steps: UnsafePointer<Step>
  /// Values of fields that others refer to, and of headers, by role.
  let values: UnsafeMutablePointer<UInt64>

  // Where it is.
  var window = FileWindow()
  /// The index of the packet that is open; one less than the first before it is.
  var packetIndex = -1
  /// The end of the last packet to read.
  var packetEnd: Int
  /// The stamp from which on the last packet is not read.
  var until = Int64.max
  /// The begin of the event that is read without haste.
  var eventPosition = 0
  var budget = 0
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
    unsafe ids = tables.ids + plan.firstID
    let isQuick = plan.header.isPackedLarge && plan.scale.frequency == 1_000_000_000
    // The last id of 16 bits tells that another one follows.
    quickIDs = isQuick ? min(plan.directCount, 65_535) : 0
    origin = plan.scale.origin
    unsafe values = .allocate(capacity: tables.valueSlots)
    unsafe values.initialize(repeating: 0, count: tables.valueSlots)
    unsafe slots = .allocate(capacity: max(1, tables.fieldSlots))
    unsafe slots.initialize(repeating: 0, count: max(1, tables.fieldSlots))
    unsafe base = UnsafeRawPointer(values)
    unsafe current = .allocate(capacity: 1)
    unsafe current.initialize(
      to: CurrentEvent(
        timestamp: stream.packets.first?.begin ?? .max, streamIndex: stream.index, base: base,
        slots: slots, nodes: nodes, damageEnd: damageEnd))
  }

  /// The time of the current event, in ns since 1970.
  @inlinable var timestamp: Int64 {
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
  @usableFromInline
  mutating func advance() -> Bool {
    while true {
      if position >= softLimit, !refill() { return false }
      eventPosition = position
      let isRead = readHeader()
      if timestamp >= stopTime {
        end()
        return false
      }
      guard isRead else {
        giveUpPacket()
        continue
      }
      let classIndex = unsafe current.pointee.classIndex
      guard unsafe runSteps(classPlans[classIndex]) else {
        failBody()
        continue
      }
      guard position > eventPosition else {
        failSize()
        continue
      }
      if let wanted = unsafe wanted, unsafe !wanted[classIndex] { continue }
      return true
    }
  }

  /// The same, for the loop that hands out events.
  @inlinable
  @inline(__always)
  mutating func step() -> Bool {
    while position < softLimit, stepQuickly() {
      guard let wanted = unsafe wanted, unsafe !wanted[current.pointee.classIndex] else {
        return true
      }
    }
    return advance()
  }

  /// Goes to the next event of the open packet, if it is of the usual kind: a packed large header,
  /// then fixed fields, strings and fixed fields.
  ///
  /// - Returns: False if it is of any other kind, lies near the end or does not fit: then nothing
  ///   has changed.
  @inlinable
  @inline(__always)
  mutating func stepQuickly() -> Bool {
    // Copies, which a store through a pointer cannot change: they stay in registers.
    let base = unsafe base
    let end = limit &>> 3
    let begin = (position &+ 7) &>> 3
    guard begin &+ 6 <= end else { return false }
    let id = Int(
      unsafe base.loadUnaligned(fromByteOffset: begin, as: UInt16.self).littleEndian)
    guard id < quickIDs else { return false }
    let index = Int(unsafe ids[id])
    guard index >= 0 else { return false }
    // The processor's own guesses end at the page's end.
    unsafe ractrace_prefetch(base + (begin &+ 1_024))
    let shape = unsafe classPlans[index].shape
    // CTF 1.8.3 §8: a short stamp replaces the low bits, which wrap at most once in between.
    let stamp = unsafe base.loadUnaligned(fromByteOffset: begin &+ 2, as: UInt32.self).littleEndian
    let now = cycles &+ UInt64(stamp &- UInt32(truncatingIfNeeded: cycles))
    let time = origin &+ Int64(truncatingIfNeeded: now)
    guard time < stopTime else { return false }

    var slot = unsafe slots
    unsafe slot.pointee = (begin &+ 6) &<< 3
    unsafe slot += 1
    var byte = begin &+ 6 &+ shape.before
    if shape.strings != 0 {
      // The strings lie one behind the other: all their NULs are searched for at once.
      var strings = shape.strings
      guard strings > 0, byte &+ 64 <= end else { return false }
      unsafe slot.pointee = byte &<< 3
      var zeros = unsafe ractrace_zero_bytes_of_64(base + byte)
      repeat {
        if zeros == 0 {
          (zeros, byte) = unsafe Self.findZeros(base, behind: byte, end)
          guard zeros != 0 else { return false }
        }
        unsafe slot += 1
        unsafe slot.pointee = (byte &+ zeros.trailingZeroBitCount &+ 1) &<< 3
        zeros &= zeros &- 1
        strings &-= 1
      } while strings > 0
      byte = unsafe slot.pointee &>> 3
    }
    byte &+= shape.behind
    guard byte <= end else { return false }

    position = byte &<< 3
    cycles = now
    unsafe current.pointee.timestamp = time
    unsafe current.pointee.classIndex = index
    return true
  }

  /// Which of the next 64 bytes that hold a NUL are 0, and where they begin.
  ///
  /// - Returns: No bits if there are none before the end.
  @inlinable
  @inline(__always)
  static func findZeros(
    _ base: UnsafeRawPointer, behind byte: Int, _ end: Int
  ) -> (zeros: UInt64, byte: Int) {
    var byte = byte &+ 64
    while byte &+ 64 <= end {
      let zeros = unsafe ractrace_zero_bytes_of_64(base + byte)
      if zeros != 0 { return (zeros, byte) }
      byte &+= 64
    }
    return (0, byte)
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

  /// Finds the event class of an id.
  ///
  /// - Returns: False if there is none.
  @inline(__always)
  mutating func choose(_ id: UInt64) -> Bool {
    if id < UInt64(plan.directCount) {
      let index = Int(unsafe ids[Int(truncatingIfNeeded: id)])
      if index >= 0 {
        unsafe current.pointee.classIndex = index
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
    unsafe current.pointee.classIndex = Int(entry.plan)
    return true
  }

  func walker(at position: Int) -> Walker {
    unsafe Walker(
      nodes: nodes, ranges: ranges, values: values, base: base, limit: limit,
      position: position, budget: budget)
  }

  func node(_ index: Int32) -> UnsafePointer<Node> { unsafe nodes + Int(index) }
}
