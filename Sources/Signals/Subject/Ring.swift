// SPDX-License-Identifier: MIT

/// A first-in first-out queue in a circular buffer: both ends are O(1).
///
/// A class, and with memory managed by hand: in code that is not specialised a generic structure or
/// an array of optionals costs several times as much.
final class Ring<Element> {
  @exclusivity(unchecked) private var storage: UnsafeMutablePointer<Element>
  /// A power of two.
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var first = 0
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    capacity = 4
    storage = .allocate(capacity: 4)
  }

  deinit {
    for index in 0..<count {
      (storage + ((first + index) & (capacity - 1))).deinitialize(count: 1)
    }
    storage.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  func append(_ element: Element) {
    if count == capacity { grow() }
    (storage + ((first + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  func popFirst() -> Element? { count > 0 ? removeFirst() : nil }

  /// Takes the oldest element out; there must be one.
  func removeFirst() -> Element {
    precondition(count > 0)
    let element = (storage + first).move()
    first = (first + 1) & (capacity - 1)
    count -= 1
    return element
  }

  /// The element that was appended last.
  var last: Element? {
    count == 0 ? nil : storage[(first + count - 1) & (capacity - 1)]
  }

  /// The elements, oldest first.
  var elements: [Element] {
    (0..<count).map { storage[(first + $0) & (capacity - 1)] }
  }

  /// Doubles the buffer.
  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    for index in 0..<count {
      (larger + index).moveInitialize(from: storage + ((first + index) & (capacity - 1)), count: 1)
    }
    storage.deallocate()
    storage = larger
    capacity *= 2
    first = 0
  }
}
