// SPDX-License-Identifier: MIT

import Glibc

/// Names that nobody else has.
package enum SessionName {
  /// The local time of day as `20260131-235959`.
  package static func stamp() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(1900 + parts.tm_year)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))-"
      + two(parts.tm_hour) + two(parts.tm_min) + two(parts.tm_sec)
  }

  /// A name for a session: the process id and a random part keep those of two recordings apart,
  /// also of recordings in two containers.
  static func unique() -> String {
    let random = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    return "ractrace-\(stamp())-\(getpid())-\(random)"
  }

  /// The last part of a program's path, with only what is harmless in the name of a file.
  package static func base(of program: String) -> String {
    let last = program.split(separator: "/").last ?? "program"
    let clean = last.unicodeScalars.prefix(60).map { scalar -> Character in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return isPlain || "-_.+".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    let name = String(clean.drop { $0 == "." || $0 == "-" })
    return name.isEmpty ? "program" : name
  }
}
