// SPDX-License-Identifier: MIT

import CommandLineKit

/// A number of bytes on the command line: `262144`, `256k`, `2M`.
struct ByteCount: ArgumentConvertible {
  var bytes: Int

  init(argument: String) throws(UsageError) {
    let shifts: [Character: Int] = ["k": 10, "K": 10, "M": 20, "G": 30]
    let shift = argument.last.flatMap { shifts[$0] }
    guard let number = Int(shift == nil ? argument[...] : argument.dropLast()), number > 0,
      number <= Int.max >> (shift ?? 0)
    else {
      throw UsageError("'\(argument)' is not a number of bytes, such as 262144, 256k or 2M")
    }
    bytes = number << (shift ?? 0)
  }

  /// The number in the form that the command line takes.
  static func short(_ bytes: Int) -> String {
    for (shift, letter) in [(30, "G"), (20, "M"), (10, "k")] where bytes >= 1 << shift {
      if bytes % (1 << shift) == 0 { return "\(bytes >> shift)\(letter)" }
    }
    return String(bytes)
  }

  /// The number for people: `20.0 MiB`.
  static func text(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
      let tenths = ((bytes >> (shift - 10)) * 10 + 512) >> 10
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(bytes) bytes"
  }
}
