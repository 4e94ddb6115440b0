// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

/// A small trace that is analysed whole, and cut at every event.
struct CutTrace {
  /// Each writes the events of a time.
  let writes: [(time: UInt64, write: (inout SyntheticPacket) -> Void)]
  let end: UInt64

  private func trace(_ range: Range<Int>, begin: UInt64, end: UInt64) -> SyntheticTrace {
    var trace = SyntheticTrace()
    trace.packet(begin: begin, end: end) { packet in
      for (_, write) in writes[range] { write(&packet) }
    }
    return trace
  }

  private func analysed<A: Analysis>(_ analysis: A, _ trace: SyntheticTrace) throws -> A {
    let folder = try trace.write()
    return AnalysisRun.run(analysis, over: try SignalTrace.open([folder.path]))
  }

  /// Checks that the answer is the same for the whole and for two parts, each put through its written
  /// form.
  ///
  /// - Parameters:
  ///   - analysis: The analysis in its first state.
  ///   - restore: Makes an analysis of what was written.
  ///   - lines: The whole answer in a form to compare.
  /// - Throws: What writing, reading and coding throw.
  func check<A: Analysis>(
    _ analysis: A, restore: (A.Partial) -> A, lines: (A.Result) -> [String]
  ) throws {
    let whole = lines(try analysed(analysis, trace(0..<writes.count, begin: 0, end: end)).result())
    for cut in 0...writes.count {
      let time = cut == writes.count ? end : cut == 0 ? 0 : writes[cut].time
      let parts = [
        try analysed(analysis, trace(0..<cut, begin: 0, end: time)),
        try analysed(analysis, trace(cut..<writes.count, begin: time, end: end)),
      ]
      let restored = try parts.map { part in
        let written = try JSONEncoder().encode(part.partial)
        return restore(try JSONDecoder().decode(A.Partial.self, from: written))
      }
      var merged = restored[0]
      merged.merge(later: restored[1])
      #expect(lines(merged.result()) == whole, "cut before event \(cut)")
    }
  }
}

extension SyntheticPacket {
  /// Writes a `racsignal:subscribed` with its parent and its cause.
  mutating func begin(
    _ signal: String, _ place: String, id: UInt64, parent: UInt64 = 0, cause: UInt64 = 0,
    at time: UInt64, process: UInt64 = 100
  ) {
    event(
      "racsignal:subscribed", at: time, process: process,
      [.text(signal), .text(place), .number(id), 1, .number(parent), .number(cause)])
  }

  /// Writes a `racsignal:disposed`.
  mutating func disposed(
    _ signal: String, _ place: String, id: UInt64, values: UInt64 = 0, at time: UInt64,
    process: UInt64 = 100
  ) {
    event(
      "racsignal:disposed", at: time, process: process,
      [.text(signal), .text(place), .number(id), .number(values)])
  }
}
