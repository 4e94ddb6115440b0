// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TraceAnalysis

@Suite("LogHistogram")
struct LogHistogramTests {
  @Test(
    "gives quantiles within 0.4 percent of the exact ones",
    arguments: [1, 2, 10, 127, 128, 1_000, 50_000])
  func quantiles(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    var histogram = LogHistogram()
    var samples: [UInt64] = []
    for _ in 0..<count {
      let value = random.next() >> (random.next() % 64)
      samples.append(value)
      histogram.record(value)
    }
    samples.sort()
    for share in [0, 0.001, 0.5, 0.9, 0.99, 0.999, 1] {
      let rank = max(1, min(count, Int((share * Double(count)).rounded(.up))))
      let exact = Double(samples[rank - 1])
      let told = Double(histogram.quantile(share) ?? 0)
      #expect(abs(told - exact) <= exact / 250, "share \(share)")
    }
    #expect(histogram.minimum == samples.first)
    #expect(histogram.maximum == samples.last)
    #expect(histogram.count == UInt64(count))
  }

  @Test("has no quantile without samples")
  func empty() {
    #expect(LogHistogram().quantile(0.5) == nil)
    #expect(LogHistogram().minimum == nil)
    #expect(LogHistogram().maximum == nil)
  }

  @Test("merges to what one histogram of all samples is")
  func merge() {
    var random = SeededRandom(seed: 7)
    var whole = LogHistogram()
    var parts = [LogHistogram](repeating: LogHistogram(), count: 3)
    for index in 0..<3_000 {
      let value = random.next() >> (random.next() % 64)
      whole.record(value)
      parts[index % 3].record(value)
    }
    var merged = LogHistogram()
    for part in parts { merged.merge(part) }
    #expect(merged == whole)
    merged.merge(LogHistogram())
    #expect(merged == whole)
  }

  @Test("bounds a quantile by what was lost")
  func bounds() {
    var histogram = LogHistogram()
    for value in 1...100 as ClosedRange<UInt64> { histogram.record(value) }
    #expect(histogram.quantileBounds(0.5, lost: 0) == (50, 50))
    #expect(histogram.quantileBounds(0.5, lost: 10) == (45, 55))
    #expect(histogram.quantileBounds(0.99, lost: 10) == (99, nil))
    #expect(histogram.quantileBounds(0.5, lost: 200) == (nil, nil))
    #expect(histogram.quantileBounds(0.5, lost: .max) == (nil, nil))
  }

  @Test("takes the greatest values there are")
  func extremes() {
    var histogram = LogHistogram()
    histogram.record(0)
    histogram.record(.max)
    histogram.record(.max)
    #expect(histogram.quantile(0) == 0)
    #expect(histogram.quantile(1) == .max)
    #expect(histogram.sum == .max)
    #expect(histogram.buckets().map(\.count) == [1, 2])
  }

  @Test("is made whole of a table whose narrow counts have run over")
  func table() {
    var random = SeededRandom(seed: 3)
    var table = HistogramTable()
    for _ in 0..<2 { table.addHistogram() }
    var histograms = [LogHistogram(), LogHistogram()]
    for index in 0..<20_000 {
      // Few different values, so that each comes often.
      let value = random.next() % 3 << (random.next() % 5)
      table.record(value, in: index % 2)
      histograms[index % 2].record(value)
    }
    for number in 0..<2 {
      let made = table.histogram(number)
      #expect("\(made.buckets())" == "\(histograms[number].buckets())")
      #expect(made.count == 10_000)
      #expect(made.sum == histograms[number].sum)
      #expect(made.buckets().contains { $0.count > 2 * 256 })
    }
  }
}
