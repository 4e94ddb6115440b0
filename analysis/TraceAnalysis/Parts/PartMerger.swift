// SPDX-License-Identifier: MIT

import TraceModel

extension Fold {
  /// Puts parts together: the same as one run over all of them.
  ///
  /// Parts follow one another in time, or have no process and no buffer in common; their order does
  /// not matter. What neighbours carried is analysed as a part between them.
  ///
  /// - Parameter parts: The parts.
  /// - Returns: The analyses of the whole.
  /// - Throws: `TracePartError` if they do not go together; `CTFError` if what they carried cannot
  ///   be read.
  public static func merged(_ parts: [TracePart]) throws -> Fold {
    for part in parts { try part.check() }
    guard Set(parts.map(\.selection)).count <= 1 else { throw TracePartError.otherSelection }
    try checkCopies(parts)
    let chains = Chains(parts).chains.map { $0.sorted { $0.begin ?? .min < $1.begin ?? .min } }
    var whole: Fold?
    for chain in chains.sorted(by: { $0[0].begin ?? .min < $1[0].begin ?? .min }) {
      let fold = try merged(chain: chain)
      if whole == nil { whole = fold } else { whole?.merge(later: fold) }
    }
    guard var whole else { return Fold() }
    var losses = whole.losses
    losses.sortWindows()
    whole.losses = losses
    return whole
  }

  /// A part without numbered packets has nothing that tells its packets from others; but two that
  /// began and ended in the same nanoseconds, with the same events, are one.
  private static func checkCopies(_ parts: [TracePart]) throws(TracePartError) {
    var known: [TracePart.Content: String] = [:]
    for part in parts where part.buffers.isEmpty {
      guard let content = part.content else { continue }
      let trace = part.traces.first ?? ""
      if let other = known.updateValue(trace, forKey: content) {
        throw .overlapping(other, trace)
      }
    }
  }

  private static func merged(chain: [TracePart]) throws -> Fold {
    try checkOrder(chain)
    try checkPackets(chain)
    let declared = Set(chain.flatMap(\.declared).map { EventKind(eventName: $0) })
    let losses = losses(of: chain)
    var folds: [Fold] = []
    var carried: [CarriedEvents] = []
    func foldSeam() throws {
      let seam = try SignalTrace.withSeam(of: carried, declaring: declared, in: losses) { trace in
        var fold = AnalysisRun.run(Fold(), over: trace)
        fold.losses = TraceLosses()
        return fold
      }
      if let seam { folds.append(seam) }
    }
    for part in chain {
      carried.append(part.head)
      try foldSeam()
      folds.append(Fold(part.fold))
      carried = [part.tail]
    }
    try foldSeam()
    // A buffer that goes on in the next part is one.
    let buffers = chain.flatMap(\.buffers).map(\.key)
    let streams = folds.reduce(0) { $0 + $1.streams } - (buffers.count - Set(buffers).count)
    for index in folds.indices { folds[index].streams = 0 }
    folds[0].streams = streams
    folds[0].losses = losses
    return folds.dropFirst().reduce(into: folds[0]) { $0.merge(later: $1) }
  }

  /// Every event that is not carried must be after all of the parts before, and before all of those
  /// behind.
  private static func checkOrder(_ chain: [TracePart]) throws(TracePartError) {
    var before = (last: Int64.min, lastAlone: Int64.min, trace: "")
    for part in chain {
      let trace = part.traces.first ?? ""
      guard part.times.firstAlone ?? .max > before.last, part.times.first ?? .max > before.lastAlone
      else { throw .overlapping(before.trace, trace) }
      before = (
        max(before.last, part.times.last ?? .min),
        max(before.lastAlone, part.times.lastAlone ?? .min), trace
      )
    }
  }

  /// A packet at the edge of a part.
  private struct Packet: Hashable {
    var key: BufferEdges.Key
    var edge: BufferEdges.Edge
  }

  /// No packet may be in two parts, whatever events are in it.
  private static func checkPackets(_ chain: [TracePart]) throws(TracePartError) {
    var before: [BufferEdges.Key: (edges: BufferEdges, trace: String)] = [:]
    var ends: [Packet: String] = [:]
    for part in chain {
      let trace = part.traces.first ?? ""
      for edges in part.buffers {
        if let (earlier, other) = before[edges.key], edges.first.number <= earlier.last.number,
          edges.first.begin < earlier.last.end
        {
          throw .overlapping(other, trace)
        }
        // The same packet, though it took no time.
        for edge in Set([edges.first, edges.last]) {
          let packet = Packet(key: edges.key, edge: edge)
          if let other = ends.updateValue(trace, forKey: packet) {
            throw .overlapping(other, trace)
          }
        }
        before[edges.key] = (edges, trace)
      }
    }
  }

  /// What was lost, with what the parts tell of the same buffers joined.
  private static func losses(of chain: [TracePart]) -> TraceLosses {
    var losses = TraceLosses()
    var last: [BufferEdges.Key: BufferEdges] = [:]
    for part in chain { losses.merge(part.losses) }
    for part in chain {
      for edges in part.buffers {
        if let earlier = last[edges.key] { losses.join(earlier, edges) }
        last[edges.key] = edges
      }
    }
    losses.sortWindows()
    return losses
  }
}

/// Parts that belong together, since they share a process or a buffer.
private struct Chains {
  private enum Shared: Hashable {
    case process(TracePart.Owner)
    case buffer(BufferEdges.Key)
  }

  private(set) var chains: [[TracePart]] = []

  init(_ parts: [TracePart]) {
    var parents = Array(parts.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    var owner: [Shared: Int] = [:]
    for (index, part) in parts.enumerated() {
      for shared in part.owners.map(Shared.process) + part.buffers.map({ .buffer($0.key) }) {
        if let other = owner[shared] {
          let (low, high) = (min(root(index), root(other)), max(root(index), root(other)))
          parents[high] = low
        } else {
          owner[shared] = index
        }
      }
    }
    for index in parts.indices where parents[index] == index {
      chains.append(parts.indices.filter { root($0) == index }.map { parts[$0] })
    }
  }
}
