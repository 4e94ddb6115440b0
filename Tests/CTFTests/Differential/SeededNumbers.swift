// SPDX-License-Identifier: MIT

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of the range.
  mutating func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// One of the choices, of which there is at least one.
  mutating func pick<T>(_ choices: [T]) -> T { choices[pick(0...choices.count - 1)] }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool { pick(1...count) == 1 }

  /// Some of the choices, often none or all, in any order.
  mutating func some<T>(of choices: [T]) -> [T] {
    let shuffled = choices.shuffled(using: &self)
    switch pick(0...3) {
    case 0: return []
    case 1: return shuffled
    default: return Array(shuffled.prefix(pick(1...shuffled.count)))
    }
  }
}
