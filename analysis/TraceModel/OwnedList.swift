// SPDX-License-Identifier: MIT

/// A list that nobody shares: an element is reached without asking whether it is shared, which an
/// array asks at every change.
///
/// For tables that every event goes to. A place is checked against the count.
@usableFromInline
package struct OwnedList<Element>: ~Copyable {
  @usableFromInline var elements: UnsafeMutablePointer<Element>
  @usableFromInline package private(set) var count = 0
  private var capacity = 16

  /// An empty list.
  @usableFromInline
  package init() { elements = .allocate(capacity: capacity) }

  /// A list of equal elements.
  @usableFromInline
  package init(repeating element: Element, count: Int) {
    capacity = max(capacity, count)
    elements = .allocate(capacity: capacity)
    elements.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  @inlinable
  package var indices: Range<Int> { 0..<count }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
      return UnsafePointer(elements + index)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
      return elements + index
    }
  }

  /// Where an element is until the next one is added or taken out: for many accesses with one check.
  @inlinable
  @inline(__always)
  package func address(of index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
    return elements + index
  }

  @usableFromInline
  package mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  @usableFromInline
  @discardableResult
  package mutating func removeLast() -> Element {
    precondition(count > 0, "an empty list has no last element")
    count -= 1
    return (elements + count).move()
  }

  /// Takes all elements out.
  @usableFromInline
  package mutating func removeAll() {
    elements.deinitialize(count: count)
    count = 0
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
  }
}
