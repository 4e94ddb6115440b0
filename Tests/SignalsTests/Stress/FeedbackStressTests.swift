// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Stress of subjects that are used inside their deliveries")
struct FeedbackStressTests {
  @Test("sends, subscriptions and disposals inside deliveries take their turns as the model says")
  func scenarios() {
    var tried = 0
    Stress.rounds(share: 0.2) { seed in
      tried += 1
      guard let failure = Failure(FeedbackScenario(seed: seed)) else { return true }
      Issue.record("seed \(seed)\n\(failure.shrunk())")
      return false
    }
    Stress.report("\(tried) scenarios of feedback")
  }
}

private struct Failure: CustomStringConvertible {
  let scenario: FeedbackScenario
  let expected: [FeedbackScenario.Line]
  let seen: [FeedbackScenario.Line]
  let leaked: Int

  /// Nil if all is well.
  init?(_ scenario: FeedbackScenario) {
    let lives = Lives()
    var seen: [FeedbackScenario.Line] = []
    onScheduler { seen = FeedbackRun(scenario, lives).play() }
    let expected = FeedbackModel(scenario).play()
    guard seen != expected || lives.count != 0 else { return nil }
    self.scenario = scenario
    self.expected = expected
    self.seen = seen
    leaked = lives.count
  }

  /// The failure of a scenario that cannot be made smaller any more.
  func shrunk() -> Failure {
    var smallest = self
    while let next = smallest.scenario.smaller.lazy.compactMap(Failure.init).first {
      smallest = next
    }
    return smallest
  }

  var description: String {
    "\(scenario)\nexpected: \(expected)\nseen:     \(seen)\nleaked:   \(leaked)"
  }
}
