// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// A place in the tree of calls: an operator and all that were open around it.
  struct Node: Codable, Sendable, Equatable {
    var parent: Int32
    /// The number of the operator; −1 for the roots.
    var place: Int32
    var count: UInt64 = 0
    /// The sum of the own times, in ns.
    var own: UInt64 = 0
  }

  /// The tree of calls.
  ///
  /// Its roots are: what is in nothing else, what a loss hides, all further stacks when there are
  /// 100,000 nodes, and one for each span of a thread of which an earlier part may know what was
  /// open.
  struct Nodes: ~Copyable {
    static let root: Int32 = 0
    static let lost: Int32 = 1
    static let further: Int32 = 2
    static let most = 100_000

    private(set) var nodes = OwnedList<Node>()
    private var children = PairNumbers()
    /// For each node the child that was asked for last; −1: none.
    private var latest = OwnedList<Int32>()

    init() {
      for _ in 0..<3 { add(Node(parent: -1, place: -1)) }
    }

    /// A tree as it was written down.
    init(_ all: [Node]) {
      for node in all { add(node) }
      while nodes.count < 3 { add(Node(parent: -1, place: -1)) }
    }

    var all: [Node] { nodes.indices.map { nodes[$0] } }
    var isFull: Bool { nodes.count >= Self.most }

    private mutating func add(_ node: Node) {
      let number = Int32(nodes.count)
      if node.parent >= 0 { children.insert(node.parent, node.place, number) }
      nodes.append(node)
      latest.append(-1)
    }

    /// The node of an operator in another one's, which is its own if it is in itself.
    @inline(__always)
    mutating func child(of parent: Int32, _ place: Int32) -> Int32 {
      let known = latest[Int(parent)]
      if known >= 0, nodes[Int(known)].place == place { return known }
      if nodes[Int(parent)].place == place { return parent }
      return lookUp(parent, place)
    }

    @inline(never)
    private mutating func lookUp(_ parent: Int32, _ place: Int32) -> Int32 {
      let found: Int32
      if let known = children.find(parent, place) {
        found = known
      } else if parent == Self.further || isFull {
        return Self.further
      } else {
        found = Int32(nodes.count)
        add(Node(parent: parent, place: place))
      }
      latest[Int(parent)] = found
      return found
    }

    /// A root for what an earlier part may know the stack of.
    mutating func newRoot() -> Int32 {
      guard !isFull else { return Self.root }
      add(Node(parent: -1, place: -1))
      return Int32(nodes.count - 1)
    }

    /// Counts a delivery.
    @inline(__always)
    mutating func count(_ node: Int32, own: UInt64, times: UInt64 = 1) {
      nodes[Int(node)].count &+= times
      nodes[Int(node)].own &+= own
    }
  }
}

/// Numbers by pairs of numbers.
struct PairNumbers: ~Copyable {
  struct Entry {
    var first: Int32
    var second: Int32
    /// −1: free.
    var number: Int32
  }

  private var slots = OwnedList<Entry>(
    repeating: Entry(first: 0, second: 0, number: -1), count: 64)
  private var count = 0
  private let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  private func home(_ first: Int32, _ second: Int32) -> Int {
    let pair = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    let (high, low) = (pair ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: high ^ low)
  }

  @inline(__always)
  func find(_ first: Int32, _ second: Int32) -> Int32? {
    let mask = slots.count &- 1
    var slot = home(first, second) & mask
    while slots[slot].number >= 0 {
      if slots[slot].first == first, slots[slot].second == second { return slots[slot].number }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Puts in a pair that is not there.
  mutating func insert(_ first: Int32, _ second: Int32, _ number: Int32) {
    if (count + 1) * 2 > slots.count { grow() }
    count += 1
    place(Entry(first: first, second: second, number: number))
  }

  private mutating func grow() {
    var larger = OwnedList<Entry>(
      repeating: Entry(first: 0, second: 0, number: -1), count: slots.count * 2)
    swap(&slots, &larger)
    for index in larger.indices where larger[index].number >= 0 { place(larger[index]) }
  }

  private mutating func place(_ entry: Entry) {
    let mask = slots.count - 1
    var slot = home(entry.first, entry.second) & mask
    while slots[slot].number >= 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }
}
