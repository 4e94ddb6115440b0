// SPDX-License-Identifier: MIT

/// A first-in first-out queue in a circular buffer: both ends are O(1).
struct Ring<Element> {
  private var storage: [Element?] = []
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    if count == storage.count { grow() }
    storage[(first + count) & (storage.count - 1)] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[first].take()
    first = (first + 1) & (storage.count - 1)
    count -= 1
    return element
  }

  /// The element that was appended last.
  var last: Element? {
    count == 0 ? nil : storage[(first + count - 1) & (storage.count - 1)]
  }

  /// The elements, oldest first.
  var elements: [Element] {
    (0..<count).compactMap { storage[(first + $0) & (storage.count - 1)] }
  }

  /// Doubles the buffer; its size stays a power of two.
  private mutating func grow() {
    var larger = [Element?](repeating: nil, count: max(4, 2 * storage.count))
    for index in 0..<count { larger[index] = storage[(first + index) & (storage.count - 1)] }
    storage = larger
    first = 0
  }
}
