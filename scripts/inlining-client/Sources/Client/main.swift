// SPDX-License-Identifier: MIT

import SignalProbes
import Signals

/// The smallest traced program: one guard, one emitter.
@_cdecl("client_guarded_next")
@inline(never)
public func guardedNext(_ ordinal: UInt64) {
  if SignalProbe.nextEnabled {
    SignalProbe.next(
      signal: "client", subscriber: "main", value: "1", subscriptionID: 1, ordinal: ordinal)
  }
}

/// The usual traced program: a value sent by a subject, specialised for its type.
@inline(never)
public func sendThroughSubject(_ subject: Subject<Int>, _ value: Int) {
  subject.sendNext(value)
}

/// Whether a session listens, as Swift sees it: printed, for check-inlining to compare.
print(SignalProbe.nextEnabled ? "enabled" : "dormant")
for ordinal in 1...10 as ClosedRange<UInt64> { guardedNext(ordinal) }

let subject = Subject<Int>()
subject.subscribe(next: { print($0) })
sendThroughSubject(subject, 1)
