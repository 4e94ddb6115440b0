// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

#if LTTng

@Suite("record", .needsPrivateDaemon)
struct RecordTests {
  @Test("counts what was recorded as babeltrace2 does, and leaves nothing but the trace")
  func counts() throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      "record -o run -- \"$emitter\" count 2 1000 0 0 < /dev/null; " + Recorder.leftovers)
    #expect(outcome.lines == ["2000 events", "0", "0"])
    #expect(
      outcome.errors.contains("ractrace: 2000 events recorded, 0 discarded, of 1 program;"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("the trace is in '\(recorder.folder.path)/run'"))
    #expect(try recorder.counts("run") == ["racsignal:next": 2000])
    #expect(try recorder.babeltraceCount("run") == 2000)
  }

  @Test("gives the command its own streams, words, directory and environment")
  func transparency() throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      #"""
      command='cat; pwd; printf "[%s]" "$@"; echo error >&2; echo; env | sed /^_=/d'
      run() { printf 'in put' | "$@" sh -c "$command" sh --option '' 'a b' "$(printf '\n\t')" -- x; }
      run env > plain 2> errors
      run record -o run -- > traced 2> traced-errors
      cmp plain traced && head -1 traced-errors && grep -c '' errors
      run record -o lossless --lossless -- 2> /dev/null | diff plain - | grep '^[<>]'
      """#)
    #expect(
      outcome.output == "error\n1\n> LTTNG_UST_ALLOW_BLOCKING=1\n", "\(outcome.errors)")
  }

  @Test(
    "ends as the command does, or as env does when it cannot run it",
    arguments: [
      ("true", 0), ("sh -c 'exit 3'", 3), ("sh -c 'exit 255'", 255), ("sh -c 'kill -TERM $$'", 143),
      ("sh -c 'kill -KILL $$'", 137), ("no-such-command", 127), ("./no/such/command", 127),
      ("/etc/passwd", 126), ("/", 126),
    ])
  func status(command: String, status: Int32) throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      "record -o run -- \(command); echo $?; ls -d run 2> /dev/null; " + Recorder.leftovers)
    let isKept = status != 126 && status != 127
    #expect(
      outcome.lines == ["\(status)"] + (isKept ? ["run"] : []) + ["0", "0"], "\(outcome.errors)")
  }

  /// The events of the contract that each level adds to the one before.
  static let added: [(String, Set<String>)] = [
    (
      "lifecycle",
      [
        "racsignal:subscribed", "racsignal:error", "racsignal:disposed", "racsignal:violation",
        "racsignal:dropped", "racsignal:completed", "racsignal:alive", "racprocess:exiting",
      ]
    ),
    (
      "hops",
      [
        "racscheduler:scheduled", "racscheduler:cancelled", "racscheduler:began",
        "racscheduler:ended",
      ]
    ),
    ("values", ["racsignal:next"]),
    ("deliveries", ["racsignal:delivered"]),
    ("all", ["raccompounddisposable:added", "raccompounddisposable:removed"]),
  ]

  @Test("records at each detail what the one before does, and more", arguments: added.indices)
  func detail(level: Int) throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      "record -o run --detail \(Self.added[level].0) -- \"$contract\" > /dev/null; echo $?")
    #expect(outcome.output == "0\n", "\(outcome.errors)")
    let expected = Self.added[...level].reduce(into: Set<String>()) { $0.formUnion($1.1) }
    #expect(Set(try recorder.counts("run").keys) == expected)
  }

  @Test("loses nothing when it is told so, with buffers that are far too small")
  func lossless() throws {
    let recorder = try Recorder()
    let small = "--subbuf-size 16k --num-subbuf 2"
    let outcome = try recorder.run(
      """
      record -o kept \(small) --lossless -- "$emitter" count 2 40000 0 0 < /dev/null
      record -o lost \(small) -- "$emitter" count 2 400000 0 0 < /dev/null
      """)
    #expect(outcome.lines == ["80000 events", "800000 events"])
    #expect(outcome.errors.contains("80,000 events recorded, 0 discarded"), "\(outcome.errors)")
    #expect(try recorder.counts("kept") == ["racsignal:next": 80000])
    #expect(outcome.errors.contains("hint: larger buffers lose less"), "\(outcome.errors)")
  }

  @Test("records all processes, also into buffers that they share", arguments: ["process", "user"])
  func processes(buffers: String) throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      """
      record -o run --buffers \(buffers) -- sh -c '
        for i in 1 2 3 4 5 6 7; do "$0" count$i 1 100 0 0 < /dev/null; done' "$emitter"
      """ + "\n" + Recorder.leftovers)
    #expect(outcome.lines == Array(repeating: "100 events", count: 7) + ["0", "0"])
    #expect(try recorder.counts("run") == ["racsignal:next": 700])
  }

  @Test("keeps two recordings apart that begin at once in one directory")
  func twoAtOnce() throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      """
      for i in 1 2 3; do record -- "$emitter" count$i 1 100 0 0 < /dev/null 2> errors$i & done; wait
      cat errors? >&2
      ls -d *.trace | wc -l
      for trace in *.trace; do babeltrace2 $trace | wc -l; done
      """ + "\n" + Recorder.leftovers)
    // The sessions see each other's programs, as all sessions of one user do; what counts is that
    // each recording ended, into a directory of its own.
    #expect(
      outcome.lines.prefix(4) == ["100 events", "100 events", "100 events", "3"],
      "\(outcome.errors)")
    #expect(outcome.lines.suffix(2) == ["0", "0"], "\(outcome.errors)")
    #expect(
      outcome.lines.dropFirst(4).prefix(3).allSatisfy { Int($0) ?? 0 >= 100 }, "\(outcome.errors)")
  }

  @Test(
    "hands a signal to the command, keeps the trace and destroys the session",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func signals(name: String, status: Int32) throws {
    let recorder = try Recorder()
    // A shell lets its background jobs ignore SIGINT and SIGQUIT; env gives them back.
    let outcome = try recorder.run(
      """
      export SWIFT_BACKTRACE=enable=no  # or Swift's runtime would take SIGQUIT for a crash
      env --default-signal=INT,QUIT "$ractrace" record -o run -- "$emitter" count 1 0 1000 0 &
      await '[ "$(emitted count 2> /dev/null || echo 0)" -ge 10 ]'
      kill -\(name) $!; wait $!; echo $?
      """ + "\n" + Recorder.leftovers)
    #expect(outcome.lines == ["\(status)", "0", "0"], "\(outcome.errors)")
    #expect(try recorder.counts("run")["racsignal:next"] ?? 0 >= 10)
  }

  @Test("lets a command that handles a signal end in its own way")
  func handledSignal() throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      """
      "$ractrace" record -o run -- sh -c 'trap "echo caught; exit 4" TERM; touch ready; while :; do sleep 0.02; done' &
      await '[ -e ready ]'
      kill -TERM $!; wait $!; echo $?
      """ + "\n" + Recorder.leftovers)
    #expect(outcome.lines == ["caught", "4", "0", "0"], "\(outcome.errors)")
  }
}

#else

@Suite("record, built without lttng")
struct RecordTests {
  @Test("says so and how to change it, with status 125")
  func unsupported() throws {
    let outcome = try Program.run([Program.built("ractrace"), "record", "--", "true"])
    #expect(outcome.status == 125)
    #expect(
      outcome.errors.hasPrefix("ractrace: cannot record: this was built without lttng support"))
    #expect(outcome.errors.contains("hint: "))
  }
}

#endif
