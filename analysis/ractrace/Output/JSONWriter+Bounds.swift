// SPDX-License-Identifier: MIT

extension JSONWriter {
  /// A quantile: a number if it is known, both bounds if losses leave it open, null if nothing is
  /// known.
  mutating func member(_ name: StaticString, bounds: (low: UInt64?, high: UInt64?)) {
    if bounds.low == bounds.high {
      member(name, bounds.low)
    } else {
      beginObject(name)
      member("low", bounds.low)
      member("high", bounds.high)
      endObject()
    }
  }
}
