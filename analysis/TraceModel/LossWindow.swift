// SPDX-License-Identifier: MIT

internal import CTF

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

/// The loss windows of the streams that one kind of event is written to, walked along with time.
///
/// A span meets a loss if a window began before the span's end and ended after its begin. With
/// the windows in order of their begins, the latest end among those begun tells it at once.
struct LossHorizon {
  private var windows: [(from: Int64, to: Int64)]
  private var next = 0
  /// The latest end of all windows that began before the time of the last `advance`.
  private(set) var latestEnd = Int64.min

  init(_ windows: [(from: Int64, to: Int64)]) {
    self.windows = windows.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Goes on to a time, which is not before the last one.
  @inline(__always)
  mutating func advance(to time: Int64) {
    while next < windows.count, windows[next].from < time {
      latestEnd = max(latestEnd, windows[next].to)
      next &+= 1
    }
  }
}
