// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc

/// When colours are used.
enum ColorChoice: String, CaseIterable, ArgumentConvertible {
  case auto
  case always
  case never

  /// Whether standard output gets colours: for `auto`, if it is a terminal that is not `dumb` and
  /// `NO_COLOR` is not set.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isatty(1) == 1 && variable("NO_COLOR") == nil && variable("TERM") != "dumb"
    }
  }
}

/// What the tool knows of the terminal that it writes to.
enum Terminal {
  /// How many columns a line may take: `COLUMNS`, or what the terminal says; nil if neither does.
  static var width: Int? {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// How many columns a clean text takes.
  static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// How many columns a character takes: 0 if it joins the one before, 2 if it is wide.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

/// The value of an environment variable, nil if it is not set or empty.
private func variable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// Marks parts of a text, or not, if colours are off.
struct Style {
  var isOn: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func alarm(_ text: String) -> String { wrap(text, "1;31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
