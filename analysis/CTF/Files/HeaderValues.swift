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
        var visitor = unsafe RoleVisitor(nodes: tables.nodes)
        guard walker.walk(node, &visitor) else { return nil }
        present |= visitor.present
        return walker.position
      }
    }
    return end
  }
}

/// Notes which roles had a field.
@safe struct RoleVisitor: FieldVisitor {
  let nodes: UnsafePointer<Node>
  var present: UInt32 = 0

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    let save = Int(unsafe nodes[field.index].save)
    if save >= 0, save < FieldRole.count { present |= 1 << UInt32(save) }
  }

  mutating func signed(_ value: Int64, _ field: FieldID) { unsigned(0, field) }
  mutating func enumeration(_ value: Int64, _ field: FieldID) { unsigned(0, field) }
  func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {}
  func text(_ bytes: RawSpan, _ field: FieldID) {}
  func beginStructure(_ field: FieldID) {}
  func endStructure(_ field: FieldID) {}
  func beginArray(count: Int, _ field: FieldID) {}
  func endArray(_ field: FieldID) {}
  func beginVariant(_ field: FieldID) {}
  func endVariant(_ field: FieldID) {}
}
