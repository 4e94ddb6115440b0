// SPDX-License-Identifier: MIT

/// Counts of durations in buckets whose width grows with the value.
///
/// Values below 128 have a bucket each; above, every power of two is divided into 128 buckets, so
/// that a bucket is at most 1/128 of its values wide and what `quantile` gives is within 0.4 % of
/// the true sample. The smallest and the greatest sample and the sum are kept exactly. Merging two
/// histograms gives what one histogram of all samples would be.
///
/// Memory: one kilobyte for each power of two that occurs among the samples.
///
/// ```swift
/// var intervals = LogHistogram()
/// intervals.record(1_000)
/// let median = intervals.quantile(0.5)
/// ```
public struct LogHistogram: Equatable, Sendable {
  @usableFromInline static let subCount = 128
  static let pageCount = 58

  /// For each power of two, one more than the place of its page in `counts`; 0: no page yet.
  @usableFromInline var pages: [UInt8] = []
  @usableFromInline var counts: [UInt64] = []

  /// How many samples there are.
  public internal(set) var count: UInt64 = 0
  /// The smallest sample, or nil without samples.
  public var minimum: UInt64? { count == 0 ? nil : least }
  /// The greatest sample, or nil without samples.
  public var maximum: UInt64? { count == 0 ? nil : greatest }
  /// The sum of the samples, which stops at the greatest number that fits.
  public internal(set) var sum: UInt64 = 0

  @usableFromInline var least: UInt64 = .max
  @usableFromInline var greatest: UInt64 = 0

  /// A histogram without samples, which takes no memory.
  public init() {}

  /// A histogram whose pages are added afterwards.
  init(sum: UInt64, least: UInt64, greatest: UInt64) {
    self.sum = sum
    self.least = least
    self.greatest = greatest
  }

  /// Adds one sample.
  ///
  /// - Parameter value: The sample, in any unit.
  /// - Complexity: O(1); allocates at the first sample of each power of two.
  @inline(__always)
  public mutating func record(_ value: UInt64) { record(value, times: 1) }

  /// Adds one sample several times.
  ///
  /// - Parameters:
  ///   - value: The sample, in any unit.
  ///   - times: How often it occurred.
  /// - Complexity: O(1); allocates at the first sample of each power of two.
  @inline(__always)
  public mutating func record(_ value: UInt64, times: UInt64) {
    guard times > 0 else { return }
    let (page, sub) = Self.place(of: value)
    if pages.isEmpty || pages[page] == 0 { addPage(page) }
    counts[(Int(pages[page]) - 1) << 7 + sub] &+= times
    count &+= times
    let (total, overflow) = sum.addingReportingOverflow(
      times == 1 ? value : Self.product(value, times))
    sum = overflow ? .max : total
    if value < least { least = value }
    if value > greatest { greatest = value }
  }

  /// Adds all samples of another histogram.
  ///
  /// - Parameter other: Any histogram.
  public mutating func merge(_ other: LogHistogram) {
    for (page, slot) in other.pages.enumerated() where slot != 0 {
      if pages.isEmpty || pages[page] == 0 { addPage(page) }
      let mine = (Int(pages[page]) - 1) << 7
      let theirs = (Int(slot) - 1) << 7
      for sub in 0..<Self.subCount { counts[mine + sub] &+= other.counts[theirs + sub] }
    }
    count &+= other.count
    let (total, overflow) = sum.addingReportingOverflow(other.sum)
    sum = overflow ? .max : total
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }

  /// Whether two histograms hold the same samples, however they came to them.
  ///
  /// - Parameters:
  ///   - left: One histogram.
  ///   - right: Another.
  /// - Returns: True if all buckets, the extremes and the sums are equal.
  public static func == (left: LogHistogram, right: LogHistogram) -> Bool {
    left.count == right.count && left.sum == right.sum && left.least == right.least
      && left.greatest == right.greatest && left.buckets().elementsEqual(right.buckets(), by: ==)
  }

  @inline(__always)
  static func place(of value: UInt64) -> (page: Int, sub: Int) {
    let bucket = bucket(of: value)
    return (bucket &>> 7, bucket & 127)
  }

  /// The number of a value's bucket: 128 times its page, and its place in that.
  @inline(__always)
  static func bucket(of value: UInt64) -> Int {
    // Of the eight leading bits all but the first tell the place; below 256 none is left out.
    let shift = 56 &- (value | 128).leadingZeroBitCount
    return shift &<< 7 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
  }

  /// Takes over the counts of one power of two, of samples whose sum and extremes are known.
  mutating func add(asPage page: Int, _ samples: (_ sub: Int) -> UInt64) {
    addPage(page)
    let begin = counts.count - Self.subCount
    for sub in 0..<Self.subCount {
      let sample = samples(sub)
      counts[begin + sub] = sample
      count &+= sample
    }
  }

  @inline(never)
  private mutating func addPage(_ page: Int) {
    if pages.isEmpty { pages = Array(repeating: 0, count: Self.pageCount) }
    pages[page] = UInt8(counts.count / Self.subCount + 1)
    counts.append(contentsOf: repeatElement(0, count: Self.subCount))
  }

  private static func product(_ value: UInt64, _ times: UInt64) -> UInt64 {
    let (product, overflow) = value.multipliedReportingOverflow(by: times)
    return overflow ? .max : product
  }
}
