// SPDX-License-Identifier: MIT

public import TraceModel

/// The place of an event in the tree of what an event led to.
public struct CausalNode: Sendable, Equatable {
  /// The number of the tree: 1, 2, 3 … in the order in which they begin.
  public var tree: UInt64
  /// The number of the event in its tree: 0 is the root.
  public var index: Int
  /// The number of the event that it stands below; nil for the root.
  public var parent: Int?
  /// How many events it stands below.
  public var depth: Int

  /// A place.
  ///
  /// - Parameters:
  ///   - tree: The number of the tree.
  ///   - index: The number of the event in its tree.
  ///   - parent: The number of the event that it stands below.
  ///   - depth: How many events it stands below.
  public init(tree: UInt64, index: Int, parent: Int? = nil, depth: Int = 0) {
    self.tree = tree
    self.index = index
    self.parent = parent
    self.depth = depth
  }
}

/// Takes the events of causal trees, and writes them down or does something else with them.
public protocol CausalSink {
  /// Called once before the first event.
  ///
  /// - Parameter trace: The trace that follows.
  mutating func begin(_ trace: SignalTrace)

  /// Called for each event of a tree, in the order of time; those of several trees may alternate.
  ///
  /// - Parameters:
  ///   - event: The event, which is gone after the call.
  ///   - node: Where it stands.
  mutating func take(_ event: borrowing ModelEvent, at node: CausalNode)

  /// Called when a delivery or an action is over.
  ///
  /// - Parameters:
  ///   - node: The event that began it.
  ///   - time: When it ended, in ns since 1970.
  mutating func close(_ node: CausalNode, at time: Int64)

  /// Called when nothing more will come of a tree.
  ///
  /// - Parameters:
  ///   - tree: The number of the tree.
  ///   - further: How many events of it were not handed on, because there are too many.
  ///   - isWhole: Whether it ended; false if the trace ended first, or lost something.
  /// - Returns: False if no more trees are wanted.
  mutating func finish(tree: UInt64, further: UInt64, isWhole: Bool) -> Bool
}
