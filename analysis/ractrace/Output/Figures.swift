// SPDX-License-Identifier: MIT

/// Numbers as people read them: three digits that matter, and a unit.
enum Figures {
  /// A time from nanoseconds: `999 ns`, `1.23 µs`, `45.6 ms`, `789 s`.
  static func duration(_ nanoseconds: UInt64) -> String {
    let value = Double(nanoseconds)
    if nanoseconds < 1_000 { return "\(nanoseconds) ns" }
    if value < 999.5e3 { return threeDigits(value / 1e3) + " µs" }
    if value < 999.5e6 { return threeDigits(value / 1e6) + " ms" }
    if nanoseconds < 10_000_000_000_000 { return threeDigits(value / 1e9) + " s" }
    return "\(nanoseconds / 1_000_000_000) s"
  }

  /// A rate: `12.3/s`.
  static func rate(_ hertz: Double) -> String {
    hertz < 1e6 ? threeDigits(hertz) + "/s" : threeDigits(hertz / 1e6) + " M/s"
  }

  /// A point in time from the start: `1.234567 s`.
  static func seconds(_ nanoseconds: Int64, digits: Int = 9) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000_000_000)
    let padded = String(repeating: "0", count: 9 - fraction.count) + fraction
    return (nanoseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000_000).\(padded.prefix(digits))"
  }

  /// A number with thousands apart: `4,000,000`.
  static func count(_ value: UInt64) -> String {
    let digits = String(value)
    guard digits.count > 4 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number of things: `1 event`, `4,000,000 events`.
  static func count(_ value: UInt64, _ noun: String) -> String {
    "\(count(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  private static func threeDigits(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    let scale = decimals == 2 ? 100.0 : decimals == 1 ? 10.0 : 1.0
    let scaled = UInt64(min((value * scale).rounded(), 1e18))
    if decimals == 0 { return String(scaled) }
    let whole = scaled / UInt64(scale)
    let fraction = String(scaled % UInt64(scale))
    return "\(whole)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
