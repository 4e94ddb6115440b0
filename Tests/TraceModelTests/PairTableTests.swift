// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel

@Suite("PairTable")
struct PairTableTests {
  @Test("numbers pairs in the order in which they are met, as a dictionary would, up to a limit")
  func likeDictionary() {
    var table = PairTable()
    var expected: [[UInt64]: Int] = [:]
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      let (first, second) = (
        UInt64.random(in: 0..<60, using: &random) << 32, UInt64.random(in: 0..<60, using: &random)
      )
      let known = expected[[first, second]]
      let number = table.intern(PairTable.Pair(first, second), most: 2_000)
      if known == nil, expected.count < 2_000 { expected[[first, second]] = expected.count }
      #expect(number == expected[[first, second]])
    }
    #expect(table.count == 2_000)
    for (pair, number) in expected { #expect(table[number] == PairTable.Pair(pair[0], pair[1])) }
  }
}
