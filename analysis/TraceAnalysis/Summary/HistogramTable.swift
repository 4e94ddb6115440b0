// SPDX-License-Identifier: MIT

import TraceModel

/// Many histograms that grow by one sample at a time, in memory that nobody shares.
///
/// A `LogHistogram` asks at each sample whether its arrays are shared, which takes longer than to
/// count. It is made of what was counted here, at the end.
struct HistogramTable: ~Copyable {
  struct Histogram {
    var sum: UInt64 = 0
    var least = UInt64.max
    var greatest: UInt64 = 0
    /// For each power of two where its page begins in `counts`; −1: no page yet.
    var pages = InlineArray<64, Int32>(repeating: -1)

    /// Adds a sample to all but the counts.
    ///
    /// - Returns: Where its page begins.
    @inline(__always)
    mutating func add(_ value: UInt64, page: Int) -> Int {
      let (total, overflow) = sum.addingReportingOverflow(value)
      sum = overflow ? .max : total
      if value < least { least = value }
      if value > greatest { greatest = value }
      return Int(pages[page])
    }
  }

  private var histograms = OwnedList<Histogram>()
  /// The pages of all histograms in the order in which they were needed.
  private var counts = NarrowCounts()

  /// Adds a histogram without samples, whose number is the next one.
  mutating func addHistogram() { histograms.append(Histogram()) }

  /// Adds a sample to a histogram.
  @inline(__always)
  mutating func record(_ value: UInt64, in number: Int) {
    let bucket = LogHistogram.bucket(of: value)
    var begin = histograms[number].add(value, page: bucket &>> 7)
    if begin < 0 { begin = addPage(bucket &>> 7, of: number) }
    counts.increment(begin &+ bucket & 127)
  }

  @inline(never)
  private mutating func addPage(_ page: Int, of number: Int) -> Int {
    let begin = counts.addPage()
    histograms[number].pages[page] = Int32(begin)
    return begin
  }

  /// A histogram of its own, of the samples so far.
  func histogram(_ number: Int) -> LogHistogram {
    var result = LogHistogram(
      sum: histograms[number].sum, least: histograms[number].least,
      greatest: histograms[number].greatest)
    for page in 0..<LogHistogram.pageCount {
      let begin = Int(histograms[number].pages[page])
      guard begin >= 0 else { continue }
      result.add(asPage: page) { counts[begin + $0] }
    }
    return result
  }
}
