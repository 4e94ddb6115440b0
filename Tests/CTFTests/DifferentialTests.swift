// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing

#if LTTng
@Suite("Random sessions", .serialized, .needsPrivateDaemon)
struct DifferentialTests {
  /// `RACTRACE_DIFFERENTIAL_ROUNDS` says how many, `RACTRACE_DIFFERENTIAL_SEED` the first seed.
  static let rounds: [Round] = {
    let count = number("RACTRACE_DIFFERENTIAL_ROUNDS") ?? 5
    let first = number("RACTRACE_DIFFERENTIAL_SEED") ?? 1
    return (0..<count).map { Round(seed: first + $0) }
  }()

  private static func number(_ variable: String) -> UInt64? {
    getenv(variable).flatMap { UInt64(String(cString: $0)) }
  }

  @Test(
    "are read as Babeltrace 2 reads them, and alike under CTF 2 metadata: events, fields, order, packets, losses",
    arguments: rounds)
  func agree(_ round: Round) throws {
    let temporary = try TemporaryFolder()
    var recorder = RoundRecorder(round, in: temporary.path)
    try withExtendedLifetime(temporary) {
      try recorder.record()
      let (left, setAside) = try setAside(recorder.trace)
      guard left > 0 else { return }
      let set = try CTFTraceSet.open([recorder.trace])
      let ours = TraceView(set)
      let theirs = try TraceView(babeltrace: recorder.trace).shifted(as: set)
      var differences = ours.differences(from: theirs)
      if let middle = ours.events.dropFirst(ours.events.count / 2).first?.time {
        let rest = ours.events.filter { $0.time >= middle }
        #expect(TraceView.events(of: set, from: middle) == rest, "\(round)")
      }
      // Babeltrace 2.0 does not read CTF 2: the second opinion is the first language's.
      let copy = temporary.path + "/ctf2"
      try CTF2Writer.writeCopy(of: recorder.trace, to: copy)
      let again = TraceView(try CTFTraceSet.open([copy]))
      differences += again.differences(from: ours).map { "CTF 2 and CTF 1.8: \($0)" }
      for difference in differences.prefix(3) { Issue.record("\(round): \(difference)") }
      #expect(set.trust.damage.isEmpty, "\(round)")
      #expect(set.traces.flatMap(\.clocks).allSatisfy { $0.shift.magnitude < 1_000 }, "\(round)")
      if round.countsAll && setAside == 0 {
        let counted = ours.events.count + Int(set.trust.discardedEvents)
        let emitted = round.emitted * round.channels.count
        #expect(round.countsEnds ? counted == emitted : counted <= emitted, "\(round): \(counted)")
        #expect(counted > 0)
      }
      if !differences.isEmpty, let place = getenv("RACTRACE_DIFFERENTIAL_KEEP") {
        let target = String(cString: place) + "/\(round.seed)"
        _ = try Program.run(["cp", "-r", temporary.path, target])
      }
    }
  }

  /// Removes the traces whose metadata LTTng left without the class of a stream that is there.
  ///
  /// LTTng 2.13 may do so where a program begins while the session is stopped, and Babeltrace 2 then
  /// refuses all that lies beside them as well. This reader goes on; that it tells of the loss is
  /// part of the test.
  ///
  /// - Returns: How many traces are left, and how many are set aside.
  private func setAside(_ folder: String) throws -> (left: Int, setAside: Int) {
    var (left, setAside) = (0, 0)
    let found = try Program.run(["find", folder, "-name", "metadata", "-printf", "%h\\n"])
    for trace in found.lines.map(String.init) {
      let whole = try Program.run(["babeltrace2", "--component=sink.utils.dummy", trace])
      guard whole.status != 0, whole.errors.contains("No stream class with ID") else {
        left += 1
        continue
      }
      let damage = (try? CTFTraceSet.open([trace]))?.trust.damage.map(\.kind)
      let told: Set<Damage.Kind> = [.unknownStream, .metadata, .trace]
      #expect(damage.map { !told.isDisjoint(with: $0) } ?? true)
      _ = try Program.run(["rm", "-r", trace])
      setAside += 1
    }
    return (left, setAside)
  }
}
#endif
