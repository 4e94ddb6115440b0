// SPDX-License-Identifier: MIT

/// Everything that a trace is known to have lost.
public struct TraceLosses: Sendable, Equatable, Codable {
  /// A part that could not be read.
  public struct Damage: Sendable, Equatable, Codable {
    /// The file.
    public var file: String
    /// Where it begins in the file, in bytes.
    public var offset: Int
    /// What is wrong, for people.
    public var what: String
  }

  /// The windows, by stream and time.
  public var windows: [LossWindow] = []
  /// How many events the tracer says it discarded.
  public var discardedEvents: UInt64 = 0
  /// How many packets are missing according to their numbers.
  public var lostPackets: UInt64 = 0
  /// How many packets stood more than once; each was read once.
  public var repeatedPackets: UInt64 = 0
  /// What could not be read.
  public var damage: [Damage] = []

  /// No loss.
  public init() {}

  /// Whether nothing is missing.
  public var isWhole: Bool { windows.isEmpty }

  /// At most how many events are missing, nil if nobody can tell.
  public var lostMaximum: UInt64? {
    var sum: UInt64 = 0
    for window in windows {
      guard let lost = window.lost else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(lost)
      sum = overflow ? .max : next
    }
    return sum
  }

  /// Adds the losses of another part of a trace.
  ///
  /// - Parameter other: What the other part lost.
  public mutating func merge(_ other: TraceLosses) {
    windows += other.windows
    discardedEvents = Self.sum(discardedEvents, other.discardedEvents)
    lostPackets = Self.sum(lostPackets, other.lostPackets)
    repeatedPackets = Self.sum(repeatedPackets, other.repeatedPackets)
    damage += other.damage
  }

  /// The losses that meet a span.
  ///
  /// - Parameters:
  ///   - begin: The span's begin, in ns since 1970.
  ///   - end: Its end.
  /// - Returns: The windows that meet it; the totals and the damage are those of the whole.
  public func within(_ begin: Int64, _ end: Int64) -> TraceLosses {
    var losses = self
    losses.windows = windows.filter { $0.from <= end && $0.to >= begin }
    return losses
  }

  /// The windows with those of a buffer put together that follow one another without a gap.
  public var joinedWindows: [LossWindow] {
    var joined: [LossWindow] = []
    for window in windows {
      guard var last = joined.last, last.trace == window.trace, last.channel == window.channel,
        last.cpu == window.cpu, last.cause == window.cause, window.from <= last.to,
        window.from >= last.from
      else {
        joined.append(window)
        continue
      }
      last.to = max(last.to, window.to)
      if let mine = last.lost, let theirs = window.lost {
        last.lost = Self.sum(mine, theirs)
      } else {
        last.lost = nil
      }
      joined[joined.count - 1] = last
    }
    return joined
  }

  /// The latest end of the losses that began before a time.
  ///
  /// - Parameter time: In ns since 1970.
  /// - Returns: The end in ns since 1970; the least number there is if no loss began before.
  public func latestEnd(_ time: Int64) -> Int64 {
    windows.lazy.filter { $0.from < time }.map(\.to).max() ?? .min
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
