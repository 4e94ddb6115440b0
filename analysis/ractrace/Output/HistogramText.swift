// SPDX-License-Identifier: MIT

import TraceAnalysis

/// A histogram for people: a bar for each doubling of the time, from the shortest to the longest.
struct HistogramText {
  let histogram: LogHistogram

  private static let length = 40

  func render(indent: Int) -> String {
    var counts: [Int: UInt64] = [:]
    for bucket in histogram.buckets() {
      counts[Self.octave(bucket.low), default: 0] += bucket.count
    }
    guard let first = counts.keys.min(), let last = counts.keys.max(),
      let most = counts.values.max()
    else { return "" }
    let names = (first...last).map { Self.name($0) }
    let width = names.map { Terminal.columns(of: $0) }.max() ?? 0
    var text = ""
    for (octave, name) in zip(first...last, names) {
      let count = counts[octave] ?? 0
      let bar = Int((Double(count) / Double(most) * Double(Self.length)).rounded(.up))
      text += String(repeating: " ", count: indent + width - Terminal.columns(of: name)) + name
      if count > 0 {
        text += "  " + String(repeating: "█", count: bar) + " \(Figures.count(count))"
      }
      text += "\n"
    }
    return text
  }

  /// The power of two that a time is at least.
  private static func octave(_ time: UInt64) -> Int {
    time == 0 ? 0 : UInt64.bitWidth - 1 - time.leadingZeroBitCount
  }

  private static func name(_ octave: Int) -> String {
    "from " + Figures.duration(octave == 0 ? 0 : 1 << UInt64(octave))
  }
}
