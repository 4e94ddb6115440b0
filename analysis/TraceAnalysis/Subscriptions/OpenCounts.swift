// SPDX-License-Identifier: MIT

/// How many of something are open over time, in a bounded number of slices.
///
/// Slices are a power of two of ns wide and begin at multiples of that; when more than 16 would be
/// needed, two become one. Counts are relative to what was open before the first begin that was
/// seen. Two parts put together give what one of the whole would be.
struct OpenCounts: Codable, Sendable, Equatable {
  /// What happened within a slice.
  struct Slice: Codable, Sendable, Equatable {
    /// How many more are open at its end than at its begin.
    var change: Int32 = 0
    /// How many more were open at the least, and at the most.
    var low: Int32 = 0
    var high: Int32 = 0

    /// Puts what happened later behind this.
    mutating func append(_ later: Slice) {
      low = min(low, change &+ later.low)
      high = max(high, change &+ later.high)
      change &+= later.change
    }
  }

  static let most = 16

  /// The width of a slice is 2^`shift` ns.
  private(set) var shift = 0
  /// The number of the first slice: its begin divided by the width.
  private(set) var first: Int64 = 0
  private(set) var slices: [Slice] = []

  /// Counts one that begins.
  mutating func open(at time: Int64) { append(Slice(change: 1, low: 0, high: 1), at: time) }

  /// Counts one that ends.
  mutating func close(at time: Int64) { append(Slice(change: -1, low: -1, high: 0), at: time) }

  private mutating func append(_ change: Slice, at time: Int64) {
    cover(time, time)
    slices[Int(time >> Int64(shift) &- first)].append(change)
  }

  /// Adds a later part.
  mutating func merge(_ later: OpenCounts) {
    guard let theirLast = later.lastTime else { return }
    var later = later
    cover(later.firstTime, theirLast)
    while later.shift < shift { later.coarsen() }
    let offset = Int(later.first - first)
    for (index, slice) in later.slices.enumerated() { slices[offset + index].append(slice) }
  }

  /// Makes sure that there are slices for a span.
  ///
  /// The width is the least with which they are few enough, whatever came first.
  mutating func cover(_ from: Int64, _ to: Int64) {
    if slices.isEmpty {
      first = from >> Int64(shift)
      slices.append(Slice())
    }
    while true {
      let low = min(first, from >> Int64(shift))
      let high = max(first &+ (Int64(slices.count) - 1), to >> Int64(shift))
      let (width, overflow) = high.subtractingReportingOverflow(low)
      if !overflow, width < Self.most {
        slices.insert(contentsOf: repeatElement(Slice(), count: Int(first - low)), at: 0)
        first = low
        while slices.count <= width { slices.append(Slice()) }
        return
      }
      coarsen()
    }
  }

  private var firstTime: Int64 { first << Int64(shift) }
  private var lastTime: Int64? {
    slices.isEmpty ? nil : (first &+ (Int64(slices.count) - 1)) << Int64(shift)
  }

  private mutating func coarsen() {
    let begin = first >> 1
    var pairs: [Slice] = []
    for (index, slice) in slices.enumerated() {
      let place = Int((first &+ Int64(index)) >> 1 &- begin)
      if place == pairs.count { pairs.append(slice) } else { pairs[place].append(slice) }
    }
    slices = pairs
    first = begin
    shift += 1
  }
}
