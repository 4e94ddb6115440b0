// SPDX-License-Identifier: MIT

/// The memory in which the values of several sources are put together to one output: here a tuple.
///
/// Each source writes its value to its own place, so that neither the number of sources nor their
/// types need be known where that happens: in code that is not specialised, to make a tuple of
/// values costs more than all the rest.
class Row<Output: Sendable> {
  private let memory: UnsafeMutableRawPointer

  convenience init() {
    let output = UnsafeMutablePointer<Output>.allocate(capacity: 1)
    self.init(memory: UnsafeMutableRawPointer(output))
  }

  fileprivate init(memory: UnsafeMutableRawPointer) {
    self.memory = memory
  }

  deinit {
    memory.deallocate()
  }

  /// The place of a value.
  ///
  /// It is part of this object, which does not know whether it is filled.
  final func place<Value>(at offset: Int) -> UnsafeMutablePointer<Value> {
    (memory + offset).assumingMemoryBound(to: Value.self)
  }

  /// What the places hold, all of which are filled.
  func copy() -> Output { memory.assumingMemoryBound(to: Output.self).pointee }

  /// The same, moved out: no place is filled any more.
  func take() -> Output { memory.assumingMemoryBound(to: Output.self).move() }
}

/// A row whose output is an array.
final class ListRow<Element: Sendable>: Row<[Element]> {
  private let count: Int

  init(count: Int) {
    self.count = count
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: count)
    super.init(memory: UnsafeMutableRawPointer(elements))
  }

  override func copy() -> [Element] {
    Array(UnsafeBufferPointer(start: place(at: 0), count: count))
  }

  override func take() -> [Element] {
    Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: place(at: 0), count: count)
      initialized = count
    }
  }
}

/// The place of an element in a tuple.
func offset<Tuple, Element>(_ element: KeyPath<Tuple, Element>) -> Int {
  guard let offset = MemoryLayout<Tuple>.offset(of: element) else {
    preconditionFailure("\(element) is not an element of a tuple")
  }
  return offset
}
