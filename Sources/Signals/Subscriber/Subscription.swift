// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// One subscription: the disposable that ends it, and its identity in traces.
///
/// It outlives whatever sends and listens, and retains neither: it is what a user keeps.
@usableFromInline
final class Subscription: CompoundDisposable, @unchecked Sendable {
  // Unchecked: `member` is protected by the lock of the gate in `gate`; all else is constant or
  // atomic.

  /// A number that is unique in this process; `subscription_id` in traces.
  let id: UInt64
  let signalID: UInt64
  let parentID: UInt64

  /// The name of the signal.
  let name: TraceName
  let label: SubscriberLabel

  /// Whether traces show no values.
  let hidesValues: Atomic<Bool>
  /// Whether events may overlap, because the source does not serialise them.
  let mayOverlap: Bool

  /// The text of a place, once it was needed; see `SubscriberLabel`.
  let placeText = Atomic<UnsafeRawPointer?>(nil)
  /// Bits of ``Progress``.
  let progress = Atomic<UInt8>(0)
  /// The number of values since a session first listened.
  let values = Atomic<UInt64>(0)
  /// How many deliveries are under way; counted while a session listens, if they may overlap.
  let deliveries = Atomic<Int>(0)

  /// The gate that lets go of the subscriber at the end, retained, or nil: that of the subject that
  /// lists it, or that of a source that may overlap.
  private let gate = Atomic<Unmanaged<TurnGate>?>(nil)
  /// The subscriber in that list.
  var member: Unmanaged<PassthroughBase>?

  /// What has happened to a subscription so far.
  enum Progress {
    /// `subscribed` was, or could have been, emitted.
    static let begun: UInt8 = 1
    /// `disposed` was, or could have been, emitted.
    static let ended: UInt8 = 2
    /// An error came.
    static let error: UInt8 = 4
    /// Completion came.
    static let completed: UInt8 = 8
    static let terminated = error | completed
    /// It is listed among ``LiveSubscriptions``.
    static let tracked: UInt8 = 16
    /// Its `alive` is being emitted.
    static let announcing: UInt8 = 32
  }

  init(signal: borrowing SignalBase, parentID: UInt64, label: SubscriberLabel) {
    id = ractrace_new_id()
    signalID = signal.id
    name = signal.name
    hidesValues = Atomic(signal.isRedacted)
    mayOverlap = !signal.deliversSerially
    self.parentID = parentID
    self.label = label
    super.init()
  }

  /// Makes the subscription of an operator to a source, for the sake of this one.
  func addChild(from source: borrowing SignalBase) -> Subscription {
    let child = Subscription(signal: source, parentID: id, label: .name(name))
    Unmanaged.passUnretained(child)._withUnsafeGuaranteedRef { insert($0) }
    return child
  }

  deinit {
    end()
    gate.load(ordering: .relaxed)?.release()
    if let text = placeText.load(ordering: .relaxed) { releaseText(text) }
  }

  /// Begins: emits `subscribed`.
  func begin() {
    OpenSubscriptions.add()
    if LiveSubscriptions.areTracked { LiveSubscriptions.add(self) }
    traceSubscribed()
    progress.bitwiseOr(Progress.begun, ordering: .acquiringAndReleasing)
    if isDisposed { end() }
  }

  /// Ends, once, if it has begun: emits `disposed`.
  private func end() {
    let now = progress.load(ordering: .acquiring)
    guard now & (Progress.begun | Progress.ended) == Progress.begun else { return }
    let before = progress.bitwiseOr(Progress.ended, ordering: .acquiringAndReleasing).oldValue
    guard before & Progress.ended == 0 else { return }
    if before & Progress.tracked != 0 { LiveSubscriptions.remove(self) }
    OpenSubscriptions.remove()
    traceDisposed()
  }

  override func performDisposal() {
    leaveList()
    end()
    super.performDisposal()
  }

  /// Claims the one terminal event that there can be; false if there was one, or a disposal.
  func claim(_ terminal: UInt8) -> Bool {
    !isDisposed
      && progress.bitwiseOr(terminal, ordering: .acquiringAndReleasing).oldValue
        & Progress.terminated == 0
  }

  /// Disposes on behalf of a terminal event; false if somebody else has.
  func settle() -> Bool {
    guard setDisposed() else { return false }
    if Trampoline.enter() {
      performDisposal()
      Trampoline.leave()
    } else {
      // The rest is postponed, but a trace shows the end before what the listener does about it.
      leaveList()
      end()
      Trampoline.postpone(.dispose(self))
    }
    return true
  }

  /// Whether a terminal event has come, though perhaps not its turn.
  @inline(__always)
  var isTerminated: Bool { progress.load(ordering: .relaxed) & Progress.terminated != 0 }

  /// Whether `disposed` was, or could have been, emitted.
  var hasEnded: Bool { progress.load(ordering: .acquiring) & Progress.ended != 0 }

  /// Notes the list that the subscriber has joined.
  ///
  /// With the lock of its gate held.
  func joined(_ list: TurnGate, as member: Unmanaged<PassthroughBase>) {
    self.member = member
    joined(list)
  }

  /// Notes the gate that lets go of the subscriber at the end.
  ///
  /// Then the caller must see whether that has come.
  func joined(_ gate: TurnGate) {
    self.gate.exchange(.passRetained(gate), ordering: .sequentiallyConsistent)?.release()
  }

  /// Makes the gate let go of the subscriber.
  func leaveList() {
    guard gate.load(ordering: .sequentiallyConsistent) != nil,
      let gate = gate.exchange(nil, ordering: .acquiringAndReleasing)
    else { return }
    gate._withUnsafeGuaranteedRef { $0.remove(self) }
    gate.release()
  }

  /// Runs a subscribe block: the subscriptions that it makes on this thread have this one as their
  /// parent.
  func runAsSubscribing(_ body: () -> Void) {
    let state = ractrace_thread_state()
    let outer = state.pointee.subscribing
    state.pointee.subscribing = id
    body()
    state.pointee.subscribing = outer
  }

  /// Runs the source's part of a subscription on ``Scheduler/subscription``.
  func runOnSubscriptionScheduler(_ body: @escaping @Sendable () -> Void) {
    guard !Scheduler.hasCurrent else { return body() }
    add(Scheduler.subscription.schedule(body))
  }
}
