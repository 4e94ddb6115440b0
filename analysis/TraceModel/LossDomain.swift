// SPDX-License-Identifier: MIT

/// The buffers of one channel: what a loss in one of them concerns.
public struct LossDomain: Sendable, Equatable, Hashable, Codable {
  /// What tells the buffers of one trace from those of others, the same for all its channels and
  /// for all chunks of a session: with buffers of processes each process has its own.
  public var group: String
  /// The names of the events that are written to the buffers, in order.
  public var events: [String]
  /// The size of the largest packet in bytes: that of the sub-buffers, as far as it shows.
  public var packetSize: Int

  /// A domain.
  ///
  /// - Parameters:
  ///   - group: What tells its buffers from those of other traces.
  ///   - events: The names of its events, in order.
  ///   - packetSize: The size of the largest packet in bytes.
  public init(group: String, events: [String], packetSize: Int) {
    self.group = group
    self.events = events
    self.packetSize = packetSize
  }
}

/// A span in which a buffer had no packet open though none is missing.
///
/// It is a stop of the session, or idleness after a flush. Nothing was lost.
public struct UncoveredSpan: Sendable, Equatable, Codable {
  /// The trace's folder.
  public var trace: String
  /// The channel.
  public var channel: String
  /// The CPU, or nil if the trace does not tell.
  public var cpu: Int?
  /// The begin, in ns since 1970.
  public var from: Int64
  /// The end, in ns since 1970.
  public var to: Int64

  /// The length in ns.
  public var length: UInt64 { to > from ? UInt64(bitPattern: to &- from) : 0 }
}
