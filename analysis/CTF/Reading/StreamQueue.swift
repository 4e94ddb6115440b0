// SPDX-License-Identifier: MIT

/// The streams of a cursor that still have events, the one with the next event first.
///
/// It lies in memory that the cursor owns, since streams take turns every few events.
@usableFromInline
@safe struct StreamQueue {
  @usableFromInline
  struct Entry {
    @usableFromInline var time: Int64
    @usableFromInline var index: Int32

    @inlinable
    init(time: Int64, index: Int32) {
      self.time = time
      self.index = index
    }

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      time < other.time || time == other.time && index < other.index
    }
  }

  private let isByTime: Bool
  /// A heap; in the order of streams all times are 0.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  private let capacity: Int
  private var count = 0 { didSet { isPair = isByTime && count == 2 } }
  /// Whether there are two streams in the order of time.
  @usableFromInline private(set) var isPair = false

  /// An empty queue for so many streams.
  init(_ order: EventOrder, capacity: Int) {
    isByTime = order == .time
    self.capacity = capacity
    unsafe entries = .allocate(capacity: max(1, capacity))
    unsafe entries.initialize(repeating: Entry(time: 0, index: 0), count: max(1, capacity))
  }

  /// Gives its memory back; the queue must not be used any more.
  func close() { unsafe entries.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The stream with the next event; the one that was last if there is none.
  var first: Int32 { unsafe entries[0].index }

  /// The time of the event that would be next if the first stream had none, and its stream.
  var second: (time: Int64, index: Int32) {
    guard isByTime, count > 1 else { return (.max, .max) }
    let entry = unsafe count > 2 && entries[2].isBefore(entries[1]) ? entries[2] : entries[1]
    return (entry.time, entry.index)
  }

  mutating func removeAll() { count = 0 }

  /// Adds a stream; `order` has to follow.
  mutating func append(_ time: Int64, _ index: Int32) {
    precondition(count < capacity, "the queue has no place for another stream")
    unsafe entries[count] = Entry(time: isByTime ? time : 0, index: index)
    count += 1
  }

  /// Puts what was appended in order.
  mutating func order() {
    for index in stride(from: count / 2 - 1, through: 0, by: -1) { sift(index) }
  }

  /// Tells the time of the first stream's next event.
  @inline(__always)
  mutating func moveFirst(to time: Int64) {
    guard isByTime else { return }
    unsafe entries[0].time = time
    sift(0)
  }

  /// Lets the two streams of a pair change places: the first one's next event is after the other's.
  ///
  /// - Parameter time: The time of the first stream's next event.
  /// - Returns: The stream that is first now, and the time from which on the other one is.
  @inlinable
  @inline(__always)
  mutating func exchange(_ time: Int64) -> (first: Int32, until: Int64) {
    let index = unsafe entries[0].index
    let next = unsafe entries[1]
    unsafe entries[0] = next
    unsafe entries[1] = Entry(time: time, index: index)
    return (next.index, next.index < index && time < .max ? time + 1 : time)
  }

  /// The first stream has no more events.
  @inline(never)
  mutating func removeFirst() {
    precondition(count > 0, "an empty queue has no first stream")
    count -= 1
    unsafe entries[0] = entries[count]
    sift(0)
  }

  @inline(__always)
  private func sift(_ start: Int) {
    let moved = unsafe entries[start]
    var hole = start
    while true {
      var child = 2 &* hole &+ 1
      guard child < count else { break }
      if child &+ 1 < count, unsafe entries[child &+ 1].isBefore(entries[child]) { child &+= 1 }
      guard unsafe entries[child].isBefore(moved) else { break }
      unsafe entries[hole] = entries[child]
      hole = child
    }
    unsafe entries[hole] = moved
  }
}
