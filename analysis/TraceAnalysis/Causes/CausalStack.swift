// SPDX-License-Identifier: MIT

/// The deliveries and actions of one thread that are not over, the innermost last.
///
/// Which one an end belongs to is looked up, since thousands may be open that never end.
struct CausalStack {
  /// A delivery or an action, by its number.
  enum What: Hashable {
    /// A delivery, by its `subscription_id`.
    case delivery(UInt64)
    /// An action, by its `action_id`.
    case action(UInt64)
  }

  private struct Frame {
    var what: What
    var node: CausalNode
    var time: Int64
    /// The place of the next outer frame of the same.
    var outer: Int?
  }

  private var frames: [Frame] = []
  /// The place of the innermost frame of each.
  private var places: [What: Int] = [:]

  /// How many are open.
  var count: Int { frames.count }

  /// When the outermost one began, in ns since 1970.
  var begin: Int64? { frames.first?.time }

  /// The event that began the innermost one.
  var last: CausalNode? { frames.last?.node }

  /// The trees that the frames stand in.
  var trees: Set<UInt64> { Set(frames.map(\.node.tree)) }

  /// The place of the innermost frame of a delivery or an action.
  func place(of what: What) -> Int? { places[what] }

  /// The event that began what stands at a place.
  func node(at place: Int) -> CausalNode { frames[place].node }

  mutating func push(_ what: What, _ node: CausalNode, _ time: Int64) {
    let outer = places.updateValue(frames.count, forKey: what)
    frames.append(Frame(what: what, node: node, time: time, outer: outer))
  }

  /// Takes the innermost one away.
  ///
  /// - Returns: The event that began it.
  mutating func pop() -> CausalNode? {
    guard let frame = frames.popLast() else { return nil }
    places[frame.what] = frame.outer
    return frame.node
  }

  /// The same without the frames of some trees.
  func without(_ trees: Set<UInt64>) -> CausalStack {
    var kept = CausalStack()
    for frame in frames where !trees.contains(frame.node.tree) {
      kept.push(frame.what, frame.node, frame.time)
    }
    return kept
  }
}
