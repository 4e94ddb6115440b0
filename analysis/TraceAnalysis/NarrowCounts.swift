// SPDX-License-Identifier: MIT

import TraceModel

/// Counts in pages of a `LogHistogram`, narrow so that more of them stay in the processor's cache.
///
/// Where one has run over, that is kept apart: nothing is lost.
struct NarrowCounts: ~Copyable {
  private var counts = OwnedList<UInt8>()
  /// How often the count at each place has run over: seldom looked at.
  private var overruns = OwnedList<UInt64>()

  /// Adds a page of zeros.
  ///
  /// - Returns: The place of its first count.
  mutating func addPage() -> Int {
    let begin = counts.count
    for _ in 0..<LogHistogram.subCount {
      counts.append(0)
      overruns.append(0)
    }
    return begin
  }

  /// Counts one more at a place.
  @inline(__always)
  mutating func increment(_ place: Int) {
    let count = counts.address(of: place)
    count.pointee &+= 1
    if count.pointee == 0 { overruns[place] &+= 1 }
  }

  /// The count at a place.
  subscript(place: Int) -> UInt64 {
    overruns[place] &<< 8 &+ UInt64(counts[place])
  }

  /// Makes the count at a place 0.
  mutating func clear(_ place: Int) {
    counts[place] = 0
    overruns[place] = 0
  }
}
