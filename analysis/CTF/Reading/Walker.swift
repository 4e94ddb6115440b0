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
    let id = FieldID(index)
    switch unsafe node.pointee.kind {
    case .integer, .enumeration, .float: return number(index, &visitor)
    case .string:
      let end = unsafe findNUL(base, from: position >> 3, to: limit >> 3)
      guard end >= 0 else { return false }
      unsafe visitor.text(bytes(from: position >> 3, to: end).bytes, id)
      position = (end + 1) << 3
      return true
    case .structure:
      visitor.beginStructure(id)
      let first = Int(unsafe node.pointee.firstChild)
      for child in first..<first + Int(unsafe node.pointee.childCount) {
        guard walk(child, &visitor) else { return false }
      }
      visitor.endStructure(id)
      return true
    case .array: return elements(index, unsafe node.pointee.count, &visitor)
    case .sequence:
      let length = unsafe values[Int(node.pointee.source)]
      guard length <= UInt64(limit - position) + 1 else { return false }
      return elements(index, Int(length), &visitor)
    case .variant:
      guard let option = choice(index) else { return false }
      visitor.beginVariant(id)
      guard walk(option, &visitor) else { return false }
      visitor.endVariant(id)
      return true
    }
  }

  private func bytes(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base + start, count: end - start)
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
    if node.save >= 0 {
      unsafe values[Int(node.save)] = value
      if Int(node.save) == ValueSlot.of(.timestamp) {
        unsafe values[ValueSlot.timestampSize] = UInt64(node.size)
      }
    }
    if node.kind == .enumeration {
      visitor.enumeration(Int64(bitPattern: value), id)
    } else if node.isSigned {
      visitor.signed(Int64(bitPattern: value), id)
    } else {
      visitor.unsigned(value, id)
    }
    return true
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
      unsafe visitor.text(bytes(from: start, to: stop).bytes, FieldID(index))
      position += count << 3
      return true
    }
    visitor.beginArray(count: count, FieldID(index))
    for _ in 0..<count {
      guard walk(child, &visitor) else { return false }
    }
    visitor.endArray(FieldID(index))
    return true
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
