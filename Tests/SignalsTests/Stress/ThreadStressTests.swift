// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Stress on threads")
struct ThreadStressTests {
  @Test("threads that send, subscribe and dispose at random see order, no loss, and no overlap")
  func rounds() {
    var tried = 0
    Stress.rounds(share: 0.4) { seed in
      tried += 1
      let round = ThreadRound(seed: seed)
      let problems = round.run()
      guard let first = problems.first else { return true }
      Issue.record(
        "seed \(seed), \(round.shape) on \(round.threads) threads, \(problems.count) problems\n\(first)"
      )
      return false
    }
    Stress.report("\(tried) rounds on threads")
  }
}
