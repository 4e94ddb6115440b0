// SPDX-License-Identifier: MIT

extension Damage {
  /// The same, from the whole packet before to the next whole one, which may stand in another
  /// file of the stream or in another chunk of the session.
  func bounded(by places: [RingBuffers.Place]) -> Damage {
    guard kind != .zeroTail, !places.isEmpty, from == nil || to == nil else { return self }
    var damage = self
    if let from {
      let next = Self.first(places) { $0.begin > from }
      damage.to = next < places.count ? places[next].packet.begin : nil
    } else if let to {
      let next = Self.first(places) { $0.begin >= to }
      damage.from = next > 0 ? places[next - 1].packet.end : nil
    }
    return damage
  }

  /// The first packet that fits, where all behind it do too.
  private static func first(
    _ places: [RingBuffers.Place], _ fits: (Packet) -> Bool
  ) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if fits(places[middle].packet) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
