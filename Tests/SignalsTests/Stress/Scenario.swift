// SPDX-License-Identifier: MIT

import TestSupport

@testable import Signals

/// A random signal, and what is done with it at which times: one round of the stress tests on
/// virtual time.
struct Scenario: CustomStringConvertible {
  enum Action {
    case send(subject: Int, Event<Int>)
    case subscribe(observer: Int)
    case dispose(observer: Int)
  }

  /// What listens.
  struct Observer {
    /// How many values it takes before it disposes itself, or nil if it never does.
    var limit: Int?
  }

  /// One line of what was, or should be, seen.
  struct Line: Equatable, CustomStringConvertible {
    let observer: Int
    let time: Int
    let event: Event<Int>

    var description: String { "\(observer) at \(time): \(event)" }
  }

  static let horizon = 40

  var tree: Tree
  var script: [(time: Int, action: Action)]
  var observers: [Observer]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    tree = .random(.random(in: 2...7, using: &random), using: &random)
    observers = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Observer(limit: Bool.random(using: &random) ? nil : .random(in: 1...8, using: &random))
    }
    script = []
    for observer in observers.indices {
      script.append((.random(in: 0...8, using: &random), .subscribe(observer: observer)))
      if Bool.random(using: &random) {
        script.append((.random(in: 5...30, using: &random), .dispose(observer: observer)))
      }
    }
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let event: Event<Int> =
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .completed
        case 1: .error(TestError.first)
        default: .next(.random(in: 0...9, using: &random))
        }
      script.append(
        (
          .random(in: 0...25, using: &random),
          .send(subject: .random(in: 0..<Catalogue.subjectCount, using: &random), event)
        ))
    }
  }

  /// What should be seen; nil if that is too much to be tried.
  func expectation() -> [Line]? {
    var sends = [History](repeating: [], count: Catalogue.subjectCount)
    for (at, action) in ordered {
      guard case .send(let subject, let event) = action,
        sends[subject].last.map({ !$0.event.isTerminal }) ?? true
      else { continue }
      sends[subject].append(Moment(at, event))
    }
    let world = ModelWorld(sends: sends, horizon: Self.horizon)
    let model = tree.model(world)
    var all: [(observer: Int, moment: Moment)] = []
    for (start, action) in ordered {
      guard case .subscribe(let observer) = action else { continue }
      let end = ordered.first { at, action in
        if case .dispose(observer) = action { at > start } else { false }
      }
      var values = 0
      for moment in model(start) {
        if moment.at.time > Self.horizon { continue }
        if let end, moment.at > end.at { continue }
        if let limit = observers[observer].limit, values == limit { break }
        if moment.value != nil { values += 1 }
        all.append((observer, moment))
      }
    }
    if world.isSpent { return nil }
    return all.enumerated()
      .sorted { ($0.element.moment.at, $0.offset) < ($1.element.moment.at, $1.offset) }
      .map { Line(observer: $1.observer, time: $1.moment.at.time, event: $1.moment.event) }
  }

  /// The script with its instants, in their order.
  private var ordered: [(at: Instant, action: Action)] {
    script.enumerated().map { (Instant.script($0, at: $1.time), $1.action) }
      .sorted { $0.0 < $1.0 }
  }

  /// Scenarios that are a little smaller.
  var smaller: [Scenario] {
    var all = tree.smaller.map { tree in
      var scenario = self
      scenario.tree = tree
      return scenario
    }
    for index in script.indices {
      var scenario = self
      scenario.script.remove(at: index)
      all.append(scenario)
    }
    return all
  }

  var description: String {
    var lines = ["\(tree)"]
    for (time, action) in script {
      switch action {
      case .send(let subject, let event): lines.append("at \(time): subject \(subject) \(event)")
      case .subscribe(let observer):
        let limit = observers[observer].limit.map { ", disposes after \($0)" } ?? ""
        lines.append("at \(time): observer \(observer) subscribes\(limit)")
      case .dispose(let observer): lines.append("at \(time): observer \(observer) disposes")
      }
    }
    return lines.joined(separator: "\n")
  }
}
