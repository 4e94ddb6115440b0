// SPDX-License-Identifier: MIT

extension Duration {
  /// Whole nanoseconds: 0 for a negative duration, `Int64.max` for one that is too long.
  var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflows { return .max }
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowsToo ? .max : sum
  }
}
