// SPDX-License-Identifier: MIT

import Synchronization

/// The schedulers that are blocked now by a call that waits for a signal.
///
/// If a subscription of such a call waits for its turn on the scheduler that the call blocks, that
/// turn never comes. What is known of that is what a dispose would skip: the actions that hang on
/// the subscription, its operators' and those that a subscribe block has returned. They are looked
/// at when the call begins to wait, and whenever an operator schedules something or a subscribe
/// block returns meanwhile.
final class BlockedSchedulers: @unchecked Sendable {
  // Unchecked: `calls` is protected by `lock`.

  private static let shared = BlockedSchedulers()

  private struct Call {
    let schedulers: Set<UInt64>
    let subscription: Subscription
    let fail: @Sendable () -> Void

    /// Fails the call if it waits for itself.
    func check() {
      if subscription.isWaiting(forAnyOf: schedulers) { fail() }
    }
  }

  private let lock = Lock()
  private var calls: [Call] = []
  private let count = Atomic<Int>(0)

  /// Calls `body`, which blocks the thread.
  ///
  /// - Parameters:
  ///   - subscription: What the call waits for.
  ///   - fail: Makes `body` return because it would wait for ever.
  ///   - body: What blocks.
  static func whileBlocked(
    by subscription: Subscription, fail: @escaping @Sendable () -> Void, _ body: () -> Void
  ) {
    let schedulers = Scheduler.blockedByThisThread
    guard !schedulers.isEmpty else { return body() }
    let call = Call(schedulers: schedulers, subscription: subscription, fail: fail)
    shared.add(call)
    call.check()
    body()
    shared.remove(call)
  }

  /// Looks whether a call waits for itself, after something was scheduled that may make it so.
  ///
  /// - Complexity: a fence and a load if no scheduler is blocked.
  static func check() {
    // Either this sees the call, or the call's own check sees what was scheduled.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard shared.count.load(ordering: .relaxed) > 0 else { return }
    let calls = shared.lock.withLock { shared.calls }
    for call in calls { call.check() }
  }

  private func add(_ call: Call) {
    lock.withLock { calls.append(call) }
    count.wrappingAdd(1, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  private func remove(_ call: Call) {
    lock.withLock { calls.removeAll { $0.subscription === call.subscription } }
    count.wrappingSubtract(1, ordering: .relaxed)
  }
}

extension Scheduler {
  /// The schedulers whose actions cannot run while this thread is blocked, as far as is known.
  fileprivate static var blockedByThisThread: Set<UInt64> {
    var schedulers: Set<UInt64> = []
    if let current { schedulers.insert(current.id) }
    // Also where something else runs on the main thread, such as a test scheduler that is stepped.
    if isMain { schedulers.insert(main.id) }
    return schedulers
  }
}

extension Disposable {
  /// Whether anything that this would dispose waits for its turn on one of some schedulers.
  ///
  /// - Complexity: O(*n*) in the number of all that this would dispose.
  final func isWaiting(forAnyOf schedulers: Set<UInt64>) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest: [Disposable] = [self]
    while let disposable = rest.popLast() {
      guard !disposable.isDisposed, seen.insert(ObjectIdentifier(disposable)).inserted else {
        continue
      }
      if schedulers.contains(disposable.awaitedScheduler) { return true }
      disposable.appendInner(to: &rest)
    }
    return false
  }
}
