// SPDX-License-Identifier: MIT

import Glibc

/// Runs blocks at once; see ``Scheduler/immediate``.
final class ImmediateScheduler: Scheduler, @unchecked Sendable {
  // Unchecked: no state of its own.

  init() {
    super.init(name: "immediate")
  }

  override func schedule(_ block: @escaping @Sendable () -> Void) -> Disposable? {
    Hop(scheduler: name, id: id).run(block)
    return nil
  }

  override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    let hop = Hop(scheduler: name, id: id, after: delay)
    Self.sleep(delay)
    hop.run(block)
    return nil
  }

  override func schedule(
    after delay: Duration, every interval: Duration, leeway: Duration,
    _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    preconditionFailure(
      "Scheduler.immediate cannot repeat: schedule(after:every:) would never return; use background()"
    )
  }

  override func scheduleRecursive(
    _ block: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable? {
    let action = RecursiveAction(inlineOn: self, block)
    action.start()
    return action
  }

  private static func sleep(_ delay: Duration) {
    let nanoseconds = Int(delay.clampedNanoseconds)
    var rest = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    var asked = rest
    while nanosleep(&asked, &rest) != 0 && errno == EINTR { asked = rest }
  }
}
