// SPDX-License-Identifier: MIT

/// How many subscriptions were open in the course of a trace, in at most 16 slices of equal width.
public struct OpenSeries: Sendable, Equatable {
  /// One slice of time.
  public struct Slice: Sendable, Equatable {
    /// Its begin in ns since 1970; of the first one before the begin of the trace.
    public var begin: Int64
    /// How many were open at the least.
    public var least: Int64
    /// How many were open at the most.
    public var most: Int64
    /// How many were open at its end.
    public var last: Int64
  }

  /// The slices, which cover the trace.
  public private(set) var slices: [Slice] = []
  /// The width of a slice in ns, a power of two.
  public private(set) var width: UInt64

  /// The most that were open at a time.
  public var peak: Int64 { slices.lazy.map(\.most).max() ?? 0 }

  /// Whether the number grows: from slice to slice the least number never falls, and it rises three
  /// times or more.
  ///
  /// What comes and goes falls in some slice; what is only made at the start rises once or twice.
  public var grows: Bool {
    let pairs = zip(slices, slices.dropFirst())
    return pairs.allSatisfy { $0.least <= $1.least }
      && pairs.lazy.filter { $0.least < $1.least }.count >= 3
  }

  /// The series of a trace.
  ///
  /// - Parameters:
  ///   - counts: What was counted.
  ///   - base: How many were open from before the trace.
  ///   - from: The begin of the trace.
  ///   - to: Its end.
  init(_ counts: OpenCounts, base: UInt64, from: Int64, to: Int64) {
    var counts = counts
    counts.cover(from, max(from, to))
    width = 1 << UInt64(counts.shift)
    var open = Int64(clamping: base)
    for (index, slice) in counts.slices.enumerated() {
      slices.append(
        Slice(
          begin: (counts.first &+ Int64(index)) << Int64(counts.shift),
          least: open &+ Int64(slice.low), most: open &+ Int64(slice.high),
          last: open &+ Int64(slice.change)))
      open &+= Int64(slice.change)
    }
  }
}
