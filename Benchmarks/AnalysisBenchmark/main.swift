// SPDX-License-Identifier: MIT

import BenchmarkKit
import Glibc
import TraceAnalysis
import TraceModel

// AnalysisBenchmark TRACE THREADS: goes over a trace with the summary alone and with all analyses in one pass, in turn,
// seven times, both on so many threads. Prints the least seconds of both and the median of their ratios.

func summary(_ path: String, threads: Int) throws -> Double {
  let start = now()
  _ = Summary.of(try SignalTrace.open([path]), threads: threads).result()
  return Double(now() - start) / 1e9
}

func everything(_ path: String, threads: Int) throws -> Double {
  let start = now()
  var run = AnalysisRun(try SignalTrace.open([path]))
  let summary = run.add(Summary())
  let subscriptions = run.add(Subscriptions())
  let latency = run.add(Latency())
  let flow = run.add(Flow())
  let rules = run.add(RuleWatch())
  let profile = run.add(Profile())
  run.start(threads: threads)
  _ = (summary.analysis.result(), subscriptions.analysis.result(), latency.analysis.result())
  _ = (flow.analysis.result(), rules.analysis.result(), profile.analysis.result())
  return Double(now() - start) / 1e9
}

guard CommandLine.arguments.count == 3, let threads = Int(CommandLine.arguments[2]) else {
  let usage = "usage: AnalysisBenchmark TRACE THREADS\n"
  write(2, usage, usage.utf8.count)
  exit(2)
}
do {
  var runs: [(alone: Double, all: Double)] = []
  let path = CommandLine.arguments[1]
  for _ in 0..<7 {
    runs.append((try summary(path, threads: threads), try everything(path, threads: threads)))
  }
  let ratios = runs.map { $0.all / $0.alone }.sorted()
  print(runs.map(\.all).min() ?? 0, runs.map(\.alone).min() ?? 0, ratios[ratios.count / 2])
} catch {
  let message = "AnalysisBenchmark: \(error)\n"
  write(2, message, message.utf8.count)
  exit(1)
}
