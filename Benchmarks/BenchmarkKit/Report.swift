// SPDX-License-Identifier: MIT

/// Prints one line of `make bench`: name, measured, baseline, ratio and bar, with two or more
/// spaces between the columns.
///
/// - Parameters:
///   - name: What was measured.
///   - measured: The figure.
///   - baseline: The figure of the same run that it is compared with, or nil.
///   - unit: The unit of both.
///   - bar: The largest ratio that is allowed, or nil if the figure is only shown.
public func report(
  _ name: String, measured: Double, baseline: Double?, unit: String = "ns", bar: Double? = nil
) {
  let ratio = baseline.map { measured / $0 }
  var verdict = "-"
  if let bar, let ratio { verdict = "\(rounded(bar)) \(ratio <= bar ? "met" : "NOT MET")" }
  print(
    [
      padded(name, 52),
      padded("\(rounded(measured)) \(unit)", 12),
      padded(baseline.map { "\(rounded($0)) \(unit)" } ?? "-", 12),
      padded(ratio.map(rounded) ?? "-", 6),
      verdict,
    ].joined(separator: "  "))
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Two decimals.
private func rounded(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = abs(hundredths % 100)
  return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
