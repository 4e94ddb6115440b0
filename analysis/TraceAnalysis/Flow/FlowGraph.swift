// SPDX-License-Identifier: MIT

/// Who feeds whom, as it is shown.
public struct FlowGraph: Sendable {
  /// The trace.
  public var trace = AnalysedTrace()
  /// The nodes, the busiest first.
  public internal(set) var nodes: [Node] = []
  /// The edges, the busiest first.
  public internal(set) var edges: [Edge] = []
  /// What was put together of the edges beyond those that are kept apart; nil if there are none.
  public internal(set) var further: (subscriptions: UInt64, values: UInt64)?
  /// What was lost, and what that does to the figures.
  public var trust = TrustReport()
  /// Whether values were recorded.
  public var hasNext: Bool { !trace.missing.kinds.contains("racsignal:next") }

  /// What a node is.
  public enum Kind: String, Sendable {
    /// A signal, or an operator that listens to one.
    case signal
    /// A place in the code that subscribed.
    case place
    /// Nobody knows what.
    case unknown
  }

  /// Why nothing comes of a node.
  public enum DeadEnd: String, Sendable {
    /// It was subscribed to and never delivered a value.
    case silent
    /// It was given values and never delivered one.
    case swallows
    /// It was given values and nobody subscribed to it.
    case unheard
  }

  /// A signal, or what listens to signals.
  public struct Node: Sendable {
    /// What it is.
    public var kind: Kind
    /// The name or the place; empty if nobody knows.
    public var name: String
    /// How many subscriptions it had.
    public internal(set) var subscriptions: UInt64 = 0
    /// How many of them are open.
    public internal(set) var open: UInt64 = 0
    /// How many values it delivered.
    public internal(set) var next: UInt64 = 0
    /// How many values it was given.
    public internal(set) var received: UInt64 = 0
    /// Values in a second; nil if the span has no length.
    public internal(set) var rate: Double?
    /// Why nothing comes of it; nil if something does, or if losses leave it unknown.
    public internal(set) var deadEnd: DeadEnd?
    /// Whether a signal feeds it.
    public internal(set) var isFed = false
    /// How far its figures can be believed.
    public internal(set) var trust = LifeTrust()
  }

  /// What an edge means.
  public enum EdgeKind: String, Sendable {
    /// Values go along it.
    case feeds
    /// A delivery of the one led to a subscription to the other.
    case causes
  }

  /// From a signal to what listens to it, or to what it led to.
  public struct Edge: Sendable {
    /// The index of the signal in `nodes`.
    public internal(set) var from: Int
    /// The index of what listens.
    public internal(set) var to: Int
    /// What it means.
    public internal(set) var kind: EdgeKind
    /// How many subscriptions it stands for.
    public internal(set) var subscriptions: UInt64
    /// How many of them are open.
    public internal(set) var open: UInt64
    /// How many values these subscriptions got.
    public internal(set) var next: UInt64
    /// Values in a second; nil if the span has no length.
    public internal(set) var rate: Double?
    /// Whether it carried ten times as many values as the median of the edges that carried any.
    public internal(set) var isHot = false
    /// How far its figures can be believed.
    public internal(set) var trust: LifeTrust
  }

  /// How many times the median makes an edge hot.
  public static let hotFactor: UInt64 = 10

  /// The edges that values go along, from a node, the busiest first.
  ///
  /// - Parameter node: The index of the node.
  /// - Returns: The indices of the edges.
  public func feeding(from node: Int) -> [Int] {
    edges.indices.filter { edges[$0].from == node && edges[$0].kind == .feeds }
  }
}
