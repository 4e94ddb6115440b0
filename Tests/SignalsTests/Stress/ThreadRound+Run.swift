// SPDX-License-Identifier: MIT

import Synchronization
import TestSupport

@testable import Signals

extension ThreadRound {
  /// Plays the round, and says what was wrong.
  func run() -> [String] {
    let lives = Lives()
    var problems = run(lives)
    if lives.count != 0 { problems.append("\(lives.count) objects have outlived the round") }
    return problems
  }

  private func run(_ lives: Lives) -> [String] {
    let world = World(
      scheduler: .background(),
      subjects: (0..<subjectCount).map { _ in shape == .replay ? ReplaySubject() : Subject() },
      lives: lives)
    let play = Play(round: self, world: world, source: makeSource(world.subjects))
    onScheduler {
      play.reference.listen(to: play.source) { $0 }
      for listener in play.lasting { listener.listen(to: play.source) { apply(to: $0, world) } }
    }
    onThreads(threads) { index in
      ThreadNumber.current = index + 1
      onScheduler { play.act(as: index) }
    }
    for subject in world.subjects { play.end(subject) }
    play.reference.waitForEnd()
    for listener in play.lasting { listener.waitForEnd() }
    for listener in play.passing.all { listener.dispose() }
    // What the scheduler still does for others is over when this runs.
    let done = Semaphore()
    world.scheduler.schedule { done.signal() }
    done.wait()
    return play.check()
  }
}

/// A round that is being played.
private final class Play: Sendable {
  let round: ThreadRound
  let world: World
  let source: Signal<Item>
  /// Listens to all of the source.
  let reference = ThreadListener()
  /// These subscribe before anything is sent, and stay.
  let lasting = [ThreadListener(), ThreadListener()]
  let passing = Log<ThreadListener>()
  private let sends = Atomic<Int>(0)

  init(round: ThreadRound, world: World, source: Signal<Item>) {
    self.round = round
    self.world = world
    self.source = source
  }

  /// What one thread does.
  func act(as thread: Int) {
    var random = SeededRandom(seed: round.seeds[thread])
    for ordinal in 0..<round.actions {
      let subject = Int.random(in: 0..<round.subjectCount, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        let listener = ThreadListener(limit: .random(in: 1...100, using: &random))
        listener.listen(to: source) { round.apply(to: $0, world) }
        passing.append(listener)
      case 1...3: passing.all.randomElement(using: &random)?.dispose()
      case 5 where round.endsEarly && ordinal > round.actions / 2: end(world.subjects[subject])
      default:
        sends.wrappingAdd(1, ordering: .relaxed)
        let number = ThreadRound.number(subject: subject, thread: thread, ordinal: ordinal)
        world.subjects[subject].sendNext(world.item(number))
      }
    }
  }

  func end(_ subject: Subject<Item>) {
    if let error = round.terminal.error {
      subject.sendError(error)
    } else {
      subject.sendCompleted()
    }
  }

  /// What was wrong; called when all is over.
  func check() -> [String] {
    var problems = ([reference] + lasting + passing.all).flatMap { $0.findProblems() }
    func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
      if !condition { problems.append(problem()) }
    }
    let all = reference.tapped
    if !round.endsEarly {
      let sends = sends.load(ordering: .relaxed)
      expect(all.count == sends, "\(sends) values were sent, and \(all.count) delivered")
    }
    expect(
      reference.events == all.map { .next($0) } + [round.terminal],
      "the source sent \(all), and its listener received \(reference.events)")
    for listener in lasting {
      let expected = round.model(listener.tapped, isEnded: true)
      expect(
        listener.events == expected, "\(expected) was expected, not \(listener.events)")
    }
    for listener in passing.all {
      let expected = round.model(listener.tapped, isEnded: true)
      expect(
        expected.starts(with: listener.events),
        "a begin of \(expected) was expected, not \(listener.events)")
      expect(inOrder(listener.tapped), "out of order: \(listener.tapped)")
      if round.isShared {
        expect(
          isPart(listener.tapped, of: all), "\(listener.tapped) is no part of \(all)")
      }
    }
    expect(inOrder(all), "out of order: \(all)")
    return problems
  }

  /// Whether what one thread has sent to one subject has kept its order.
  private func inOrder(_ numbers: [Int]) -> Bool {
    var last: [Int: Int] = [:]
    for number in numbers {
      if let earlier = last[number / 100_000], earlier >= number { return false }
      last[number / 100_000] = number
    }
    return true
  }

  /// Whether the numbers are some in a row of all, the first ones if they are replayed.
  private func isPart(_ numbers: [Int], of all: [Int]) -> Bool {
    guard let first = numbers.first else { return true }
    guard let begin = all.firstIndex(of: first), !round.isReplayed || begin == 0 else {
      return false
    }
    return all[begin...].starts(with: numbers)
  }
}
