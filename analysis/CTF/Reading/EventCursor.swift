// SPDX-License-Identifier: MIT

/// Goes over the events of a set of traces once.
///
/// ```swift
/// var cursor = set.events(in: .time)
/// while let name = cursor.next({ set.eventClasses[$0.classIndex].name }) { print(name) }
/// ```
///
/// Pages of the files that it has passed are given back, so its memory does not grow with the
/// traces. It is not safe for use by several threads at a time; make one for each.
@safe public struct EventCursor: ~Copyable {
  private let set: CTFTraceSet
  private let order: EventOrder
  private let nodes: UnsafePointer<Node>
  private let readers: UnsafeMutableBufferPointer<StreamReader>
  private let wanted: [Bool]?
  private let damageEnd: UnsafeMutablePointer<Int64>
  /// The readers with an event, the earliest first: a heap by (time, stream).
  private var heap: [Int32] = []
  /// Whether the first reader's event has been handed out, so that it must be passed.
  private var isSpent = false

  init(_ set: CTFTraceSet, order: EventOrder, selection: EventSelection) {
    self.set = set
    self.order = order
    wanted = selection.classes
    unsafe nodes = set.tables.nodes
    let indices = selection.streams ?? Array(set.streams.indices)
    let streams = indices.filter { set.plan(ofStream: $0) != nil }.sorted()
    unsafe readers = .allocate(capacity: streams.count)
    unsafe damageEnd = .allocate(capacity: 1)
    unsafe damageEnd.initialize(to: .min)
    for (position, index) in streams.enumerated() {
      guard let (plan, sparse) = set.plan(ofStream: index) else { continue }
      unsafe readers.initializeElement(
        at: position,
        to: StreamReader(
          stream: set.streams[index], plan: plan, sparse: sparse, tables: set.tables,
          damageEnd: damageEnd))
    }
    heap = (0..<Int32(streams.count)).map { $0 }
    if order == .time {
      for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }
  }

  deinit {
    for index in unsafe readers.indices { unsafe readers[index].close() }
    unsafe readers.deinitialize().deallocate()
    unsafe damageEnd.deallocate()
  }

  /// What the traces lost: what headers told, and what reading has met so far.
  public var trust: Trust {
    var damage: [Damage] = []
    for index in unsafe readers.indices { damage += unsafe readers[index].damage }
    return set.trust.adding(damage)
  }

  /// Hands out the next event.
  ///
  /// - Parameter body: Receives the event, which it cannot keep.
  /// - Returns: What `body` returns, or nil if there are no more events.
  /// - Throws: What `body` throws.
  public mutating func next<R, E: Error>(
    _ body: (borrowing EventRecord) throws(E) -> R
  ) throws(E) -> R? {
    while let index = advance() {
      let reader = unsafe readers.baseAddress.map { unsafe UnsafePointer($0 + index) }
      guard let reader = unsafe reader else { return nil }
      guard unsafe isWanted(reader) else { continue }
      return try body(unsafe EventRecord(reader, nodes))
    }
    return nil
  }

  /// Hands out all further events.
  ///
  /// - Parameter body: Receives each event, which it cannot keep.
  /// - Throws: What `body` throws; the events behind can still be read.
  public mutating func forEach<E: Error>(
    _ body: (borrowing EventRecord) throws(E) -> Void
  ) throws(E) {
    while advanceHeader(), let first = heap.first, let base = unsafe readers.baseAddress {
      let reader = unsafe base + Int(first)
      // As long as this stream's events are earlier than all others', nothing is compared but
      // the time.
      let (time, stream) = runnerUp()
      repeat {
        isSpent = true
        if unsafe reader.pointee.readBody(), unsafe isWanted(UnsafePointer(reader)) {
          try body(unsafe EventRecord(UnsafePointer(reader), nodes))
        }
        guard unsafe reader.pointee.readHeader() else {
          removeFirst()
          isSpent = false
          break
        }
        isSpent = false
      } while unsafe reader.pointee.timestamp < time
        || reader.pointee.timestamp == time && first < stream
      if order == .time { sift(0) }
    }
  }

  @inline(__always)
  private func isWanted(_ reader: UnsafePointer<StreamReader>) -> Bool {
    guard let wanted else { return true }
    return wanted[unsafe reader.pointee.classPlan.pointee.classIndex]
  }

  /// Goes to the next event whose body could be read.
  ///
  /// - Returns: Its reader's index.
  private mutating func advance() -> Int? {
    while advanceHeader(), let first = heap.first {
      isSpent = true
      if unsafe readers[Int(first)].readBody() { return Int(first) }
    }
    return nil
  }

  /// Makes the first reader of the heap one whose event's header has been read and whose body
  /// has not.
  ///
  /// - Returns: False at the end.
  private mutating func advanceHeader() -> Bool {
    while let first = heap.first {
      let isUntouched = unsafe readers[Int(first)].isUntouched
      guard isSpent || isUntouched else { return true }
      isSpent = false
      if unsafe readers[Int(first)].readHeader() {
        if order == .time { sift(0) }
      } else {
        removeFirst()
      }
    }
    return false
  }

  /// The event that would be next if the first reader had none.
  private func runnerUp() -> (time: Int64, stream: Int32) {
    guard order == .time, heap.count > 1 else { return (.max, .max) }
    let other = heap.count > 2 && isBefore(heap[2], heap[1]) ? heap[2] : heap[1]
    return (unsafe readers[Int(other)].timestamp, other)
  }

  private mutating func removeFirst() {
    guard order == .time else {
      heap.removeFirst()
      return
    }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    sift(0)
  }

  @inline(__always)
  private func isBefore(_ one: Int32, _ other: Int32) -> Bool {
    let (a, b) = unsafe (readers[Int(one)].timestamp, readers[Int(other)].timestamp)
    return a < b || a == b && one < other
  }

  private mutating func sift(_ start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      guard isBefore(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
