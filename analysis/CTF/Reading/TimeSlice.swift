// SPDX-License-Identifier: MIT

/// A part of the time that a set of traces covers.
///
/// Slices of one division part the events exactly: each event comes in one of them, and all events
/// of one slice come before those of the next, as far as stamps go forwards in each stream.
public struct TimeSlice: Sendable, Equatable {
  /// The begin in ns since 1970; nil for that of the traces.
  public let begin: Int64?
  /// The end in ns since 1970, which is not part of it; nil for that of the traces.
  public let end: Int64?

  /// All of the time.
  public static let all = TimeSlice(begin: nil, end: nil)
}

extension CTFTraceSet {
  /// Divides the time into slices with about the same amount of data, at begins of packets.
  ///
  /// - Parameters:
  ///   - count: How many slices at most.
  ///   - least: How many bytes of data a slice should have at least.
  /// - Returns: The slices in the order of time, at least one: fewer than wanted if there are few
  ///   packets or little data.
  /// - Complexity: O(*n* log *n*) in the number of packets.
  public func slices(_ count: Int, least: Int = 1 << 22) -> [TimeSlice] {
    let packets = streams.lazy.flatMap(\.packets).filter { !$0.isRepeated }
      .map { (begin: $0.begin, size: $0.contentSize / 8) }.sorted { $0.begin < $1.begin }
    let total = packets.reduce(0) { $0 &+ $1.size }
    let count = max(1, min(count, total / max(1, least)))
    var cuts: [Int64] = []
    var sum = 0
    for packet in packets {
      let part = cuts.count + 1
      if part < count, sum >= total / count * part, packet.begin > cuts.last ?? packets[0].begin {
        cuts.append(packet.begin)
      }
      sum &+= packet.size
    }
    let begins = [nil] + cuts.map { Optional($0) }
    let ends = cuts.map { Optional($0) } + [nil]
    return zip(begins, ends).map { TimeSlice(begin: $0, end: $1) }
  }
}
