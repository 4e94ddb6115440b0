// SPDX-License-Identifier: MIT

/// The children of a compound disposable: a set in the order of insertion.
///
/// Two are held in line, for most have no more. Further ones are in an array with holes where some
/// were removed, and, past eight, an index of their places, so that each operation is O(1), at
/// least amortised.
struct DisposableList {
  private var first: Disposable?
  private var second: Disposable?
  private var overflow: Overflow?

  /// The number of children.
  var count: Int {
    (first == nil ? 0 : 1) + (second == nil ? 0 : 1) + (overflow?.live ?? 0)
  }

  /// Whether there are no children, nor an array for more than two of them.
  @inline(__always)
  var isEmpty: Bool { first == nil && second == nil && overflow == nil }

  /// Adds the first child, where ``isEmpty``.
  @inline(__always)
  mutating func setFirst(_ disposable: Disposable) { first = disposable }

  /// Adds a child at the end and returns true, unless it is there already.
  ///
  /// `finished` gets the disposed children that were let go to make room.
  @inline(never)
  mutating func append(_ disposable: Disposable, finished: inout [Disposable]) -> Bool {
    guard !contains(disposable) else { return false }
    if second != nil { prune(&finished) }
    if overflow == nil || overflow?.live == 0 {
      if first == nil && second == nil {
        first = disposable
        return true
      }
      if second == nil {
        second = disposable
        return true
      }
    }
    let overflow = self.overflow ?? Overflow()
    self.overflow = overflow
    overflow.append(disposable, finished: &finished)
    return true
  }

  /// Removes a child; false if it is not there.
  mutating func remove(_ disposable: Disposable) -> Bool {
    if first === disposable {
      first = second
      second = nil
      return true
    }
    if second === disposable {
      second = nil
      return true
    }
    return overflow?.remove(disposable) ?? false
  }

  /// Moves all children out.
  mutating func takeAll() -> DisposableList {
    let all = self
    self = DisposableList()
    return all
  }

  /// Appends all to an array, in order.
  func append(to list: inout [Disposable]) {
    if let first { list.append(first) }
    if let second { list.append(second) }
    if let overflow { list += overflow.slots.compactMap(\.self) }
  }

  /// Disposes all, in order.
  mutating func disposeAll() {
    first.take()?.dispose()
    second.take()?.dispose()
    if let overflow = overflow.take() {
      for child in overflow.slots { child?.dispose() }
    }
  }

  /// Lets all go, without nesting the ends of long chains.
  mutating func releaseAll() {
    if first != nil { Trampoline.release(first.take()) }
    if second != nil { Trampoline.release(second.take()) }
    if overflow != nil { Trampoline.release(overflow.take()) }
  }

  private func contains(_ disposable: Disposable) -> Bool {
    first === disposable || second === disposable || overflow?.contains(disposable) ?? false
  }

  /// Lets the children in line go that are disposed.
  private mutating func prune(_ finished: inout [Disposable]) {
    if let child = second, child.isDisposed {
      finished.append(child)
      second = nil
    }
    if let child = first, child.isDisposed {
      finished.append(child)
      first = second.take()
    }
  }
}

extension DisposableList {
  /// The children past the second.
  private final class Overflow {
    /// In order; nil where one was removed.
    @exclusivity(unchecked) var slots: [Disposable?] = []
    /// How many are there.
    @exclusivity(unchecked) var live = 0
    /// The places in `slots`; kept only once there are more than `linear` slots.
    @exclusivity(unchecked) private var places: [ObjectIdentifier: Int] = [:]
    /// The number of slots at which holes and finished children are next cleared away.
    @exclusivity(unchecked) private var nextSweep = Overflow.linear

    /// Up to this many slots are searched one by one.
    private static let linear = 8

    func place(of disposable: Disposable) -> Int? {
      guard slots.count > Self.linear else {
        return slots.firstIndex { $0 === disposable }
      }
      return places[ObjectIdentifier(disposable)]
    }

    func contains(_ disposable: Disposable) -> Bool {
      place(of: disposable) != nil
    }

    func append(_ disposable: Disposable, finished: inout [Disposable]) {
      if slots.count >= nextSweep { sweep(&finished) }
      slots.append(disposable)
      live += 1
      if slots.count == Self.linear + 1 {
        rebuildPlaces()
      } else if slots.count > Self.linear {
        places[ObjectIdentifier(disposable)] = slots.count - 1
      }
    }

    func remove(_ disposable: Disposable) -> Bool {
      guard let place = place(of: disposable) else { return false }
      slots[place] = nil
      live -= 1
      if slots.count > Self.linear { places[ObjectIdentifier(disposable)] = nil }
      if live == 0 {
        slots.removeAll(keepingCapacity: slots.count <= Self.linear)
        places = [:]
        nextSweep = Self.linear
      }
      return true
    }

    /// Clears away holes and finished children: every time that the slots have doubled since.
    private func sweep(_ finished: inout [Disposable]) {
      slots.removeAll { child in
        guard let child else { return true }
        if child.isDisposed { finished.append(child) }
        return child.isDisposed
      }
      live = slots.count
      nextSweep = max(Self.linear, 2 * slots.count)
      if slots.count > Self.linear { rebuildPlaces() } else { places = [:] }
    }

    private func rebuildPlaces() {
      places = [:]
      for (place, child) in slots.enumerated() {
        if let child { places[ObjectIdentifier(child)] = place }
      }
    }
  }
}
