// SPDX-License-Identifier: MIT

/// The values of a packet's header and context, by role.
struct HeaderValues {
  private let tables: DecodeTables
  private var values: [UInt64]
  /// For each role whether there is a value.
  private var present: UInt32 = 0

  init(_ tables: DecodeTables) {
    self.tables = tables
    values = [UInt64](repeating: 0, count: tables.valueSlots)
  }

  /// Forgets all values.
  mutating func reset() { present = 0 }

  subscript(_ role: FieldRole) -> UInt64? {
    present >> UInt32(role.rawValue) & 1 == 1 ? values[ValueSlot.of(role)] : nil
  }

  /// Reads a structure.
  ///
  /// - Returns: Its end in bits, or nil if it does not fit into the bytes.
  mutating func read(_ node: Int, _ bytes: [UInt8], from position: Int) -> Int? {
    let end = unsafe bytes.withUnsafeBytes { bytes in
      unsafe values.withUnsafeMutableBufferPointer { values -> Int? in
        guard let base = bytes.baseAddress, let values = values.baseAddress else { return nil }
        var walker = unsafe Walker(
          nodes: tables.nodes, ranges: tables.ranges, values: values, base: base,
          limit: bytes.count * 8, position: position, budget: bytes.count * 16 + 1024)
        var visitor = NoVisitor()
        return walker.walk(node, &visitor) ? walker.position : nil
      }
    }
    guard end != nil else { return nil }
    let first = Int(unsafe tables.nodes[node].firstChild)
    for child in first..<first + Int(unsafe tables.nodes[node].childCount) {
      let save = Int(unsafe tables.nodes[child].save)
      if save >= 0, save < FieldRole.count { present |= 1 << UInt32(save) }
    }
    return end
  }
}
