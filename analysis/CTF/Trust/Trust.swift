// SPDX-License-Identifier: MIT

/// What a trace lost, as far as it is known.
///
/// Before events are read it is what the packets' headers tell; an iteration returns it with
/// the damage that decoding met.
public struct Trust: Sendable, Equatable {
  /// The loss windows, by stream and time.
  public var windows: [LossWindow] = []
  /// How many events the tracer says it discarded.
  public var discardedEvents: UInt64 = 0
  /// How many packets are missing between others, according to their numbers.
  public var lostPackets: UInt64 = 0
  /// How many packets stand more than once; each is read once.
  public var repeatedPackets = 0
  /// When no packet was open though none is missing: nothing is lost there.
  public var uncovered = UncoveredTime()
  /// The clocks that were set between two traces of one boot.
  public var clockSteps: [ClockStep] = []
  /// What could not be read: the first ``damageLimit`` pieces.
  public var damage: [Damage] = []

  /// How many pieces of damage are listed at most; loss windows come for each of these.
  public static let damageLimit = 1000

  /// Nothing is lost.
  public init() {}

  /// Whether nothing at all is missing.
  public var isWhole: Bool { windows.isEmpty && !damage.contains { $0.hidesTrace } }

  /// At most how many events were lost, or nil if that is unknown.
  public var lostMaximum: UInt64? {
    guard !damage.contains(where: { $0.hidesTrace }) else { return nil }
    var sum: UInt64 = 0
    for window in windows {
      guard let count = window.count else { return nil }
      sum = sum.addingReportingOverflow(count).overflow ? .max : sum + count
    }
    return sum
  }
}

/// Two traces of one boot whose clocks were not set alike, such as after a step by NTP.
///
/// The times of the later one are told by the clock of the first, so that both stay on one axis.
public struct ClockStep: Sendable, Equatable {
  /// The index of the later trace in ``CTFTraceSet/traces``.
  public var traceIndex: Int
  /// How much later than the first trace's its own clock would set its events, in ns.
  public var nanoseconds: Int64

  /// A step.
  public init(traceIndex: Int, nanoseconds: Int64) {
    self.traceIndex = traceIndex
    self.nanoseconds = nanoseconds
  }
}
