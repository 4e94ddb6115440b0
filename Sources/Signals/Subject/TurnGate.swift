// SPDX-License-Identifier: MIT

public import Synchronization

/// The serialising gate: lets one thread in at a time, and never makes another one wait.
///
/// There is one mechanism for whatever must not overlap: subjects, operators that merge several
/// sources, whatever is behind a source that may overlap, subscribers made from closures.
/// Who comes while somebody is inside, from another thread or from within the delivery, leaves
/// what it wants done in a queue; whoever is inside does it before it leaves, first-in first-out.
/// No lock is held meanwhile and the stack does not grow.
///
/// ```swift
/// guard gate.tryEnter() else { return gate.enqueue(event) }  // a subclass's `enqueue`
/// deliver(event)
/// gate.leave()
/// ```
///
/// `word` is a state machine: 0 idle; else ``busy``, with ``more`` if there is something in the
/// queue, with ``retired`` if there are references to give up. A lone turn is two atomic
/// exchanges, 0 → busy → 0, and touches nothing else; every other step holds ``lock``, so that
/// ``more`` and the queue change together.
@usableFromInline
class TurnGate: @unchecked Sendable {
  // Unchecked: `word` is atomic; what subclasses add is protected by `lock`, or touched only by
  // the thread that is inside.

  @usableFromInline static let idle: UInt = 0
  @usableFromInline static let busy: UInt = 1
  static let more: UInt = 2
  static let retired: UInt = 4

  @usableFromInline final let word = Atomic<UInt>(TurnGate.idle)

  /// Protects the queue, and whatever a subclass says.
  ///
  /// Held for a few instructions.
  final let lock = Lock()

  init() {}

  /// Moves what is queued to where ``runTaken()`` finds it; false if there was nothing.
  ///
  /// Called with the lock held.
  func takeQueued() -> Bool { false }

  /// Does what was taken.
  ///
  /// Called by the thread that is inside, without the lock.
  func runTaken() {}

  /// Gives up references that were kept for the sake of whoever was inside.
  ///
  /// Called by the thread that is inside, without the lock.
  func releaseRetired() {}

  /// Lets go of the subscriber of a subscription that is disposed: of the one behind this gate, or
  /// of one in the list there.
  func remove(_ subscription: Subscription) {}

  /// Goes in, if nobody is.
  ///
  /// Pair it with ``leave()``.
  @inlinable @inline(__always)
  final func tryEnter() -> Bool {
    word.compareExchange(
      expected: TurnGate.idle, desired: TurnGate.busy, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Goes out, after everything that was queued meanwhile is done.
  @inlinable @inline(__always)
  final func leave() {
    let left = word.compareExchange(
      expected: TurnGate.busy, desired: TurnGate.idle, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
    if !left { drain() }
  }

  /// Queues something, or goes in.
  ///
  /// - Parameter append: Puts it into the queue; called with the lock held, or not at all.
  /// - Returns: Whether the caller has gone in instead, and must do it itself and then leave.
  final func enterOrQueue(_ append: () -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    var current = word.load(ordering: .relaxed)
    while true {
      let next = current == Self.idle ? Self.busy : current | Self.more
      let (exchanged, original) = word.compareExchange(
        expected: current, desired: next, ordering: .acquiringAndReleasing)
      if exchanged { break }
      current = original
    }
    if current == Self.idle { return true }
    append()
    return false
  }

  /// Does what is queued until there is nothing left, and goes out.
  @usableFromInline @inline(never)
  final func drain() {
    while true {
      releaseRetiredIfAny()
      lock.lock()
      if takeQueued() {
        lock.unlock()
        runTaken()
        continue
      }
      let (isLeft, _) = word.compareExchange(
        expected: Self.busy | Self.more, desired: Self.idle, ordering: .acquiringAndReleasing)
      let isOut =
        isLeft
        || word.compareExchange(
          expected: Self.busy, desired: Self.idle, ordering: .acquiringAndReleasing
        ).exchanged
      lock.unlock()
      if isOut { return }
    }
  }

  /// Ends a turn: what was retired during it can go.
  final func releaseRetiredIfAny() {
    guard word.load(ordering: .relaxed) & Self.retired != 0 else { return }
    word.bitwiseAnd(~Self.retired, ordering: .acquiringAndReleasing)
    releaseRetired()
  }

  /// Whether nobody is inside, now; if somebody is, makes sure that ``releaseRetired()`` is called
  /// before they leave.
  ///
  /// Called with the lock held, after the references were unlinked: whoever goes in later does not
  /// find them.
  final func isIdleOrNotesRetired() -> Bool {
    var current = word.load(ordering: .relaxed)
    while true {
      // An exchange also where nothing changes: it orders the unlinking before it.
      let next = current == Self.idle ? Self.idle : current | Self.retired
      let (exchanged, original) = word.compareExchange(
        expected: current, desired: next, ordering: .sequentiallyConsistent)
      if exchanged { return current == Self.idle }
      current = original
    }
  }
}
