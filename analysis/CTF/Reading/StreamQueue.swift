// SPDX-License-Identifier: MIT

/// The streams of a cursor that still have events, the one with the next event first.
struct StreamQueue {
  private struct Entry {
    var time: Int64
    var index: Int32

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      time < other.time || time == other.time && index < other.index
    }
  }

  private let isByTime: Bool
  /// A heap; in the order of streams all times are 0.
  private var entries: [Entry] = []

  init(_ order: EventOrder) { isByTime = order == .time }

  var isEmpty: Bool { entries.isEmpty }

  /// The stream with the next event.
  var first: Int32 { entries[0].index }

  /// The time of the event that would be next if the first stream had none, and its stream.
  var second: (time: Int64, index: Int32) {
    guard isByTime, entries.count > 1 else { return (.max, .max) }
    let entry = entries.count > 2 && entries[2].isBefore(entries[1]) ? entries[2] : entries[1]
    return (entry.time, entry.index)
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a stream; `order` has to follow.
  mutating func append(_ time: Int64, _ index: Int32) {
    entries.append(Entry(time: isByTime ? time : 0, index: index))
  }

  /// Puts what was appended in order.
  mutating func order() {
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sift(index) }
  }

  /// Tells the time of the first stream's next event.
  mutating func moveFirst(to time: Int64) {
    guard isByTime else { return }
    entries[0].time = time
    sift(0)
  }

  /// The first stream has no more events.
  mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    entries[0] = last
    sift(0)
  }

  private mutating func sift(_ start: Int) {
    let count = entries.count
    unsafe entries.withUnsafeMutableBufferPointer { entries in
      let moved = unsafe entries[start]
      var hole = start
      while true {
        var child = 2 * hole + 1
        guard child < count else { break }
        if child + 1 < count, unsafe entries[child + 1].isBefore(entries[child]) { child += 1 }
        guard unsafe entries[child].isBefore(moved) else { break }
        unsafe entries[hole] = entries[child]
        hole = child
      }
      unsafe entries[hole] = moved
    }
  }
}
