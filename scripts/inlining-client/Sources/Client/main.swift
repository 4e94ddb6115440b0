// SPDX-License-Identifier: MIT

import SignalProbes

/// The smallest traced program: one guard, one emitter.
@_cdecl("client_guarded_next")
@inline(never)
public func guardedNext(_ ordinal: UInt64) {
  if SignalProbe.nextEnabled {
    SignalProbe.next(
      signal: "client", subscriber: "main", value: "1", subscriptionID: 1, ordinal: ordinal)
  }
}

/// Whether a session listens, as Swift sees it: printed, for check-inlining to compare.
print(SignalProbe.nextEnabled ? "enabled" : "dormant")
for ordinal in 1...10 as ClosedRange<UInt64> { guardedNext(ordinal) }
