// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// A block that may ask to be run again, and the loop that does it.
final class RecursiveAction: Disposable, @unchecked Sendable {
  // Unchecked: `block` and `scheduled` are protected by `lock`.

  typealias Block = @Sendable (_ again: @escaping @Sendable () -> Void) -> Void

  private let scheduler: Scheduler
  /// Whether runs are done in place instead of being given to the scheduler.
  private let isInline: Bool
  /// The runs asked for and not yet finished.
  ///
  /// Who raises it from 0 sees to it that they are done, so that no two overlap.
  private let pending = Atomic<Int>(1)
  private let lock = Lock()
  /// Nil once this is disposed.
  private var block: Block?
  /// What the scheduler returned for the next run, and perhaps for some that are over.
  private var scheduled = DisposableList()

  init(on scheduler: Scheduler, _ block: @escaping Block) {
    self.scheduler = scheduler
    isInline = false
    self.block = block
    super.init()
  }

  init(inlineOn scheduler: Scheduler, _ block: @escaping Block) {
    self.scheduler = scheduler
    isInline = true
    self.block = block
    super.init()
  }

  /// Does or schedules the runs that were asked for, up to now the first.
  func start() {
    if isInline {
      runAllInline()
    } else {
      hold(scheduler.schedule { self.runPending() })
    }
  }

  override func appendInner(to list: inout [Disposable]) {
    lock.withLock { scheduled.append(to: &list) }
  }

  override func performDisposal() {
    var (block, scheduled) = lock.withLock { (self.block.take(), self.scheduled.takeAll()) }
    scheduled.disposeAll()
    Trampoline.release(block.take())
  }

  /// The number of disposables of rounds that are held, for tests.
  var heldCount: Int { lock.withLock { scheduled.count } }

  private func again() {
    if pending.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 { start() }
  }

  /// Runs the block once; true if another run was asked for.
  private func runOnce() -> Bool {
    guard let block = lock.withLock({ self.block }) else { return false }
    block { self.again() }
    return pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func runAllInline() {
    while !isDisposed {
      guard Hop(scheduler: scheduler.name, id: scheduler.id).run({ runOnce() }) else { return }
    }
  }

  /// Runs the block, and goes on here for as long as the scheduler runs things at once; else the
  /// rest has been scheduled.
  private func runPending() {
    while runOnce() && scheduleNext() {}
  }

  /// Schedules the next run; true if the scheduler called at once, and it is still to be done.
  private func scheduleNext() -> Bool {
    let thread = UInt(bitPattern: ractrace_thread_state())
    let call = Call(thread)
    hold(
      scheduler.schedule {
        // Within `schedule`, and on its thread: a run here would nest.
        if call.thread.load(ordering: .relaxed) == UInt(bitPattern: ractrace_thread_state()) {
          call.thread.store(Call.wasMade, ordering: .relaxed)
        } else {
          self.runPending()
        }
      })
    return call.thread.exchange(Call.isOver, ordering: .relaxed) == Call.wasMade
  }

  private func hold(_ disposable: Disposable?) {
    guard let disposable, !disposable.isDisposed else { return }
    var finished: [Disposable] = []
    let isKept = lock.withLock {
      guard block != nil else { return false }
      return scheduled.append(disposable, finished: &finished)
    }
    if !isKept { disposable.dispose() }
  }

  /// A call of `schedule`: the thread that is in it, or what became of it.
  private final class Call: Sendable {
    static let isOver: UInt = 0
    static let wasMade: UInt = 1
    let thread: Atomic<UInt>
    init(_ thread: UInt) { self.thread = Atomic(thread) }
  }
}
