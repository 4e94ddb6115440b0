// SPDX-License-Identifier: MIT

/// The samples of a `LogHistogram` in as little space as they need: four bytes for each bucket that
/// holds some.
///
/// For what is kept by the thousand and only looked at in the end.
struct PackedHistogram: Codable, Sendable, Equatable {
  private static let countBits: UInt32 = 19
  private static let countMask: UInt32 = 1 << countBits - 1

  private(set) var least = UInt64.max
  private(set) var greatest: UInt64 = 0
  /// The number of a bucket above, a part of its count below.
  private(set) var entries: [UInt32] = []

  /// No samples.
  init() {}

  /// The samples of a histogram.
  init(_ histogram: LogHistogram) {
    guard histogram.count > 0 else { return }
    least = histogram.least
    greatest = histogram.greatest
    histogram.forEachBucket { append($1, ofBucket: $0) }
  }

  /// Samples whose extremes are known, and whose buckets are appended in order of their values.
  init(least: UInt64, greatest: UInt64) {
    self.least = least
    self.greatest = greatest
  }

  /// Takes over a bucket's samples.
  mutating func append(_ count: UInt64, ofBucket number: Int) {
    var rest = count
    while rest > 0 {
      let part = UInt32(min(rest, UInt64(Self.countMask)))
      entries.append(UInt32(number) << Self.countBits | part)
      rest -= UInt64(part)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Shows the buckets that hold samples, in no order, some perhaps several times.
  @inline(__always)
  func forEachBucket(_ body: (_ number: Int, _ count: UInt64) -> Void) {
    for entry in entries { body(Int(entry >> Self.countBits), UInt64(entry & Self.countMask)) }
  }

  /// Adds the samples of another one.
  mutating func merge(_ other: PackedHistogram) {
    guard !other.isEmpty else { return }
    var histogram = LogHistogram()
    histogram.add(self)
    histogram.add(other)
    self = PackedHistogram(histogram)
  }

  /// Adds one sample.
  mutating func record(_ value: UInt64) {
    var histogram = LogHistogram()
    histogram.record(value)
    merge(PackedHistogram(histogram))
  }
}

extension LogHistogram {
  /// Adds the samples that were packed; the sum is then not known.
  mutating func add(_ packed: PackedHistogram) {
    let before = (least: least, greatest: greatest)
    packed.forEachBucket { number, count in
      record(Self.low(ofBucket: number), times: count)
    }
    // A bucket's own bound may lie outside of the extremes.
    least = min(before.least, packed.least)
    greatest = max(before.greatest, packed.greatest)
  }

  /// Shows the buckets that hold samples, in order of their values.
  func forEachBucket(_ body: (_ number: Int, _ count: UInt64) -> Void) {
    for (page, slot) in pages.enumerated() where slot != 0 {
      let base = (Int(slot) - 1) * Self.subCount
      for sub in 0..<Self.subCount where counts[base + sub] > 0 {
        body(page * Self.subCount + sub, counts[base + sub])
      }
    }
  }

  /// The least value that a bucket takes.
  static func low(ofBucket number: Int) -> UInt64 {
    let page = number / subCount
    return page == 0
      ? UInt64(number) : UInt64(number % subCount + subCount) << UInt64(page - 1)
  }
}
