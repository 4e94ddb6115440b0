// SPDX-License-Identifier: MIT

import CTF

/// How a part of a trace begins and ends in one ring buffer: what tells whether the next part goes on
/// where this one stops.
public struct BufferEdges: Codable, Sendable, Equatable {
  /// What tells the buffer from all others of all traces.
  public struct Key: Codable, Sendable, Hashable {
    /// The group of buffers, as in `LossDomain`.
    public var group: String
    /// The channel.
    public var channel: String
    /// The number of the buffer in its channel, or that of the CPU; nil if the trace tells neither.
    public var number: UInt64?
    /// The CPU, or nil if the trace does not tell.
    public var cpu: Int?
  }

  /// A packet at an edge.
  public struct Edge: Codable, Sendable, Hashable {
    /// Its number in the buffer.
    public var number: UInt64
    /// When it was opened, in ns since 1970.
    public var begin: Int64
    /// When it was closed, in ns since 1970.
    public var end: Int64
    /// The events that the buffer had discarded by then; nil if that cannot be told.
    public var discarded: UInt64?
    /// Whether it had space left when it was closed.
    public var hasSpace = false
  }

  /// The buffer.
  public var key: Key
  /// The folder of the trace.
  public var trace: String
  /// The first packet.
  public var first: Edge
  /// The last packet.
  public var last: Edge
}

extension SignalTrace {
  /// The edges of all buffers whose packets are numbered.
  public var bufferEdges: [BufferEdges] {
    var edges: [Int: BufferEdges] = [:]
    let sizes = PacketSizes(self.set.streams)
    for stream in self.set.streams {
      for packet in stream.packets where !packet.isRepeated {
        guard let number = packet.sequenceNumber else { continue }
        let edge = BufferEdges.Edge(
          number: number, begin: packet.begin, end: packet.end,
          discarded: packet.isClosed == false ? nil : packet.discardedEvents,
          hasSpace: !sizes.isFull(packet, of: stream))
        if var known = edges[stream.bufferIndex] {
          if number < known.first.number { known.first = edge }
          if number >= known.last.number { known.last = edge }
          edges[stream.bufferIndex] = known
          continue
        }
        let trace = self.set.traces[stream.traceIndex]
        edges[stream.bufferIndex] = BufferEdges(
          key: .init(
            group: LossDomains.group(of: trace), channel: stream.channel,
            number: stream.instanceID, cpu: stream.cpu),
          trace: trace.path, first: edge, last: edge)
      }
    }
    return edges.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension TraceLosses {
  /// Mends what two parts tell of a buffer, each by itself, now that both are known: whether the
  /// later one goes on where the earlier one stops.
  ///
  /// - Parameters:
  ///   - earlier: The edges of the buffer in the earlier part.
  ///   - later: The edges of the same buffer in the later part.
  public mutating func join(_ earlier: BufferEdges, _ later: BufferEdges) {
    guard later.first.number > earlier.last.number else { return }
    let (last, first) = (earlier.last, later.first)
    func isOf(_ window: LossWindow, _ edges: BufferEdges) -> Bool {
      window.trace == edges.trace && window.channel == edges.key.channel
        && window.cpu == edges.key.cpu
    }
    // What the later part says of all before it, and of discarded events that it cannot count; and
    // what the earlier one says of an end that was none.
    var domain = windows.first { isOf($0, later) }?.domain
    windows.removeAll { window in
      isOf(window, later) && window.cause == .missingStart && window.to == first.begin
        || isOf(window, later) && window.cause == .discarded && window.lost == nil
          && window.to == first.end
        || isOf(window, earlier) && window.cause == .stalledTail && window.from == last.end
    }
    domain = domain ?? domains.firstIndex { $0.group == later.key.group }
    func window(_ to: Int64, lost: UInt64?, packets: UInt64?, _ cause: LossWindow.Cause) {
      windows.append(
        LossWindow(
          trace: later.trace, channel: later.key.channel, cpu: later.key.cpu, from: last.end,
          to: to, lost: lost, packets: packets, cause: cause,
          mayBeOversize: cause == .discarded && first.hasSpace,
          isBetweenTraces: cause == .missingPackets, domain: domain))
    }
    let missing = first.number - last.number - 1
    if missing > 0 {
      lostPackets = lostPackets.addingReportingOverflow(missing).partialValue
      window(first.begin, lost: nil, packets: missing, .missingPackets)
    } else if first.begin > last.end {
      addUncovered(
        UncoveredSpan(
          trace: later.trace, channel: later.key.channel, cpu: later.key.cpu, from: last.end,
          to: first.begin))
    }
    if let before = last.discarded, let after = first.discarded, after > before {
      discardedEvents = discardedEvents.addingReportingOverflow(after - before).partialValue
      window(first.end, lost: after - before, packets: nil, .discarded)
    }
  }

  private mutating func addUncovered(_ span: UncoveredSpan) {
    uncoveredTotal = uncoveredTotal.addingReportingOverflow(span.length).partialValue
    guard span.length >= UncoveredTime.shortest else {
      unlistedUncovered += 1
      return
    }
    uncovered.append(span)
  }
}
