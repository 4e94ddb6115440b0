// SPDX-License-Identifier: MIT

import CTF

/// What lies in a trace that was just recorded.
///
/// It is counted from the trace itself: the daemon's own numbers forget processes that have ended.
struct RecordedEvents {
  /// The events that are there.
  var recorded = 0
  /// The events that the packets' headers say were discarded.
  var discarded: UInt64 = 0
  /// The names of the events that the programs could have emitted.
  var known: [String] = []
  /// Why the trace, or a part of it, cannot be read.
  var problem: String?

  /// Counts what is in a directory; nothing, if no program wrote to it.
  init(in directory: String) {
    do {
      let set = try CTFTraceSet.open([directory])
      known = set.eventClasses.map(\.name)
      var count = 0
      let trust = set.forEachEvent(in: .stream) { _ in count += 1 }
      recorded = count
      discarded = trust.discardedEvents
      if let damage = trust.damage.first {
        problem = "\(damage.path), byte \(damage.offset): \(damage.what)"
      }
    } catch {
      if error.code != .noTrace { problem = "\(error)" }
    }
  }
}
