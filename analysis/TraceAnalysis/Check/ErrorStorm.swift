// SPDX-License-Identifier: MIT

/// Whether the errors of a signal come in storms: 10 within a second.
struct ErrorStorm: Codable, Sendable {
  static let errors = 10
  static let length: Int64 = 1_000_000_000

  /// The first errors, which an earlier part's may join to a storm.
  private var first: [Int64] = []
  /// The latest errors.
  private var latest: [Int64] = []
  /// How many errors were the tenth or a later one within a second.
  private(set) var count: UInt64 = 0
  /// When the first storm began.
  private(set) var begin: Int64?

  /// Takes an error.
  mutating func take(_ time: Int64) {
    if first.count < Self.errors - 1 { first.append(time) }
    look(time)
    latest.append(time)
    if latest.count == Self.errors { latest.removeFirst() }
  }

  /// Puts the errors of a later part behind these.
  mutating func append(_ later: ErrorStorm) {
    if first.count < Self.errors - 1 {
      first += later.first.prefix(Self.errors - 1 - first.count)
    }
    for time in later.first {
      look(time)
      latest.append(time)
      if latest.count == Self.errors { latest.removeFirst() }
    }
    if later.first.count == Self.errors - 1 { latest = later.latest }
    count &+= later.count
    begin = [begin, later.begin].compactMap { $0 }.min()
  }

  private mutating func look(_ time: Int64) {
    guard latest.count == Self.errors - 1, time &- latest[0] <= Self.length else { return }
    count &+= 1
    begin = min(begin ?? .max, latest[0])
  }
}
