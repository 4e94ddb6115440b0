// SPDX-License-Identifier: MIT

/// What keeps the stacks within their bounds.
extension DeliveryStacks {
  /// Makes sure that a thread's stack may grow by one.
  ///
  /// - Returns: False if there is no room at all.
  mutating func makeRoom(_ thread: Int) -> Bool {
    if threads[thread].depth >= threads[thread].limit {
      forgetRepeated(thread)
      // So that what was kept is not looked at again before several times as much has come.
      while threads[thread].depth > threads[thread].limit / 8,
        threads[thread].limit < Self.greatestDepth
      {
        threads[thread].limit *= 2
      }
    }
    if threads[thread].depth < threads[thread].limit, hasRoom { return true }
    guard threads[thread].bottom >= 0 else { return false }
    isCurtailed = true
    forgetOutermost(thread)
    return true
  }

  /// Hands out as open the begins of which the same subscription has a later one above: those of
  /// an emitter that tells no ends.
  private mutating func forgetRepeated(_ thread: Int) {
    seen.begin(room: Int(threads[thread].depth))
    var kept: Int32 = -1
    var frame = threads[thread].top
    while frame >= 0 {
      let below = frames[Int(frame)].below
      if frames[Int(frame)].isAction || seen.insert(frames[Int(frame)].id) {
        // The innermost one is always kept.
        if kept >= 0 { frames[Int(kept)].below = frame }
        kept = frame
      } else {
        hasForgotten = true
        threads[thread].depth &-= 1
        settle(frame, of: thread, .open)
      }
      frame = below
    }
    guard kept >= 0 else { return }
    frames[Int(kept)].below = -1
    threads[thread].bottom = kept
  }

  /// Hands out the outermost frames as open: of a deep stack several at once, since they are found
  /// from its other end.
  private mutating func forgetOutermost(_ thread: Int) {
    let depth = threads[thread].depth
    let kept = depth - max(1, depth / 8)
    var innermost: Int32 = -1
    var frame = threads[thread].top
    for _ in 0..<kept {
      innermost = frame
      frame = frames[Int(frame)].below
    }
    if innermost >= 0 {
      frames[Int(innermost)].below = -1
    } else {
      threads[thread].top = -1
    }
    threads[thread].bottom = innermost
    threads[thread].depth = kept
    while frame >= 0 {
      let below = frames[Int(frame)].below
      settle(frame, of: thread, .open)
      frame = below
    }
  }

  /// Makes frames the stack of a thread, the outermost first.
  mutating func link(_ stack: [Int32], on thread: Int) {
    threads[thread].bottom = stack.first ?? -1
    threads[thread].top = stack.last ?? -1
    threads[thread].depth = Int32(stack.count)
    var below: Int32 = -1
    for frame in stack {
      frames[Int(frame)].below = below
      below = frame
    }
  }
}

/// The subscriptions that were met on one walk, in a table that is used again for the next.
struct MetIDs: ~Copyable {
  // Not private: Swift 6.3.1 cannot make a debug build of a private type that a generic one without
  // copies holds.
  struct Slot {
    var id: UInt64
    /// The walk that has put it in: of any other it is free.
    var walk: UInt64
  }

  private var slots = OwnedList<Slot>(repeating: Slot(id: 0, walk: 0), count: 64)
  private var walk: UInt64 = 0
  private let seed = UInt64.random(in: .min ... .max)

  /// Begins a walk.
  ///
  /// - Parameter room: How many may be met.
  mutating func begin(room: Int) {
    walk &+= 1
    guard room * 2 > slots.count else { return }
    var count = slots.count
    while count < room * 2 { count *= 2 }
    slots = OwnedList(repeating: Slot(id: 0, walk: 0), count: count)
  }

  /// Notes one.
  ///
  /// - Returns: False if it was met before on this walk.
  @inline(__always)
  mutating func insert(_ id: UInt64) -> Bool {
    let mask = slots.count &- 1
    let (high, low) = (id ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    var slot = Int(truncatingIfNeeded: high ^ low) & mask
    while slots[slot].walk == walk {
      if slots[slot].id == id { return false }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = Slot(id: id, walk: walk)
    return true
  }
}
