// SPDX-License-Identifier: MIT

/// Slices of time as long as a power of two, counted from 1970.
///
/// The slices of two parts of a trace thus fall together, and two neighbours make one that is twice
/// as long: parts that were cut apart can be put on one grid without looking at their events again.
struct TimeGrid: Codable, Sendable, Equatable {
  /// How many slices a span has at most; unless it is as short, it has more than half of that.
  static let most: UInt64 = 256

  /// The length of a slice is 2 to the power of this, in ns.
  private(set) var shift = 0

  /// A grid of slices of 1 ns.
  init() {}

  /// Reads a grid that was written down.
  ///
  /// - Throws: `DecodingError` for slices that are no length of time.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    shift = try container.decode(Int.self)
    guard 0...62 ~= shift else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no slice of time has 2^\(shift) ns")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(shift)
  }

  /// The finest grid that has few enough slices.
  ///
  /// - Parameters:
  ///   - begin: The begin of the span, in ns since 1970.
  ///   - end: Its end, not before the begin.
  ///   - most: How many are few enough.
  init(from begin: Int64, to end: Int64, most: UInt64 = Self.most) {
    grow(from: begin, to: end, most: most)
  }

  /// Doubles the length of the slices until a span has few enough.
  mutating func grow(from begin: Int64, to end: Int64, most: UInt64 = Self.most) {
    while UInt64(bitPattern: slice(of: end) &- slice(of: begin)) >= most { shift += 1 }
  }

  /// Takes the coarser of two grids.
  mutating func merge(_ other: TimeGrid) { shift = max(shift, other.shift) }

  /// The number of the slice that a time is in.
  @inline(__always)
  func slice(of time: Int64) -> Int64 { time >> Int64(shift) }

  /// The number that a slice of a finer grid has in this one.
  func slice(_ number: Int64, of finer: TimeGrid) -> Int64 { number >> Int64(shift - finer.shift) }

  /// The first and the last ns of a slice.
  func bounds(_ slice: Int64) -> ClosedRange<Int64> {
    let first = slice << Int64(shift)
    return first...(first | (1 << Int64(shift) &- 1))
  }
}
