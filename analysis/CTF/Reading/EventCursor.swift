// SPDX-License-Identifier: MIT

/// Goes over the events of a set of traces once.
///
/// ```swift
/// var cursor = set.events(in: .time)
/// while let name = cursor.next({ set.eventClasses[$0.classIndex].name }) { print(name) }
/// ```
///
/// Of the files no more is kept in memory than the packets that are open, so its memory does not grow
/// with the traces. It is not safe for use by several threads at a time; make one for each.
@safe public struct EventCursor: ~Copyable {
  private let set: CTFTraceSet
  @usableFromInline let readers: UnsafeMutablePointer<StreamReader>
  private let readerCount: Int
  private let wanted: UnsafeMutableBufferPointer<Bool>
  private let damageEnd: UnsafeMutablePointer<Int64>
  private let slice: TimeSlice
  @usableFromInline var queue: StreamQueue
  /// Whether the first reader's event has been handed out, so that it must be passed.
  private var isSpent = false

  init(_ set: CTFTraceSet, order: EventOrder, selection: EventSelection) {
    self.set = set
    unsafe wanted = .allocate(capacity: selection.classes?.count ?? 0)
    _ = unsafe wanted.initialize(from: selection.classes ?? [])
    let indices = selection.streams ?? Array(set.streams.indices)
    let streams = indices.filter { set.plan(ofStream: $0) != nil }.sorted()
    readerCount = streams.count
    unsafe readers = .allocate(capacity: max(1, readerCount))
    unsafe damageEnd = .allocate(capacity: 1)
    unsafe damageEnd.initialize(to: .min)
    for (position, index) in streams.enumerated() {
      guard let (plan, sparse) = set.plan(ofStream: index) else { continue }
      let reader = unsafe readers + position
      unsafe reader.initialize(
        to: StreamReader(
          stream: set.streams[index], plan: plan, sparse: sparse, tables: set.tables,
          wanted: selection.classes == nil ? nil : UnsafePointer(wanted.baseAddress),
          damageEnd: damageEnd))
      unsafe reader.pointee.current.pointee.reader = unsafe UnsafePointer(reader)
    }
    slice = selection.slice
    queue = StreamQueue(order, capacity: readerCount)
    fill(slice)
  }

  deinit {
    for index in 0..<readerCount { unsafe readers[index].close() }
    unsafe readers.deinitialize(count: readerCount)
    unsafe readers.deallocate()
    unsafe wanted.deinitialize().deallocate()
    unsafe damageEnd.deallocate()
    queue.close()
  }

  /// What the traces lost: what headers told, and what reading has met so far.
  public var trust: Trust { self.set.trust.adding(damage) }

  /// What reading has met so far, by stream.
  package var damage: [Damage] {
    var damage: [Damage] = []
    for index in 0..<readerCount { damage += unsafe readers[index].damage }
    return damage
  }

  /// The index of the packet that the first stream has come to.
  var firstPacketIndex: Int { readerCount > 0 ? unsafe readers[0].packetIndex : -1 }

  // MARK: Positions

  /// Goes to a time, forwards or back.
  ///
  /// Packets before it are not read, but for one of each stream. In a selected slice it goes no
  /// further back than the slice's begin.
  ///
  /// - Parameter time: In ns since 1970. The next event is the first one that did not happen before.
  /// - Complexity: O(*p*) in the number of packets, and reading a packet of each stream.
  public mutating func seek(to time: Int64) {
    fill(TimeSlice(begin: max(time, slice.begin ?? time), end: slice.end))
  }

  /// Fills the queue with the streams that have events from the slice's begin on.
  private mutating func fill(_ slice: TimeSlice) {
    queue.removeAll()
    isSpent = false
    for index in 0..<readerCount {
      let reader = unsafe readers + index
      let stream = unsafe reader.pointee.stream
      if let end = slice.end { unsafe reader.pointee.stop(at: StreamCut(of: stream, at: end)) }
      if let begin = slice.begin {
        guard unsafe reader.pointee.seek(to: StreamCut(of: stream, at: begin)) else { continue }
      }
      queue.append(unsafe reader.pointee.timestamp, Int32(index))
    }
    queue.order()
  }

  // MARK: Events

  /// Hands out the next event.
  ///
  /// - Parameter body: Receives the event, which it cannot keep.
  /// - Returns: What `body` returns, or nil if there are no more events.
  /// - Throws: What `body` throws.
  public mutating func next<R, E: Error>(
    _ body: (borrowing EventRecord) throws(E) -> R
  ) throws(E) -> R? {
    guard let reader = unsafe first() else { return nil }
    isSpent = true
    return try body(unsafe EventRecord(reader.pointee.current))
  }

  /// Hands out all further events.
  ///
  /// - Parameter body: Receives each event, which it cannot keep.
  /// - Throws: What `body` throws; the events behind can still be read.
  public mutating func forEach<E: Error>(
    _ body: (borrowing EventRecord) throws(E) -> Void
  ) throws(E) {
    var failure: E?
    run { record in
      do throws(E) {
        try body(record)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// Hands out further events until `body` returns false.
  ///
  /// - Parameter body: Receives each event, which it cannot keep.
  public mutating func run(_ body: (borrowing EventRecord) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var closure = EventClosure(body: body)
      show(&closure)
    }
  }

  /// Shows further events until the visitor has seen enough.
  @inlinable
  @inline(__always)
  package mutating func show(_ visitor: inout some EventVisitor & ~Copyable) {
    guard var (reader, until) = unsafe spendFirst() else { return }
    // As long as this stream's events are earlier than all others', nothing is compared but the
    // time.
    while unsafe visitor.visit(EventRecord(reader.pointee.current)) {
      let goesOn = unsafe reader.pointee.step()
      let time = unsafe reader.pointee.timestamp
      if goesOn, time < until { continue }
      let isQuick = goesOn && queue.isPair
      guard let next = unsafe isQuick ? exchange(time) : change(goesOn) else { return }
      unsafe (reader, until) = unsafe next
    }
  }

  /// The reader with the next event, which is handed out now, and `timeOfOther`.
  @usableFromInline
  @inline(__always)
  mutating func spendFirst() -> (UnsafeMutablePointer<StreamReader>, Int64)? {
    guard let reader = unsafe first() else { return nil }
    isSpent = true
    return unsafe (reader, timeOfOther())
  }

  /// The same, after the next event of the stream that was first has been looked for.
  @usableFromInline
  mutating func change(_ hasEvent: Bool) -> (UnsafeMutablePointer<StreamReader>, Int64)? {
    isSpent = false
    goOn(hasEvent)
    return unsafe spendFirst()
  }

  /// The same where two streams take turns, as those of two cores do every few events.
  ///
  /// - Parameter time: The time of the next event of the stream that was first.
  /// - Returns: What `change` returns.
  @inlinable
  @inline(__always)
  mutating func exchange(_ time: Int64) -> (UnsafeMutablePointer<StreamReader>, Int64)? {
    let (first, until) = queue.exchange(time)
    let reader = unsafe readers + Int(first)
    return unsafe reader.pointee.isUntouched ? begin() : (reader, until)
  }

  /// The same where the stream that is first now has not been begun.
  @usableFromInline
  mutating func begin() -> (UnsafeMutablePointer<StreamReader>, Int64)? {
    isSpent = false
    return unsafe spendFirst()
  }

  /// The time from which on another stream than the first has the next event.
  ///
  /// Mutating only so that a call does not copy the cursor.
  @inline(__always)
  private mutating func timeOfOther() -> Int64 {
    let (time, index) = queue.second
    return queue.first < index && time < .max ? time + 1 : time
  }

  /// Puts the first stream, whose next event has been found, where it belongs now.
  @inline(__always)
  private mutating func goOn(_ hasEvent: Bool) {
    if hasEvent {
      queue.moveFirst(to: unsafe readers[Int(queue.first)].timestamp)
    } else {
      queue.removeFirst()
    }
  }

  /// The reader with the next event, which has not been handed out.
  @inline(__always)
  private mutating func first() -> UnsafeMutablePointer<StreamReader>? {
    while !queue.isEmpty {
      let reader = unsafe readers + Int(queue.first)
      let isUntouched = unsafe reader.pointee.isUntouched
      guard isSpent || isUntouched else { return unsafe reader }
      isSpent = false
      goOn(unsafe reader.pointee.advance())
    }
    return nil
  }
}
