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
    private var hints = OwnedList<Hint>()

    /// What is likely to come next.
    // Not private: see `MetIDs`.
    struct Hint {
      /// Of the node's children the one that was asked for last; −1: none.
      var latest: Int32 = -1
      /// Which of its parent's children was asked for after it when that was last so.
      var follower: Int32
    }

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
      hints.append(Hint(follower: number))
    }

    /// The node of an operator in another one's, which is its own if it is in itself.
    @inline(__always)
    mutating func child(of parent: Int32, _ place: Int32) -> Int32 {
      let guess = guess(in: parent)
      if guess >= 0, nodes[Int(guess)].place == place {
        use(guess, in: parent)
        return guess
      }
      if nodes[Int(parent)].place == place { return parent }
      return lookUp(parent, place)
    }

    /// Which child of a node is likely to be asked for: the one that came after the latest before.
    ///
    /// - Returns: A child that is not the last root; −1 if nothing is known.
    @inline(__always)
    func guess(in parent: Int32) -> Int32 {
      let latest = hints[Int(parent)].latest
      return latest < 0 ? -1 : hints[Int(latest)].follower
    }

    /// Takes note that a guess was right.
    @inline(__always)
    mutating func use(_ guess: Int32, in parent: Int32) { hints[Int(parent)].latest = guess }

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
      let latest = hints[Int(parent)].latest
      if latest >= 0 { hints[Int(latest)].follower = found }
      hints[Int(parent)].latest = found
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
