// SPDX-License-Identifier: MIT

import BenchmarkKit
import CTF
import Glibc

// SeekBenchmark TRACE: opens a trace, seeks to the middle of its time and reads the event there, ten times. Prints the
// number of packets and the least milliseconds that opening and seeking took.

/// Opens and seeks once.
func openAndSeek(_ path: String) throws(CTFError) -> (packets: Int, milliseconds: Double) {
  let start = now()
  let set = try CTFTraceSet.open([path])
  let (begin, end) = (set.begin ?? 0, set.end ?? 0)
  var cursor = set.events()
  let middle = begin + (end - begin) / 2
  cursor.seek(to: middle)
  let time = cursor.next { $0.timestamp }
  let spent = Double(now() - start) / 1e6
  guard let time, time >= middle else { return (0, spent) }
  return (set.streams.reduce(0) { $0 + $1.packets.count }, spent)
}

guard CommandLine.arguments.count == 2 else {
  let usage = "usage: SeekBenchmark TRACE\n"
  write(2, usage, usage.utf8.count)
  exit(2)
}
do throws(CTFError) {
  var runs: [(packets: Int, milliseconds: Double)] = []
  for _ in 0..<10 { runs.append(try openAndSeek(CommandLine.arguments[1])) }
  print(runs[0].packets, runs.map(\.milliseconds).min() ?? 0)
} catch {
  let message = "SeekBenchmark: \(error)\n"
  write(2, message, message.utf8.count)
  exit(1)
}
