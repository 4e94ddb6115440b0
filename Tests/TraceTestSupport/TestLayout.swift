// SPDX-License-Identifier: MIT

/// How numbers are aligned and ordered in a trace.
package struct TestLayout: Sendable, Hashable {
  package var isBigEndian = false
  /// As on machines that cannot read numbers at odd addresses.
  package var isNatural = false

  package init(isBigEndian: Bool = false, isNatural: Bool = false) {
    self.isBigEndian = isBigEndian
    self.isNatural = isNatural
  }

  /// Both byte orders, packed and naturally aligned.
  package static let all = [false, true].flatMap { big in
    [false, true].map { TestLayout(isBigEndian: big, isNatural: $0) }
  }

  /// The alignment of a number in bits; bit fields have none.
  package func alignment(_ size: Int) -> Int {
    guard size % 8 == 0 else { return 1 }
    return isNatural ? size : 8
  }
}

extension TestLayout: CustomStringConvertible {
  package var description: String {
    "\(isBigEndian ? "big" : "little")-endian, \(isNatural ? "aligned" : "packed")"
  }
}
