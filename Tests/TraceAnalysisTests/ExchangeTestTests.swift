// SPDX-License-Identifier: MIT

import Testing

@testable import TraceAnalysis

@Suite("ExchangeTest")
struct ExchangeTestTests {
  private func side(_ values: Double...) -> [Double] {
    values + Array(repeating: 0, count: 16 - values.count)
  }

  @Test("finds two sides apart with the probability of the two ways that are as extreme")
  func apart() {
    let low = (1...16).map { Double($0) }
    let high = (101...116).map { Double($0) }
    #expect(ExchangeTest.probability(low, high) == 2 / 601_080_390.0)
    #expect(ExchangeTest.probability(high, low) == 2 / 601_080_390.0)
  }

  @Test("never proves anything where the sides are equal, or nothing varies")
  func equal() {
    #expect(ExchangeTest.probability(side(), side()) == 1)
    #expect(ExchangeTest.probability(side(3, 5), side(5, 3)) == 1)
    #expect(
      ExchangeTest.probability(Array(repeating: 7, count: 16), Array(repeating: 7, count: 16)) == 1)
  }

  @Test("counts the ways exactly if one side has all that there is", arguments: 1...16)
  func oneSided(used: Int) {
    let full = Array(repeating: 1.0, count: used) + Array(repeating: 0, count: 16 - used)
    // The ways to deal all of these to one side, and the others to fill it up.
    func choose(_ n: Int, _ k: Int) -> Int { k == 0 ? 1 : choose(n - 1, k - 1) * n / k }
    let expected = min(1, 2 * Double(choose(32 - used, 16)) / Double(choose(32, 16)))
    #expect(ExchangeTest.probability(full, side()) == expected)
    #expect(ExchangeTest.leastProbability(used: used) == expected)
  }

  @Test("agrees with what random exchanges give", arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = Noise(seed: seed)
    let before = (0..<16).map { _ in random.exponential() }
    let after = (0..<16).map { _ in random.exponential() * (1 + Double(seed) / 8) }
    let seen = abs(before.reduce(0, +) - after.reduce(0, +))
    var all = before + after
    let rounds = 4_000
    var extreme = 0
    for _ in 0..<rounds {
      all.shuffle(using: &random)
      let difference = all.prefix(16).reduce(0, +) - all.suffix(16).reduce(0, +)
      if abs(difference) >= seen - 1e-9 { extreme += 1 }
    }
    let exact = ExchangeTest.probability(before, after)
    let deviation = (exact * (1 - exact) / Double(rounds)).squareRoot()
    #expect(abs(Double(extreme) / Double(rounds) - exact) < 4.5 * deviation + 1e-3)
  }

  @Test("takes e times the geometric mean of several probabilities, and one as it is")
  func combined() {
    #expect(CombinedProbability.of([0.25]) == 0.25)
    #expect(CombinedProbability.of([0.5, 0.9]) == 1)
    #expect(abs(CombinedProbability.of([1e-8, 1e-4]) / 2.718_281_828e-6 - 1) < 1e-6)
    #expect(abs(CombinedProbability.of([1e-9, 1e-9, 1e-9]) / 2.718_281_828e-9 - 1) < 1e-6)
    let many = CombinedProbability.of(Array(repeating: 3.3e-9, count: 16))
    #expect(abs(many / (3.3e-9 * 2.718_281_828) - 1) < 1e-6)
  }

  @Test("corrects as Holm does, for rows that were not tested as well")
  func holm() {
    #expect(Holm.corrected([0.01, 0.04, 0.03], rows: 3) == [0.03, 0.06, 0.06])
    #expect(Holm.corrected([0.01, 0.5], rows: 100) == [1, 1])
    #expect(Holm.corrected([0.001], rows: 10) == [0.01])
    #expect(Holm.corrected([], rows: 0) == [])
  }
}

/// Random numbers that are the same on every run.
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Between 0 and 1, neither included.
  mutating func uniform() -> Double { (Double(next() >> 12) + 0.5) / 0x1p52 }

  /// The time to the next of events that come at random, once in 1 on average.
  mutating func exponential() -> Double {
    // −ln u, by halving: no logarithm in the standard library without Foundation.
    var value = uniform()
    var sum = 0.0
    while value < 0.5 {
      value *= 2
      sum += 0.693_147_180_559_945_3
    }
    let ratio = (1 - value) / (1 + value)
    var power = ratio
    for odd in stride(from: 1.0, to: 41, by: 2) {
      sum += 2 * power / odd
      power *= ratio * ratio
    }
    return sum
  }
}
