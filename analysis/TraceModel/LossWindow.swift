// SPDX-License-Identifier: MIT

/// A span in which a buffer lost events, and where that was.
public struct LossWindow: Sendable, Equatable, Codable {
  /// Why events are missing.
  public enum Cause: String, Sendable, Codable {
    /// The counter of discarded events rose.
    case discarded
    /// Packet numbers are missing.
    case missingPackets = "missing_packets"
    /// The buffer's first packets are missing.
    case missingStart = "missing_start"
    /// The buffer's last part was never delivered, as when a program is killed in a write.
    case stalledTail = "stalled_tail"
    /// Something could not be read.
    case damage
  }

  /// The trace's folder.
  public var trace: String
  /// The channel: the name of the stream's file without the CPU; empty if a whole trace is lost.
  public var channel: String
  /// The CPU, or nil if the trace does not tell.
  public var cpu: Int?
  /// The begin, in ns since 1970.
  public var from: Int64
  /// The end, in ns since 1970.
  public var to: Int64
  /// How many events were lost; nil means unknown.
  public var lost: UInt64?
  /// How many packets are missing; nil where it is not whole packets that are.
  public var packets: UInt64?
  /// Why they are missing.
  public var cause: Cause
  /// Whether events were discarded though the packet had space left: they may be larger than a
  /// sub-buffer.
  public var mayBeOversize: Bool
  /// Whether the missing packets lie between two traces or parts, as two chunks of a session, so that
  /// they may stand in a third.
  public var isBetweenTraces: Bool
  /// The index in `TraceLosses.domains` of what it concerns; nil: everything.
  public var domain: Int?

  /// A window.
  ///
  /// - Parameters:
  ///   - trace: The trace's folder.
  ///   - channel: The channel.
  ///   - cpu: The CPU, or nil if the trace does not tell.
  ///   - from: The begin, in ns since 1970.
  ///   - to: The end, in ns since 1970.
  ///   - lost: How many events were lost; nil means unknown.
  ///   - packets: How many packets are missing.
  ///   - cause: Why they are missing.
  ///   - mayBeOversize: Whether the packet had space left.
  ///   - isBetweenTraces: Whether the missing packets lie between two traces.
  ///   - domain: The index of what it concerns; nil: everything.
  public init(
    trace: String, channel: String, cpu: Int? = nil, from: Int64, to: Int64, lost: UInt64? = nil,
    packets: UInt64? = nil, cause: Cause, mayBeOversize: Bool = false,
    isBetweenTraces: Bool = false, domain: Int? = nil
  ) {
    self.trace = trace
    self.channel = channel
    self.cpu = cpu
    self.from = from
    self.to = to
    self.lost = lost
    self.packets = packets
    self.cause = cause
    self.mayBeOversize = mayBeOversize
    self.isBetweenTraces = isBetweenTraces
    self.domain = domain
  }
}
