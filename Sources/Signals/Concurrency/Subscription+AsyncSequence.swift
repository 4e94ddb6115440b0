// SPDX-License-Identifier: MIT

import SignalProbes
import Synchronization

// What a traced asynchronous sequence shows of its subscription.
//
// There is no delivery around an element: it is handed over by a return, and dealt with later,
// perhaps on another thread. So no cause is set and no `delivered` emitted.
extension Subscription {
  /// Emits `next`; `deliveryEnabled` was found true.
  @usableFromInline @inline(never)
  func traceElement<Element>(_ element: Element) {
    guard !isDisposed else { return ignore("next") }
    LiveSubscriptions.announceIfAsked()
    let ordinal = values.wrappingAdd(1, ordering: .relaxed).newValue
    guard SignalProbe.nextEnabled else { return }
    if Element.self == Int.self {
      let integer = unsafeBitCast(element, to: Int.self)
      emitNext(ordinal) { body in TraceText.withCString(decimal: integer, body) }
    } else {
      emitNext(ordinal) { body in ValueText.withCString(of: element, body) }
    }
  }

  /// Ends it: emits `error` or, for nil, `completed`, unless that is due to cancellation, and
  /// `disposed`.
  ///
  /// Called by the task that iterates.
  @usableFromInline @inline(never)
  func traceEnd(_ error: (any Error)?) {
    guard !(Task.isCancelled && (error == nil || error is CancellationError)) else {
      return dispose()
    }
    guard claim(error == nil ? Progress.completed : Progress.error) else { return }
    LiveSubscriptions.announceIfAsked()
    emitTerminal(error)
    _ = settle()
  }
}
