// SPDX-License-Identifier: MIT

import CTF

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
    /// The kind, such as `truncated` or `bad_event`.
    public var kind = ""
  }

  /// Two traces of one boot whose clocks were not set alike.
  public struct ClockStep: Sendable, Equatable, Codable {
    /// The folder of the later trace, which is read by the clock of the first.
    public var trace: String
    /// How much later its own clock would set its events, in ns.
    public var nanoseconds: Int64
  }

  /// The windows, by stream and time.
  public var windows: [LossWindow] = []
  /// What the windows concern, and which events were recorded at all.
  public var domains: [LossDomain] = []
  /// How many events the tracer says it discarded.
  public var discardedEvents: UInt64 = 0
  /// How many packets are missing according to their numbers.
  public var lostPackets: UInt64 = 0
  /// How many packets stood more than once; each was read once.
  public var repeatedPackets: UInt64 = 0
  /// What could not be read.
  public var damage: [Damage] = []
  /// When buffers had no packet open though none is missing, by stream and time.
  ///
  /// Nothing is lost there. Spans of less than 1 ms, and all but the longest 1,000, are only
  /// counted.
  public var uncovered: [UncoveredSpan] = []
  /// How many such spans are not listed.
  public var unlistedUncovered: UInt64 = 0
  /// The length of all such spans, in ns, added up over the buffers.
  public var uncoveredTotal: UInt64 = 0
  /// The clocks that were set between two traces of one boot.
  public var clockSteps: [ClockStep] = []

  /// No loss.
  public init() {}

  /// Whether nothing is missing.
  public var isWhole: Bool { windows.isEmpty }

  /// At most how many events are missing, nil if nobody can tell.
  public var lostMaximum: UInt64? { Self.lostMaximum(of: windows) }

  /// Adds the losses of another part of a trace.
  ///
  /// - Parameter other: What the other part lost.
  public mutating func merge(_ other: TraceLosses) {
    var numbers: [LossDomain: Int] = [:]
    for (number, domain) in domains.enumerated() { numbers[domain] = number }
    let renumbered = other.domains.map { domain in
      if let number = numbers[domain] { return number }
      domains.append(domain)
      numbers[domain] = domains.count - 1
      return domains.count - 1
    }
    windows += other.windows.map { window in
      var window = window
      window.domain = window.domain.map { renumbered[$0] }
      return window
    }
    discardedEvents = Self.sum(discardedEvents, other.discardedEvents)
    lostPackets = Self.sum(lostPackets, other.lostPackets)
    repeatedPackets = Self.sum(repeatedPackets, other.repeatedPackets)
    damage += other.damage
    uncovered += other.uncovered
    unlistedUncovered = Self.sum(unlistedUncovered, other.unlistedUncovered)
    uncoveredTotal = Self.sum(uncoveredTotal, other.uncoveredTotal)
    clockSteps += other.clockSteps
  }

  /// The losses that meet a span.
  ///
  /// - Parameters:
  ///   - begin: The span's begin, in ns since 1970.
  ///   - end: Its end.
  /// - Returns: The windows and uncovered spans that meet it; the totals and the damage are those
  ///   of the whole.
  public func within(_ begin: Int64, _ end: Int64) -> TraceLosses {
    var losses = self
    losses.windows = windows.filter { $0.from <= end && $0.to >= begin }
    losses.uncovered = uncovered.filter { $0.from <= end && $0.to >= begin }
    return losses
  }

  /// The windows with those of a buffer put together that follow one another without a gap.
  public var joinedWindows: [LossWindow] {
    var joined: [LossWindow] = []
    for window in windows {
      guard var last = joined.last, last.trace == window.trace, last.channel == window.channel,
        last.cpu == window.cpu, last.cause == window.cause, last.domain == window.domain,
        last.mayBeOversize == window.mayBeOversize,
        last.isBetweenTraces == window.isBetweenTraces, window.from <= last.to,
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
      if let mine = last.packets, let theirs = window.packets {
        last.packets = Self.sum(mine, theirs)
      }
      joined[joined.count - 1] = last
    }
    return joined
  }

  /// Puts the windows and the uncovered time in order: by trace, buffer and time.
  ///
  /// Of too much uncovered time the longest spans stay listed.
  public mutating func sortWindows() {
    windows.sort { left, right in
      let buffers = (
        (left.trace, left.channel, left.cpu ?? -1), (right.trace, right.channel, right.cpu ?? -1)
      )
      return buffers.0 == buffers.1
        ? (left.from, left.to, left.cause.rawValue) < (right.from, right.to, right.cause.rawValue)
        : buffers.0 < buffers.1
    }
    if uncovered.count > UncoveredTime.limit {
      uncovered.sort { $0.length == $1.length ? Self.precedes($0, $1) : $0.length > $1.length }
      let more = uncovered.count - UncoveredTime.limit
      uncovered.removeLast(more)
      unlistedUncovered = Self.sum(unlistedUncovered, UInt64(more))
    }
    uncovered.sort(by: Self.precedes)
  }

  private static func precedes(_ left: UncoveredSpan, _ right: UncoveredSpan) -> Bool {
    (left.trace, left.channel, left.cpu ?? -1, left.from)
      < (right.trace, right.channel, right.cpu ?? -1, right.from)
  }

  /// The latest end of the losses that began before a time.
  ///
  /// - Parameter time: In ns since 1970.
  /// - Returns: The end in ns since 1970; the least number there is if no loss began before.
  public func latestEnd(_ time: Int64) -> Int64 {
    windows.lazy.filter { $0.from < time }.map(\.to).max() ?? .min
  }

  static func lostMaximum(of windows: [LossWindow]) -> UInt64? {
    var sum: UInt64 = 0
    for window in windows {
      guard let lost = window.lost else { return nil }
      sum = Self.sum(sum, lost)
    }
    return sum
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
