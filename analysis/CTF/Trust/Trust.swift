// SPDX-License-Identifier: MIT

/// What a trace lost, as far as it is known.
///
/// Before events are read it is what the packets' headers tell; an iteration returns it with
/// the damage that decoding met.
public struct Trust: Sendable, Equatable {
  /// A span in which a stream lost events.
  public struct LossWindow: Sendable, Equatable {
    /// Why events are missing.
    public enum Cause: String, Sendable {
      /// The counter of discarded events rose.
      case discarded
      /// Packet numbers are missing.
      case missingPackets
      /// The stream does not start at its first packet.
      case missingStart
      /// Something could not be read.
      case damage
    }

    /// The index of the stream in ``CTFTraceSet/streams``.
    public var streamIndex: Int
    /// The begin in ns since 1970.
    public var from: Int64
    /// The end in ns since 1970.
    public var to: Int64
    /// How many events were lost; nil means unknown.
    public var count: UInt64?
    /// Why.
    public var cause: Cause
  }

  /// The loss windows, by stream and time.
  public var windows: [LossWindow] = []
  /// How many events the tracer says it discarded.
  public var discardedEvents: UInt64 = 0
  /// How many packets are missing according to their numbers.
  public var lostPackets: UInt64 = 0
  /// How many packets stand more than once; each is read once.
  public var repeatedPackets = 0
  /// What could not be read: the first ``damageLimit`` pieces.
  public var damage: [Damage] = []

  /// How many pieces of damage are listed at most; loss windows come for each of these.
  public static let damageLimit = 1000

  /// Nothing is lost.
  public init() {}

  /// Whether nothing at all is missing.
  public var isWhole: Bool { windows.isEmpty }

  /// At most how many events were lost, or nil if that is unknown.
  public var lostMaximum: UInt64? {
    var sum: UInt64 = 0
    for window in windows {
      guard let count = window.count else { return nil }
      sum = sum.addingReportingOverflow(count).overflow ? .max : sum + count
    }
    return sum
  }
}
