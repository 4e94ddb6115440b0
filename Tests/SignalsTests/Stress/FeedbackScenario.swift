// SPDX-License-Identifier: MIT

import TestSupport

@testable import Signals

/// Subjects whose listeners send, subscribe and dispose from inside their deliveries: one round of
/// the stress test of the queues.
struct FeedbackScenario: CustomStringConvertible {
  enum Action: Equatable {
    case send(subject: Int, Event<Int>)
    case subscribe(listener: Int, subject: Int)
    case dispose(listener: Int)
  }

  /// What a listener does the nth time that it is called.
  struct Reaction: Equatable {
    let listener: Int
    let call: Int
    let action: Action
  }

  enum SubjectKind: CaseIterable {
    case plain, replay, replayTwo, behavior
  }

  /// One line of what was, or should be, seen.
  struct Line: Equatable, CustomStringConvertible {
    let listener: Int
    let event: Event<Int>

    var description: String { "\(listener): \(event)" }
  }

  static let listeners = 5

  var subjects: [SubjectKind]
  var script: [Action]
  var reactions: [Reaction]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    subjects = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      SubjectKind.allCases.randomElement(using: &random) ?? .plain
    }
    let count = subjects.count
    func action() -> Action {
      let subject = Int.random(in: 0..<count, using: &random)
      let listener = Int.random(in: 0..<Self.listeners, using: &random)
      return switch Int.random(in: 0..<20, using: &random) {
      case 0: .send(subject: subject, .completed)
      case 1: .send(subject: subject, .error(TestError.first))
      case 2...4: .dispose(listener: listener)
      case 5...10: .subscribe(listener: listener, subject: subject)
      default: .send(subject: subject, .next(.random(in: 0...99, using: &random)))
      }
    }
    script = (0..<Int.random(in: 2...20, using: &random)).map { _ in action() }
    reactions = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      Reaction(
        listener: .random(in: 0..<Self.listeners, using: &random),
        call: .random(in: 0...5, using: &random), action: action())
    }
  }

  /// Scenarios that are a little smaller.
  var smaller: [FeedbackScenario] {
    script.indices.map { index in
      var scenario = self
      scenario.script.remove(at: index)
      return scenario
    }
      + reactions.indices.map { index in
        var scenario = self
        scenario.reactions.remove(at: index)
        return scenario
      }
  }

  var description: String {
    (["\(subjects)"] + script.map { "\($0)" }
      + reactions.map { "call \($0.call) of \($0.listener): \($0.action)" })
      .joined(separator: "\n")
  }
}

/// Plays a scenario on subjects of some kind: the real ones, or the model's.
class FeedbackPlay {
  private let scenario: FeedbackScenario
  private(set) var lines: [FeedbackScenario.Line] = []
  private var calls = [Int](repeating: 0, count: FeedbackScenario.listeners)
  private var subscribed: Set<Int> = []

  init(_ scenario: FeedbackScenario) { self.scenario = scenario }

  func send(_ event: Event<Int>, to subject: Int) {}
  func subscribe(_ listener: Int, to subject: Int) {}
  func dispose(_ listener: Int) {}

  func play() -> [FeedbackScenario.Line] {
    for action in scenario.script { perform(action) }
    return lines
  }

  /// A listener is called.
  func receive(_ event: Event<Int>, _ listener: Int) {
    lines.append(FeedbackScenario.Line(listener: listener, event: event))
    let call = calls[listener]
    calls[listener] += 1
    for reaction in scenario.reactions where reaction.listener == listener && reaction.call == call
    {
      perform(reaction.action)
    }
  }

  private func perform(_ action: FeedbackScenario.Action) {
    switch action {
    case .send(let subject, let event): send(event, to: subject)
    case .dispose(let listener): dispose(listener)
    case .subscribe(let listener, let subject):
      if subscribed.insert(listener).inserted { subscribe(listener, to: subject) }
    }
  }
}
