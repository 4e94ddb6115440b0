// SPDX-License-Identifier: MIT

import Synchronization

/// A gate with a queue of inputs: whoever is inside handles them one at a time.
///
/// An input is an event, or whatever else a stateful operator is fed with, such as a timer that
/// has fired.
@usableFromInline
class InputGate<Input: Sendable>: TurnGate, @unchecked Sendable {
  // Unchecked: `waiting` is protected by `lock`, `taken` is owned by who is inside.
  private final var waiting: [Entry] = []
  private final var taken: [Entry] = []
  private final let underway = Atomic<Int>(0)

  private struct Entry {
    let input: Input
    let hop: Hop
  }

  /// Handles one input at its turn, on the thread that is inside, without a lock.
  func handle(_ input: Input) {}

  /// Whether inputs are still wanted; those that are not are skipped.
  var isOpen: Bool { true }

  /// Puts an input off: makes the hop that a trace shows for it.
  func makeHop() -> Hop { Hop(scheduler: "gate", id: 0) }

  /// Handles an input: at once if nobody is inside, else at its turn.
  ///
  /// - Complexity: O(1); two atomic operations and no allocation if nobody is inside.
  final func send(_ input: Input) {
    guard tryEnter() else { return enqueue(input) }
    handle(input)
    leave()
  }

  /// Handles an input after those that are there already.
  @usableFromInline @inline(never)
  final func enqueue(_ input: Input) {
    let hop = makeHop()
    guard enterOrQueue({ waiting.append(Entry(input: input, hop: hop)) }) else { return }
    turn(Entry(input: input, hop: hop))
    leave()
  }

  /// The number of inputs that are queued and whose turn has not come.
  final var pendingCount: Int {
    lock.withLock { waiting.count + underway.load(ordering: .relaxed) }
  }

  @usableFromInline
  override final func takeQueued() -> Bool {
    guard !waiting.isEmpty else { return false }
    swap(&waiting, &taken)
    underway.store(taken.count, ordering: .relaxed)
    taken.reverse()
    return true
  }

  @usableFromInline
  override final func runTaken() {
    while let entry = taken.popLast() {
      underway.wrappingSubtract(1, ordering: .relaxed)
      turn(entry)
      releaseRetiredIfAny()
    }
  }

  private final func turn(_ entry: Entry) {
    guard isOpen else { return entry.hop.cancel() }
    entry.hop.run { handle(entry.input) }
  }
}
