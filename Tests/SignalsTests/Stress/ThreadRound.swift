// SPDX-License-Identifier: MIT

import TestSupport

@testable import Signals

/// One round of the stress tests on threads: some of them send, subscribe and dispose at random.
///
/// Each subscription has a tap at the begin of its chain, so that what comes out can be compared
/// with what the model makes of what went in, whatever the threads did.
struct ThreadRound {
  enum Shape: CaseIterable {
    case subject, replay, merge, flatMap, block, published, replayed
  }

  /// An operator of the chain between tap and listener.
  enum Link {
    case step(Kind, a: Int, b: Int)
    case deliverOn
    case delay(microseconds: Int)
  }

  let shape: Shape
  let threads: Int
  let seeds: [UInt64]
  let chain: [Link]
  /// What ends every subject, once the threads are done, or by one of them.
  let terminal: Event<Int>
  let endsEarly: Bool
  let actions: Int

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    shape = Shape.allCases.randomElement(using: &random) ?? .subject
    threads = .random(in: 2...4, using: &random)
    seeds = (0..<threads).map { _ in random.next() }
    let fails = Int.random(in: 0..<4, using: &random) == 0
    terminal = fails ? .error(TestError.first) : .completed
    endsEarly = Int.random(in: 0..<4, using: &random) == 0
    actions = .random(in: 10...120, using: &random)
    chain = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .deliverOn
      // An error would drop what is delayed.
      case 1: fails ? nil : .delay(microseconds: .random(in: 0...300, using: &random))
      default:
        Catalogue.steps.randomElement(using: &random).map {
          .step($0, a: .random(in: 0...9, using: &random), b: .random(in: 0...9, using: &random))
        }
      }
    }
  }

  /// Whether one thing, a subject, serialises what all subscribers receive.
  var isShared: Bool {
    switch shape {
    case .subject, .replay, .published, .replayed: true
    case .merge, .flatMap, .block: false
    }
  }

  /// Whether late subscribers receive all from the begin on.
  var isReplayed: Bool { shape == .replay || shape == .replayed }

  var subjectCount: Int { shape == .subject || shape == .replay ? 1 : 3 }

  /// The numbers of values tell who sent them to what, and in which order.
  static func number(subject: Int, thread: Int, ordinal: Int) -> Int {
    (subject * 10 + thread) * 100_000 + ordinal
  }

  func makeSource(_ subjects: [Subject<Item>]) -> Signal<Item> {
    switch shape {
    case .subject, .replay: subjects[0]
    case .merge: .merge(subjects)
    case .published: Signal.merge(subjects).publish().autoconnect()
    case .replayed: Signal.merge(subjects).replayLazily()
    case .flatMap: Signal(sequence: 0..<subjects.count).flatMap { subjects[$0] }
    // Overlaps, until it is put in order.
    case .block:
      Signal { subscriber in
        for subject in subjects { subject.subscribe(subscriber) }
        return nil
      }.take(.max)
    }
  }

  func apply(to signal: Signal<Item>, _ world: World) -> Signal<Item> {
    chain.reduce(signal) { signal, link in
      switch link {
      case .deliverOn: signal.deliverOn(world.scheduler)
      case .delay(let microseconds):
        signal.delay(.microseconds(microseconds), on: world.scheduler)
      case .step(let kind, let a, let b):
        kind.build(BuildContext(sources: [signal], a: a, b: b, world: world))
      }
    }
  }

  /// What the chain makes of values, and of the terminal event if it has come.
  func model(_ values: [Int], isEnded: Bool) -> [Event<Int>] {
    var events: [Event<Int>] = values.map { .next($0) }
    if isEnded { events.append(terminal) }
    return chain.reduce(events) { events, link in
      guard case .step(let kind, let a, let b) = link, let step = kind.step?(a, b) else {
        return events
      }
      let history = events.enumerated().map { Moment(.script($0, at: 0), $1) }
      return history.through(step).map(\.event)
    }
  }
}
