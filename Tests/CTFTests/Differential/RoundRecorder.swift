// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Records the session of a round.
struct RoundRecorder {
  private let round: Round
  private let folder: String
  private let session: String
  private var numbers: SeededNumbers

  /// A recorder that puts the trace and all else into a folder.
  init(_ round: Round, in folder: String) {
    self.round = round
    self.folder = folder
    // The folder's name is unique, and a session's must be.
    let suffix = folder.split(separator: "/").last?.filter { $0.isLetter || $0.isNumber } ?? ""
    session = "differential-\(getpid())-\(suffix)"
    numbers = SeededNumbers(seed: round.seed ^ 0x5EED)
  }

  /// Where the trace is.
  var trace: String { folder + "/trace" }

  /// Builds the program, runs it under a session, and ends the session.
  mutating func record() throws {
    let (program, patterns) = try program()
    var script = [
      "exec 2>&1; set -e; pids=",
      "lttng create \(session) --output='\(trace)' \(round.shape == .snapshots ? "--snapshot" : "")",
      "trap 'timeout 60 lttng destroy \(session)' EXIT",
    ]
    for (index, contexts) in round.channels.enumerated() {
      script += channel("c\(index)", contexts, patterns)
    }
    script.append("lttng start \(session)")
    for (index, run) in round.runs.enumerated() {
      script.append(
        """
        '\(program)' \(round.seed + UInt64(index)) \(run.events) \(run.threads) \(run.bursts) \
        \(run.pause) & pids="$pids $!"
        """)
    }
    script += round.pauses.flatMap { ["sleep \(Double($0) / 1_000)"] + step() }
    script += ["wait $pids"] + (round.shape == .snapshots ? step() : [])
    // Where all is counted, the buffers have to be empty when the session is stopped.
    if round.countsAll && round.countsEnds { script.append("sleep 0.3") }
    script.append("timeout 60 lttng stop \(session)")
    try Self.run(script.joined(separator: "\n"))
  }

  private func channel(_ name: String, _ contexts: [String], _ patterns: [String]) -> [String] {
    let size = "--subbuf-size=\(round.subbuffers.size)k --num-subbuf=\(round.subbuffers.count)"
    var options = "--buffers-\(round.buffers) \(size)"
    options += round.overwrites ? " --overwrite" : " --discard"
    if let files = round.tracefiles {
      options += " --tracefile-size=\(files.size)k --tracefile-count=\(files.count)"
    }
    if round.switchTimer > 0 { options += " --switch-timer=\(round.switchTimer)" }
    var lines = ["lttng enable-channel -u -s \(session) \(options) \(name)"]
    lines += patterns.map { "lttng enable-event -u -s \(session) -c \(name) '\($0)'" }
    if !contexts.isEmpty {
      let types = contexts.map { "-t \($0)" }.joined(separator: " ")
      lines.append("lttng add-context -u -s \(session) -c \(name) \(types)")
    }
    return lines
  }

  /// What is done to the session while the programs run.
  private func step() -> [String] {
    switch round.shape {
    case .plain: []
    case .rotated: ["timeout 60 lttng rotate \(session)"]
    // With buffers per process LTTng 2.13 finds a channel no more whose program ends meanwhile.
    case .snapshots:
      [
        "record() { timeout 60 lttng snapshot record -s \(session); }",
        "record || { [ $? -ne 124 ] && sleep 0.2 && record; }",
      ]
    case .interrupted:
      ["timeout 60 lttng stop \(session)", "sleep 0.02", "lttng start \(session)"]
    // LTTng 2.13's consumer at times fails to clear buffers that are written to: what is recorded
    // then is the same to both readers. Status 124 is the limit's.
    case .cleared: ["timeout 60 lttng clear \(session) || [ $? -ne 124 ]"]
    }
  }

  /// The program to run, and the patterns of the events to record.
  private mutating func program() throws -> (path: String, patterns: [String]) {
    let fixed = ["integers", "numbers", "texts", "lists", "nothing"]
    if round.hasFixedProvider {
      return (Program.built("EveryField"), patterns("everyfield", fixed))
    }
    let provider = RandomProvider(seed: round.seed)
    try Files.write(provider.header, to: folder + "/provider.h")
    try Files.write(provider.program, to: folder + "/program.c")
    let support = Program.packageRoot + "/Tests/EveryField"
    try Self.run(
      """
      cc -std=gnu17 -I'\(folder)' -I'\(support)' '\(folder)/program.c' -o '\(folder)/program' \
        -llttng-ust -ldl -lpthread
      """)
    return (folder + "/program", patterns(provider.name, provider.events))
  }

  private mutating func patterns(_ provider: String, _ events: [String]) -> [String] {
    guard round.leavesOut > 0 else { return ["\(provider):*"] }
    let kept = events.filter { _ in !numbers.once(in: round.leavesOut) }
    return (kept.isEmpty ? events : kept).map { "\(provider):\($0)" }
  }

  private static func run(_ script: String) throws {
    let outcome = try Program.run(["bash", "-c", script])
    guard outcome.status == 0 else { throw SupportError(outcome.output + outcome.errors) }
  }
}
