// SPDX-License-Identifier: MIT

/// Numbers in the course of time as a row of bars, one character each.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// The bars: a space for 0, the highest for the greatest number.
  static func text(_ values: [UInt64]) -> String {
    guard let most = values.max(), most > 0 else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value in
        guard value > 0 else { return " " }
        // In doubles, which no number overflows.
        let share = Double(value) / Double(most) * Double(bars.count - 1)
        return bars[min(bars.count - 1, Int(share.rounded()))]
      })
  }
}
