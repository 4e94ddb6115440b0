// SPDX-License-Identifier: MIT

extension Latency {
  /// The own time of all deliveries that were reached on the same way.
  public struct Stack: Sendable, Equatable {
    /// Signals and subscribers in turn, the outermost first.
    public var frames: [String]
    /// How many deliveries.
    public var count: UInt64
    /// Their own times together, in ns.
    public var own: UInt64
  }

  /// What stands for the deliveries that are deeper than asked for.
  public static let deeperFrame = "[deeper]"

  /// The tree of calls as one line for each way, for flame graphs.
  ///
  /// What a loss may have hidden stands below a frame `[lost]`, what there was no more room for below
  /// `[further]`. An action begins anew: its time is nobody else's. What is directly in itself stands once.
  /// What is in more deliveries than asked for stands together below a frame `[deeper]`: else the
  /// lines would grow with the square of the depth.
  ///
  /// - Parameter depth: How many deliveries a way has at most, each of two frames.
  /// - Returns: The ways to the signals that are shown, in the order of their names.
  public func stacks(depth: Int = .max) -> [Stack] {
    var paths: [[String]] = []
    var found: [[String]: Int] = [:]
    var stacks: [Stack] = []
    var depths: [Int] = []
    for (number, node) in state.nodes.enumerated() {
      var path: [String] = []
      var deliveries = 0
      if Int(node.parent) >= 0, Int(node.parent) < number {
        path = paths[Int(node.parent)]
        deliveries = depths[Int(node.parent)]
      }
      if number == Int(Nodes.lost) { path = ["[lost]"] }
      if number == Int(Nodes.further) { path = ["[further]"] }
      var signal: String?
      if state.places.indices.contains(Int(node.place)) {
        let place = state.places[Int(node.place)]
        signal = place.signal
        deliveries += 1
        if deliveries <= depth {
          path += [place.signal, place.subscriber]
        } else if deliveries == depth + 1 {
          path.append(Self.deeperFrame)
        }
      }
      paths.append(path)
      depths.append(deliveries)
      guard node.count > 0, let signal, question.shows(signal) else { continue }
      if let known = found[path] {
        stacks[known].count &+= node.count
        stacks[known].own &+= node.own
      } else {
        found[path] = stacks.count
        stacks.append(Stack(frames: path, count: node.count, own: node.own))
      }
    }
    return stacks.sorted { $0.frames.lexicographicallyPrecedes($1.frames) }
  }
}
