// SPDX-License-Identifier: MIT

extension Summary {
  /// How many values there were in each slice of time.
  struct ActivityCounts: Codable, Sendable, Equatable {
    /// How many slices a trace has at most; unless it is as short, more than half as many.
    static let most: UInt64 = 16

    private(set) var grid = TimeGrid()
    /// The number of the first slice.
    private(set) var first: Int64 = 0
    private(set) var counts: [UInt64] = []

    init(_ grid: TimeGrid = TimeGrid()) { self.grid = grid }

    /// Whether it is what a trace can have, so that no sum below overflows.
    var isPlausible: Bool { counts.count <= 1 << 12 && first.magnitude <= 1 << 62 }

    /// Adds values in a slice of the grid.
    mutating func add(_ count: UInt64, in slice: Int64) {
      if counts.isEmpty { first = slice }
      // A clock that was set: far from all others, the slice at the edge takes the values.
      let slice = min(max(slice, first &- Self.margin), first &+ Self.margin)
      if slice < first {
        counts.insert(contentsOf: repeatElement(0, count: Int(first - slice)), at: 0)
        first = slice
      }
      while counts.count <= Int(slice - first) { counts.append(0) }
      counts[Int(slice - first)] &+= count
    }

    private static let margin: Int64 = 1 << 10

    /// Adds what another part counted.
    mutating func merge(_ other: ActivityCounts) {
      guard !other.counts.isEmpty else { return }
      if counts.isEmpty {
        self = other
        return
      }
      var common = grid
      common.merge(other.grid)
      self = on(common)
      let other = other.on(common)
      for (index, count) in other.counts.enumerated() where count > 0 {
        add(count, in: other.first &+ Int64(index))
      }
    }

    /// The same on a grid that is not finer.
    func on(_ grid: TimeGrid) -> ActivityCounts {
      guard grid != self.grid else { return self }
      var coarser = ActivityCounts(grid)
      for (index, count) in counts.enumerated() where count > 0 {
        coarser.add(count, in: grid.slice(first &+ Int64(index), of: self.grid))
      }
      return coarser
    }

    /// The counts of the slices of a span, on a grid that is not finer; what lies outside is in the
    /// slices at its edges.
    func counts(on grid: TimeGrid, from begin: Int64, to end: Int64) -> [UInt64] {
      let (low, high) = (grid.slice(of: begin), grid.slice(of: end))
      var slices = [UInt64](repeating: 0, count: Int(high - low) + 1)
      let coarser = on(grid)
      for (index, count) in coarser.counts.enumerated() {
        let slice = min(max(coarser.first &+ Int64(index), low), high)
        slices[Int(slice - low)] &+= count
      }
      return slices
    }
  }

  /// The slices of time that `Row.activity` counts values in: the last one may reach beyond the end.
  public struct Slices: Sendable, Equatable {
    /// The begin of the first slice, in ns since 1970: not after the begin of the trace.
    public var begin: Int64
    /// The length of each in ns, a power of two.
    public var width: UInt64
  }
}
