// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// What happened to the compound disposables of one name.
  struct CompoundState: Codable, Sendable {
    var adds: UInt64 = 0
    var removes: UInt64 = 0
    /// How many there were in the one that changed last.
    var total: Int64 = 0
    /// The most that there were in one.
    var most = Int64.min
    /// Whether it was empty before the first event that was seen.
    var startsEmpty = false

    /// Whether it is as empty as it was at first, so that there is nothing to tell of it.
    var isSettled: Bool { startsEmpty && adds == removes }

    mutating func take(isAdded: Bool, total: Int64) {
      if adds == 0, removes == 0 { startsEmpty = isAdded && total == 1 }
      if isAdded { adds &+= 1 } else { removes &+= 1 }
      self.total = total
      most = max(most, total)
    }

    mutating func append(_ later: CompoundState) {
      if adds == 0, removes == 0 { startsEmpty = later.startsEmpty }
      adds &+= later.adds
      removes &+= later.removes
      total = later.total
      most = max(most, later.most)
    }
  }

  /// Compound disposables by name and process.
  ///
  /// When there are too many, those that are empty again are forgotten: a program may make one for each subscription, and each has a name of its own.
  struct Compounds<Key: Hashable & Codable & Sendable>: Codable, Sendable {
    private static var most: Int { 8_192 }

    private(set) var byKey: [Key: CompoundState] = [:]
    /// How many were forgotten.
    private(set) var settledCount: UInt64 = 0
    /// How many have come since some were forgotten.
    private var newer = 0
    /// What happened to those that there was no room for.
    private(set) var further = CompoundState()
    /// Whether there was room for all.
    private(set) var isWhole = true

    init() {}

    mutating func take(_ key: Key, isAdded: Bool, total: Int64) {
      if byKey[key] == nil {
        // Not at each new one: if none is empty again, looking for some is in vain.
        if byKey.count >= Self.most, newer >= Self.most / 2 { settle() }
        newer += 1
        guard byKey.count < Self.most else {
          isWhole = false
          further.take(isAdded: isAdded, total: total)
          return
        }
      }
      byKey[key, default: CompoundState()].take(isAdded: isAdded, total: total)
    }

    /// The same with other keys.
    func renamed<Other>(_ name: (Key) -> Other) -> Compounds<Other> {
      var other = Compounds<Other>()
      for (key, compound) in byKey {
        other.byKey[name(key), default: CompoundState()].append(compound)
      }
      other.settledCount = settledCount
      other.further = further
      other.isWhole = isWhole
      return other
    }

    mutating func merge(_ later: Compounds) {
      for (key, compound) in later.byKey {
        byKey[key, default: CompoundState()].append(compound)
      }
      settledCount &+= later.settledCount
      if byKey.count > Self.most { settle() }
      further.append(later.further)
      isWhole = isWhole && later.isWhole
    }

    private mutating func settle() {
      let count = byKey.count
      byKey = byKey.filter { !$0.value.isSettled }
      settledCount &+= UInt64(count - byKey.count)
      newer = 0
    }
  }

  /// A compound disposable's name in one process.
  struct CompoundKey: Hashable, Codable, Sendable {
    var name: String
    var process: ProcessKey
  }
}
