// SPDX-License-Identifier: MIT

/// Goes over fields of any kind, one by one, by their nodes: slow and general.
///
/// Every position is checked against `limit` before a bit is read; the work is bounded by
/// `budget`, so that no length of elements without size can hold it up.
@safe struct Walker {
  let nodes: UnsafePointer<Node>
  let ranges: UnsafePointer<ChoiceRange>
  let values: UnsafeMutablePointer<UInt64>
  let base: UnsafeRawPointer
  /// The end of what may be read, in bits from `base`.
  let limit: Int
  var position: Int
  var budget: Int

  /// Goes over a field.
  ///
  /// - Returns: False if it does not fit.
  mutating func walk<V: FieldVisitor>(_ index: Int, _ visitor: inout V) -> Bool {
    budget &-= 1
    guard budget >= 0 else { return false }
    let node = unsafe nodes + index
    position = alignedUp(position, unsafe node.pointee.alignment)
    guard position <= limit else { return false }
    switch unsafe node.pointee.kind {
    case .integer, .enumeration, .boolean, .bitMap, .float: return number(index, &visitor)
    case .variableLength: return variableLength(index, &visitor)
    case .string, .encoded, .blob: return bytes(index, &visitor)
    case .structure: return structure(index, &visitor)
    case .array: return elements(index, unsafe node.pointee.count, &visitor)
    case .sequence:
      let length = unsafe values[Int(node.pointee.source)]
      guard length <= UInt64(limit - position) + 1 else { return false }
      return elements(index, Int(length), &visitor)
    case .variant:
      guard let option = choice(index) else { return false }
      return chosen(option, of: index, &visitor)
    case .optional:
      if let content = choice(index) { return chosen(content, of: index, &visitor) }
      visitor.absent(FieldID(index))
      return true
    }
  }

  private mutating func structure<V: FieldVisitor>(_ index: Int, _ visitor: inout V) -> Bool {
    visitor.beginStructure(FieldID(index))
    let first = Int(unsafe nodes[index].firstChild)
    for child in first..<first + Int(unsafe nodes[index].childCount) {
      guard walk(child, &visitor) else { return false }
    }
    visitor.endStructure(FieldID(index))
    return true
  }

  private mutating func chosen<V: FieldVisitor>(
    _ option: Int, of index: Int, _ visitor: inout V
  ) -> Bool {
    visitor.beginVariant(FieldID(index))
    guard walk(option, &visitor) else { return false }
    visitor.endVariant(FieldID(index))
    return true
  }

  private mutating func number<V: FieldVisitor>(_ index: Int, _ visitor: inout V) -> Bool {
    let node = unsafe nodes[index]
    guard node.size <= limit - position else { return false }
    defer { position += node.size }
    let id = FieldID(index)
    if node.kind == .float {
      unsafe visitor.floatingPoint(node.double(base, at: position), size: node.size, id)
      return true
    }
    let value = unsafe node.value(base, at: position)
    if node.save >= 0 { keep(value, at: node.save, size: node.size) }
    switch node.kind {
    case .enumeration: visitor.enumeration(Int64(bitPattern: value), id)
    case .boolean: visitor.boolean(value != 0, id)
    case .bitMap: visitor.bitMap(value, id)
    default:
      if node.isSigned {
        visitor.signed(Int64(bitPattern: value), id)
      } else {
        visitor.unsigned(value, id)
      }
    }
    return true
  }

  /// Keeps a value for other fields, or for the reader.
  func keep(_ value: UInt64, at place: Int32, size: Int) {
    unsafe values[Int(place)] = value
    if Int(place) == ValueSlot.of(.timestamp) {
      unsafe values[ValueSlot.timestampSize] = UInt64(size)
    }
  }

  private mutating func elements<V: FieldVisitor>(
    _ index: Int, _ count: Int, _ visitor: inout V
  ) -> Bool {
    let node = unsafe nodes[index]
    let child = Int(node.firstChild)
    if node.isText {
      guard count <= (limit - position) >> 3 else { return false }
      let start = position >> 3
      let end = unsafe findNUL(base, from: start, to: start + count)
      let stop = end < 0 ? start + count : end
      unsafe visitor.text(view(from: start, to: stop).bytes, FieldID(index))
      position += count << 3
      return true
    }
    // Whoever looks at no elements goes over numbers of fixed size, such as a UUID's bytes, at once.
    if V.self == NoVisitor.self || V.self == RoleVisitor.self, node.fixedSize >= 0,
      unsafe nodes[child].kind == .integer, unsafe nodes[child].save < 0
    {
      guard node.fixedSize <= limit - position else { return false }
      position += node.fixedSize
      return true
    }
    visitor.beginArray(count: count, FieldID(index))
    for _ in 0..<count {
      guard walk(child, &visitor) else { return false }
    }
    visitor.endArray(FieldID(index))
    return true
  }

  func view(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base + start, count: end - start)
  }

  private func choice(_ index: Int) -> Int? {
    let node = unsafe nodes[index]
    let value = unsafe values[Int(node.source)]
    let first = Int(node.firstRange)
    for range in first..<first + Int(node.rangeCount)
    where unsafe ranges[range].holds(value) {
      return Int(node.firstChild) + Int(unsafe ranges[range].option)
    }
    return nil
  }
}
