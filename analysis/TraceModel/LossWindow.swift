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
    /// Something could not be read.
    case damage
  }

  /// The trace's folder.
  public var trace: String
  /// The channel: the name of the stream's file without the CPU.
  public var channel: String
  /// The CPU, or nil if the trace does not tell.
  public var cpu: Int?
  /// The begin, in ns since 1970.
  public var from: Int64
  /// The end, in ns since 1970.
  public var to: Int64
  /// How many events were lost; nil means unknown.
  public var lost: UInt64?
  /// Why they are missing.
  public var cause: Cause
}
