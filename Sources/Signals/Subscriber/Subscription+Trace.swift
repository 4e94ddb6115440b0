// SPDX-License-Identifier: MIT

import CThreadState
import Glibc
import SignalProbes
import Synchronization

extension Subscription {
  /// What a delivery does at its end; decided at its begin.
  struct Delivery {
    fileprivate let isClosed: Bool
    fileprivate let hasCause: Bool
    fileprivate let isWatched: Bool
    fileprivate let outerCause: UInt64
  }

  /// Calls `body` with the texts of the signal's and the subscriber's names.
  @inline(__always)
  private func withNames(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void) {
    // Both texts live as long as their names, and those as long as the subscription.
    body(
      name.text._withUnsafeGuaranteedRef { $0.characters },
      subscriberText._withUnsafeGuaranteedRef { $0.characters })
  }

  /// The text of the label, built once.
  @inline(__always)
  private var subscriberText: Unmanaged<TraceText> {
    if let text = placeText.load(ordering: .acquiring) { return .fromOpaque(text) }
    return makeSubscriberText()
  }

  @inline(never)
  private func makeSubscriberText() -> Unmanaged<TraceText> {
    switch label {
    case .name(let name): name.text
    case .place(let place):
      publish(TraceText(place.description, cut: .middle), in: placeText)
    }
  }

  func releaseText(_ text: UnsafeRawPointer) {
    Unmanaged<TraceText>.fromOpaque(text).release()
  }

  @inline(__always)
  func traceSubscribed() {
    if SignalProbe.subscribedEnabled { emitSubscribed() }
  }

  @inline(never)
  private func emitSubscribed() {
    let cause = SignalProbe.causesEnabled ? ractrace_thread_state().pointee.cause : 0
    withNames { signal, subscriber in
      SignalProbe.subscribed(
        signal: signal, subscriber: subscriber, subscriptionID: id, signalID: signalID,
        parentID: parentID, causeID: cause)
    }
  }

  @inline(__always)
  func traceDisposed() {
    if SignalProbe.disposedEnabled { emitDisposed() }
  }

  @inline(never)
  private func emitDisposed() {
    LiveSubscriptions.announceIfAsked()
    withNames { signal, subscriber in
      SignalProbe.disposed(
        signal: signal, subscriber: subscriber, subscriptionID: id,
        values: values.load(ordering: .relaxed))
    }
  }

  /// Emits `alive`, unless the subscription has ended.
  ///
  /// An end that comes meanwhile waits for it (``waitUntilAnnounced()``), because a reader would
  /// take what is alive after `disposed` for open. One thread at a time.
  @inline(never)
  func traceAlive(causeID: UInt64, age: UInt64) {
    let before = progress.bitwiseOr(Progress.announcing, ordering: .acquiringAndReleasing).oldValue
    if before & Progress.ended == 0 && SignalProbe.aliveEnabled {
      withNames { signal, subscriber in
        SignalProbe.alive(
          signal: signal, subscriber: subscriber, subscriptionID: id, signalID: signalID,
          parentID: parentID, causeID: causeID, values: values.load(ordering: .relaxed),
          ageNanoseconds: age)
      }
    }
    progress.bitwiseAnd(~Progress.announcing, ordering: .releasing)
  }

  /// Waits for an `alive` of this subscription that is being emitted: an event's time.
  func waitUntilAnnounced() {
    while progress.load(ordering: .acquiring) & Progress.announcing != 0 { sched_yield() }
  }

  /// Emits `next` and begins a delivery; `deliveryEnabled` was found true.
  func beginNext<Value>(_ value: Value) -> Delivery {
    beginNext { body in ValueText.withCString(of: value, body) }
  }

  /// The same for an integer, apart because it is the fast path.
  func beginNext(integer value: Int) -> Delivery {
    beginNext { body in TraceText.withCString(decimal: value, body) }
  }

  @inline(__always)
  private func beginNext(_ withText: ((UnsafePointer<CChar>) -> Void) -> Void) -> Delivery {
    LiveSubscriptions.announceIfAsked()
    let ordinal = values.wrappingAdd(1, ordering: .relaxed).newValue
    let isClosed = SignalProbe.deliveredEnabled
    if SignalProbe.nextEnabled { emitNext(ordinal, withText) }
    return beginDelivery(isClosed: isClosed)
  }

  /// Emits `next`, which was found enabled.
  @inline(__always)
  func emitNext(_ ordinal: UInt64, _ withText: ((UnsafePointer<CChar>) -> Void) -> Void) {
    withNames { signal, subscriber in
      func emit(_ value: UnsafePointer<CChar>) {
        SignalProbe.next(
          signal: signal, subscriber: subscriber, value: value, subscriptionID: id,
          ordinal: ordinal)
      }
      if hidesValues.load(ordering: .relaxed) {
        emit(ValueText.redacted.characters)
      } else {
        withText(emit)
      }
    }
  }

  /// Emits `error` or `completed` and begins a delivery.
  @inline(never)
  func beginTerminal(_ error: (any Error)?) -> Delivery {
    LiveSubscriptions.announceIfAsked()
    let isClosed = SignalProbe.deliveredEnabled
    emitTerminal(error)
    return beginDelivery(isClosed: isClosed)
  }

  /// Emits `error` or, for nil, `completed`, if that is enabled.
  func emitTerminal(_ error: (any Error)?) {
    let values = values.load(ordering: .relaxed)
    if let error {
      if SignalProbe.errorEnabled {
        withNames { signal, subscriber in
          ValueText.withCString(of: error) { text in
            SignalProbe.error(
              signal: signal, subscriber: subscriber, error: text, subscriptionID: id,
              values: values)
          }
        }
      }
    } else if SignalProbe.completedEnabled {
      withNames { signal, subscriber in
        SignalProbe.completed(
          signal: signal, subscriber: subscriber, subscriptionID: id, values: values)
      }
    }
  }

  @inline(__always)
  private func beginDelivery(isClosed: Bool) -> Delivery {
    let state = ractrace_thread_state()
    let delivery = Delivery(
      isClosed: isClosed, hasCause: SignalProbe.causesEnabled, isWatched: mayOverlap,
      outerCause: state.pointee.cause)
    if delivery.hasCause { state.pointee.cause = id }
    if mayOverlap && deliveries.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
      report("overlapping sends", "an event was sent while another one was being delivered")
    }
    return delivery
  }

  /// Ends a delivery: emits `delivered`, if that was enabled when it began.
  @inline(__always)
  func end(_ delivery: Delivery) {
    if delivery.isWatched { deliveries.wrappingSubtract(1, ordering: .relaxed) }
    if delivery.hasCause { ractrace_thread_state().pointee.cause = delivery.outerCause }
    if delivery.isClosed { SignalProbe.delivered(subscriptionID: id) }
  }

  /// Emits `dropped` for one value.
  @inline(__always)
  func traceDropped(_ reason: @autoclosure () -> String) {
    if SignalProbe.droppedEnabled { emitDropped(reason()) }
  }

  @inline(never)
  private func emitDropped(_ reason: String) {
    withNames { signal, subscriber in
      TraceText.withCString(reason) { reason, _ in
        SignalProbe.dropped(
          signal: signal, subscriber: subscriber, reason: reason, subscriptionID: id, count: 1)
      }
    }
  }

  /// An event after the end: a violation if a terminal one came before, else nothing at all.
  @usableFromInline @inline(never)
  func ignore(_ event: StaticString) {
    guard SignalProbe.violationEnabled else { return }
    let progress = progress.load(ordering: .relaxed)
    guard progress & Progress.terminated != 0 else { return }
    let terminal = progress & Progress.error != 0 ? "an error" : "completion"
    report("event after a terminal", "\(event) after \(terminal)")
  }

  @inline(never)
  private func report(_ rule: String, _ detail: String) {
    guard SignalProbe.violationEnabled else { return }
    withNames { signal, subscriber in
      TraceText.withCString(rule) { rule, _ in
        TraceText.withCString(detail) { detail, _ in
          SignalProbe.violation(
            signal: signal, subscriber: subscriber, rule: rule, detail: detail, subscriptionID: id)
        }
      }
    }
  }
}
