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

  /// The header, and the trust as far as the packets' headers tell.
  mutating func begin(_ analysis: StaticString, traces: [String], _ trace: SignalTrace) {
    begin(analysis, traces: traces, TrustReport(before: trace.selectedLosses), at: trace.begin)
  }

  /// The header and what is known of the trust.
  mutating func begin(
    _ analysis: StaticString, traces: [String], _ trust: TrustReport, at begin: Int64?
  ) {
    header(analysis, traces: traces, begin: begin)
    beginLine("trust")
    self.trust(trust, begin: begin ?? 0)
    endLine()
  }

  /// What the trace lacks for the answer, as a line of its own; none if it lacks nothing.
  mutating func missing(_ missing: MissingParts) {
    guard !missing.isEmpty else { return }
    beginLine("missing")
    beginArray("events")
    for kind in missing.kinds { element(kind) }
    endArray()
    beginArray("contexts")
    for context in missing.contexts { element(context.rawValue) }
    endArray()
    member("remedy", MissingText(missing: missing).remedy)
    endLine()
  }

  /// The members of a trust object.
  mutating func trust(_ trust: TrustReport, begin: Int64) {
    let losses = trust.losses
    beginObject("verdicts")
    member("counts", trust.counts.rawValue)
    member("quantiles", trust.quantiles.rawValue)
    member("open", trust.open.rawValue)
    endObject()
    member("discarded_events", losses.discardedEvents)
    member("lost_max", losses.lostMaximum)
    member("lost_packets", losses.lostPackets)
    member("repeated_packets", losses.repeatedPackets)
    beginArray("windows")
    for window in losses.joinedWindows { self.window(window, begin: begin) }
    endArray()
    beginArray("damage")
    for damage in losses.damage {
      beginElement()
      member("file", damage.file)
      member("offset", damage.offset)
      member("what", damage.what)
      member("kind", damage.kind)
      endObject()
    }
    endArray()
    uncovered(losses, begin: begin)
    beginArray("clock_steps")
    for step in losses.clockSteps {
      beginElement()
      member("trace", step.trace)
      member("step_ns", step.nanoseconds)
      endObject()
    }
    endArray()
  }

  private mutating func window(_ window: LossWindow, begin: Int64) {
    beginElement()
    member("trace", window.trace)
    member("channel", window.channel)
    member("cpu", window.cpu.map { UInt64(clamping: $0) })
    member("from_ns", window.from &- begin)
    member("to_ns", window.to &- begin)
    member("lost", window.lost)
    member("cause", window.cause.rawValue)
    if let packets = window.packets { member("packets", packets) }
    if window.mayBeOversize { member("may_be_oversize", true) }
    if window.isBetweenTraces { member("between_traces", true) }
    endObject()
  }

  /// When no packet was open though none is missing.
  private mutating func uncovered(_ losses: TraceLosses, begin: Int64) {
    beginArray("uncovered")
    for span in losses.uncovered {
      beginElement()
      member("trace", span.trace)
      member("channel", span.channel)
      member("cpu", span.cpu.map { UInt64(clamping: $0) })
      member("from_ns", span.from &- begin)
      member("to_ns", span.to &- begin)
      endObject()
    }
    endArray()
    member("uncovered_unlisted", losses.unlistedUncovered)
    member("uncovered_total_ns", losses.uncoveredTotal)
  }
}
