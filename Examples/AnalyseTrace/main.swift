// SPDX-License-Identifier: MIT

// AnalyseTrace TRACE…: how to ask traces with the library TraceAnalysis. Each function is a sample of
// analysis/README.md, to the letter.

import Glibc
import TraceAnalysis
import TraceModel

func ask(_ paths: [String]) throws {
  let trace = try SignalTrace.open(paths)
  let summary = AnalysisRun.run(Summary(), over: trace).result()
  for row in summary.signals {
    print(row.signal, row.next, row.interval(0.99).high ?? 0, row.trust.next)
  }
}

func askAtOnce(_ paths: [String]) throws {
  var run = AnalysisRun(try SignalTrace.open(paths))
  let summary = run.add(Summary())
  let subscriptions = run.add(Subscriptions())
  let errors = run.add(Errors())
  run.start()
  print(summary.analysis.result().signals.count, "signals")
  for place in subscriptions.analysis.result().places where place.isLeak {
    print("leak:", place.signal ?? "?", "at", place.subscriber ?? "?")
  }
  print("errors:", errors.analysis.result())
}

struct Errors: Analysis {
  var counts: [String: Int] = [:]
  private var trace: SignalTrace?

  var requirements: AnalysisRequirements { AnalysisRequirements(kinds: [.error]) }
  mutating func begin(_ trace: SignalTrace) { self.trace = trace }
  mutating func observe(_ event: borrowing ModelEvent) {
    guard event.kind == .error, let trace, let signal = event.signal else { return }
    counts[trace.signals.text(signal), default: 0] += 1
  }
  mutating func merge(later: Errors) { counts.merge(later.counts, uniquingKeysWith: +) }
  func result() -> [String: Int] { counts }
  var partial: [String: Int] { counts }
}

func believe(_ trace: SignalTrace) {
  let analysis = Errors()
  let missing = analysis.requirements.missing(in: trace)
  if !missing.isEmpty { print("not recorded:", missing.kinds.joined(separator: ", ")) }
  _ = AnalysisRun.run(analysis, over: trace)
  let needs = FigureNeeds(kinds: [.error], from: trace.spanBegin, to: trace.spanEnd)
  let exactness = Exactness(of: .growing, needs, in: trace.losses)
  print(exactness.verdict, exactness.lostMaximum.map { "at most \($0) more" } ?? "")
}

func askInParts(_ chunks: [[String]]) throws {
  let parts = try chunks.map { try TracePart(of: SignalTrace.open($0), traces: $0) }
  let whole = try Fold.merged(parts)
  print(whole.summary.result().eventCount, "events in", parts.count, "parts")
}

do {
  let paths = Array(CommandLine.arguments.dropFirst())
  try ask(paths)
  try askAtOnce(paths)
  believe(try SignalTrace.open(paths))
  try askInParts([paths])
} catch {
  let message = "\(error)\n"
  _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
}
