// SPDX-License-Identifier: MIT

import Synchronization

/// Subscribes to one signal again and again, for one subscription of `repeat` or `retry`.
///
/// However many rounds end as soon as they are subscribed, they follow one another in a loop and
/// not on the stack, and nothing is kept of a round that is over.
final class Rounds: @unchecked Sendable {
  // Unchecked: `source` is written by `init` and `deinit` only; `left` is touched at the end of a
  // round, and a round begins after the end of the one before.

  /// The way to end that begins another round.
  enum End {
    case completion
    case error
  }

  private var source: SignalBase?
  private let end: End
  /// How many rounds may follow; nil without a limit.
  private var left: Int?
  /// The rounds asked for and not yet subscribed; who raises it from 0 subscribes them.
  ///
  /// The first one does not count, for whoever subscribes the whole chain subscribes it. If another
  /// thread ends it meanwhile, the second begins there at once.
  private let pending = Atomic<Int>(0)

  /// - Parameters:
  ///   - source: What is subscribed; kept as long as the subscription can need it.
  ///   - end: The way to end that begins another round.
  ///   - limit: How many rounds may follow the first one; nil without a limit.
  init(of source: SignalBase, after end: End, limit: Int? = nil) {
    self.source = source
    self.end = end
    left = limit
  }

  deinit {
    Trampoline.release(source.take())
  }

  /// Begins another round if there is to be one, at once or when this thread, or another one, is
  /// through with subscribing the round that has ended.
  fileprivate func follow<Value: Sendable>(_ round: RoundPass<Value>, after end: End) -> Bool {
    guard end == self.end, left != 0 else { return false }
    if let left { self.left = left - 1 }
    let downstream = round.downstream
    downstream.subscription.remove(round.subscription)
    if pending.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 { run(downstream) }
    return true
  }

  private func run<Value: Sendable>(_ downstream: PassthroughSubscriber<Value>) {
    guard let source else { return }
    repeat {
      guard !downstream.isDisposed else { return }
      source.connect(RoundPass(from: source, to: downstream, of: self))
    } while pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}

/// The operator `repeat` or `retry` for one round.
final class RoundPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let rounds: Rounds

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, of rounds: Rounds) {
    self.rounds = rounds
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { passNext(value) }

  override func forwardError(_ error: any Error) {
    if !rounds.follow(self, after: .error) { super.forwardError(error) }
  }

  override func forwardCompleted() {
    if !rounds.follow(self, after: .completion) { super.forwardCompleted() }
  }
}
