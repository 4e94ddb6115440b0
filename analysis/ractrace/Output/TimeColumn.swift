// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc

/// How the time of an event is written for people.
enum TimeStyle: String, CaseIterable, ArgumentConvertible {
  /// Seconds from the begin of the trace.
  case start
  /// Seconds from the event before.
  case delta
  /// Date and time in UTC.
  case wall
  /// Date and time where this machine is, or where `TZ` says.
  case local
}

/// Writes the times of events that come one after the other.
struct TimeColumn {
  let style: TimeStyle
  private let begin: Int64
  private var last: Int64?
  /// The second whose text is ready.
  private var second: Int64?
  private var date = ""
  private var zone = ""

  init(_ style: TimeStyle, begin: Int64) {
    self.style = style
    self.begin = begin
  }

  /// Writes a time, in ns since 1970.
  mutating func append(_ time: Int64, to out: inout OutputBuffer) {
    switch style {
    case .start: Self.append(seconds: time &- begin, to: &out)
    case .delta:
      let (delta, isTooFar) = time.subtractingReportingOverflow(last ?? time)
      last = time
      out.append(byte: delta < 0 ? 0x2D : 0x2B)
      Self.append(seconds: isTooFar ? .max : Int64(clamping: delta.magnitude), to: &out)
    case .wall, .local:
      let (quotient, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
      let whole = rest < 0 ? quotient - 1 : quotient
      if whole != second { prepare(whole) }
      out.append(text: date)
      out.append(byte: 0x2E)
      out.append(decimal: UInt64(rest < 0 ? rest + 1_000_000_000 : rest), width: 9)
      out.append(text: zone)
    }
  }

  private static func append(seconds nanoseconds: Int64, to out: inout OutputBuffer) {
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { out.append(byte: 0x2D) }
    let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    out.append(spaces: seconds < 10 ? 2 : seconds < 100 ? 1 : 0)
    out.append(decimal: seconds)
    out.append(byte: 0x2E)
    out.append(decimal: rest, width: 9)
  }

  /// Makes the text of a second: libc looks into the time zone's rules, once a second at most.
  private mutating func prepare(_ whole: Int64) {
    second = whole
    var moment = time_t(whole)
    var parts = tm()
    if style == .wall { gmtime_r(&moment, &parts) } else { localtime_r(&moment, &parts) }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    date = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard style == .local else {
      zone = "Z"
      return
    }
    let minutes = abs(parts.tm_gmtoff) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    zone = (parts.tm_gmtoff < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }
}
