// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Stress on virtual time")
struct VirtualTimeStressTests {
  @Test("random signals do what the model says, event by event, and leave nothing behind")
  func scenarios() {
    var tried = 0
    var skipped = 0
    var events = 0
    Stress.rounds(share: 0.4) { seed in
      let scenario = Scenario(seed: seed)
      guard let expected = scenario.expectation() else {
        skipped += 1
        return true
      }
      tried += 1
      events += expected.count
      guard let failure = Failure(scenario, expected) else { return true }
      Issue.record("seed \(seed)\n\(failure.shrunk())")
      return false
    }
    #expect(tried >= skipped)
    Stress.report("\(tried) scenarios on virtual time, \(events) events, \(skipped) too large")
  }

  @Test("a signal that does not do what the model says is found, and made as small as possible")
  func finds() throws {
    let wrong = Kind.step("wrong") {
      $0.source.map { $0.with($0.number + ($0.number == 5 ? 1 : 0)) }
    } _: { _, _ in
      { $1.pass($0) }
    }
    var scenario = Scenario(seed: 1)
    let subject = try #require(Catalogue.sources.first { $0.name == "subject0" })
    let leaf = Tree(kind: subject, a: 0, b: 0, sources: [])
    let delay = try #require(Catalogue.timing.first { $0.name == "delay" })
    scenario.tree = Tree(
      kind: delay, a: 1, b: 0, sources: [Tree(kind: wrong, a: 0, b: 0, sources: [leaf])])
    scenario.observers = [Scenario.Observer(limit: nil)]
    scenario.script =
      [(0, .subscribe(observer: 0))] + (1...9).map { ($0, .send(subject: 0, .next($0))) }
    let expected = try #require(scenario.expectation())
    let failure = try #require(Failure(scenario, expected)).shrunk()
    #expect(
      failure.description == """
        wrong[0 0](subject0[0 0])
        at 0: observer 0 subscribes
        at 5: subject 0 next 5
        expected: [0 at 5: next 5]
        seen:     [0 at 5: next 6]
        leaked:   0
        """)
  }
}

/// A scenario in which the signals do not do what the model says.
private struct Failure: CustomStringConvertible {
  let scenario: Scenario
  let expected: [Scenario.Line]
  let seen: [Scenario.Line]
  let leaked: Int

  /// Nil if all is well.
  init?(_ scenario: Scenario, _ expected: [Scenario.Line]) {
    let (seen, leaked) = scenario.run()
    guard seen != expected || leaked != 0 else { return nil }
    self.scenario = scenario
    self.expected = expected
    self.seen = seen
    self.leaked = leaked
  }

  /// The failure of a scenario that cannot be made smaller any more.
  func shrunk() -> Failure {
    var smallest = self
    while let next = smallest.scenario.smaller.lazy.compactMap({ scenario in
      scenario.expectation().flatMap { Failure(scenario, $0) }
    }).first {
      smallest = next
    }
    return smallest
  }

  var description: String {
    """
    \(scenario)
    expected: \(expected)
    seen:     \(seen)
    leaked:   \(leaked)
    """
  }
}
