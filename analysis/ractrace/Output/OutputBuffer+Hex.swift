// SPDX-License-Identifier: MIT

import CommandLineKit

extension OutputBuffer {
  /// Appends two hexadecimal digits for each byte.
  mutating func append(hex bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        append(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
  }
}
