// SPDX-License-Identifier: MIT

import TraceAnalysis
import TraceModel

extension JSONWriter {
  /// The first line of every answer.
  mutating func header(_ analysis: StaticString, traces: [String], begin: Int64?) {
    beginLine("header")
    member("tool", text: "ractrace")
    member("contract", Version.contract)
    member("analysis", text: analysis)
    beginArray("traces")
    for trace in traces { element(trace) }
    endArray()
    // A text, since readers that take numbers as doubles would lose its last digits.
    if let begin { member("begin", String(begin)) } else { member("begin", Int64?.none) }
    endLine()
  }

  /// The members of a trust object.
  mutating func trust(_ trust: TrustReport, begin: Int64) {
    beginObject("verdicts")
    member("counts", trust.counts.rawValue)
    member("quantiles", trust.quantiles.rawValue)
    member("open", trust.open.rawValue)
    endObject()
    member("discarded_events", trust.losses.discardedEvents)
    member("lost_max", trust.losses.lostMaximum)
    member("lost_packets", trust.losses.lostPackets)
    member("repeated_packets", trust.losses.repeatedPackets)
    beginArray("windows")
    for window in trust.losses.joinedWindows {
      beginElement()
      member("trace", window.trace)
      member("channel", window.channel)
      member("cpu", window.cpu.map { UInt64(clamping: $0) })
      member("from_ns", window.from &- begin)
      member("to_ns", window.to &- begin)
      member("lost", window.lost)
      member("cause", window.cause.rawValue)
      endObject()
    }
    endArray()
    beginArray("damage")
    for damage in trust.losses.damage {
      beginElement()
      member("file", damage.file)
      member("offset", damage.offset)
      member("what", damage.what)
      endObject()
    }
    endArray()
  }
}
