// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

#if LTTng

@Suite("record, when it cannot", .needsPrivateDaemon)
struct RecordFailureTests {
  /// A script that fails with status 125, what it says, and what hint it gives.
  struct Case: CustomStringConvertible {
    var description: String
    var script: String
    var message: String
    var hint: String
  }

  static let cases: [Case] = [
    Case(
      description: "a directory with a trace",
      script: "mkdir -p a/b; touch a/b/metadata; record -o a -- true",
      message: "it holds a trace already", hint: "--output DIR"),
    Case(
      description: "a file as directory", script: "touch a; record -o a -- true",
      message: "it is not a directory", hint: "--output DIR"),
    Case(
      description: "a directory that cannot be made", script: "record -o /proc/x/y -- true",
      message: "cannot make the directory '/proc/x'", hint: "--output DIR"),
    Case(
      description: "a session of that name",
      script: "lttng create mine > /dev/null; record --session mine -o a -- true",
      message: "there is one of that name", hint: "lttng destroy"),
    Case(
      description: "no daemon",
      script: "kill -KILL $daemon; await '! [ -e /proc/$daemon ]'; record -o a -- true",
      message: "no lttng session daemon is running", hint: "lttng-sessiond --daemonize"),
    Case(
      description: "a frozen daemon", script: "kill -STOP $daemon; record -o a -- true",
      message: "the lttng session daemon does not answer", hint: "kill -CONT"),
    Case(
      description: "too little shared memory",
      script: "record -o a --subbuf-size 64G -- true", message: "of shared memory",
      hint: "--subbuf-size 262144"),
  ]

  @Test("says what is wrong and what to do, with status 125 and nothing left", arguments: cases)
  func failures(failure: Case) throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      failure.script
        + "\necho $?; kill -CONT $daemon 2> /dev/null; ls -d /dev/shm/ractrace* | wc -l")
    #expect(outcome.lines == ["125", "0"], "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("ractrace: ") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(failure.message) == true, "\(outcome.errors)")
    let hint = outcome.errors.split(separator: "\n").first { $0.hasPrefix("hint: ") }
    #expect(hint?.contains(failure.hint) == true, "\(outcome.errors)")
  }

  @Test(
    "refuses wrong usage with status 2",
    arguments: [
      "record", "record --", "record --detail much -- true", "record --subbuf-size 3M -- true",
      "record --subbuf-size x -- true", "record --num-subbuf 5 -- true",
      "record --session a/b -- true",
      "record --buffers all -- true", "record --no-such -- true",
    ])
  func usage(line: String) throws {
    let outcome = try Recorder().run(line + "; echo $?; ls")
    #expect(outcome.lines == ["2"], "\(outcome.errors)")
    #expect(!outcome.errors.isEmpty)
  }

  @Test("takes the command's options for its own, with or without a double dash")
  func commandOptions() throws {
    let outcome = try Recorder().run(
      "record -o a echo --detail -x; record -o b -- echo -- --help")
    #expect(outcome.output == "--detail -x\n-- --help\n", "\(outcome.errors)")
  }

  @Test("hands the command its words byte for byte")
  func bytes() throws {
    let outcome = try Recorder().run(
      "record -o a -- printf '%s' \"$(printf 'a\\377b')\" | od -An -tx1")
    #expect(outcome.lines == [" 61 ff 62"], "\(outcome.errors)")
  }

  @Test(
    "says how many programs had no room for buffers",
    .enabled(if: geteuid() == 0, "mounts a file system"))
  func littleSharedMemory() throws {
    let outcome = try Recorder().run(
      """
      last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/possible)
      mount -t tmpfs -o size=$(((last + 1) * 5 * 256 * 3 / 2))k none /dev/shm
      record -o a --subbuf-size 256k -- sh -c '"$0" one 1 9 50000 0 & "$0" two 1 9 50000 0 & wait' \
        "$emitter" < /dev/null
      umount /dev/shm
      """)
    #expect(outcome.errors.contains("1 of 2 programs could not be recorded"), "\(outcome.errors)")
    #expect(outcome.errors.contains("hint: if /dev/shm was full"), "\(outcome.errors)")
  }

  @Test(
    "says why there are no events",
    arguments: [
      ("true", "no program registered with this session: 'true' has no tracepoints in it"),
      (
        "\"$emitter\" count 1 9 0 0 < /dev/null > /dev/null",
        "passed none of them at --detail lifecycle"
      ),
    ])
  func noEvents(command: String, hint: String) throws {
    let outcome = try Recorder().run("record -o a --detail lifecycle -- \(command)")
    #expect(outcome.errors.contains("0 events recorded, 0 discarded"))
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
  }

  /// What the emitter must do, whatever happens to the recording.
  static let emission = "\"$emitter\" count 2 300 1000 0 < input"
  static let awaitEmission = """
    await '[ "$(emitted count 2> /dev/null || echo 0)" -ge 20 ]'
    """

  /// Disturbs a recording in the middle; the command must not notice.
  ///
  /// - Returns: What the script printed after the command's own output was found to be as ever,
  ///   and what was said.
  private func disturb(
    _ disturbance: String, options: String = "", after: String = "", output: String = "run"
  ) throws -> (lines: [Substring], errors: String) {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      """
      printf 'in put\\n' > input
      \(Self.emission) > plain; echo $?
      mkdir full; \(disturbance == "full" ? "mount -t tmpfs -o size=1200k none full" : "")
      rm count; "$ractrace" record -o \(output) \(options) -- sh -c '"$0" count 2 300 1000 0; echo $?' "$emitter" \
        < input > traced & recording=$!
      \(Self.awaitEmission)
      \(disturbance == "full" ? "head -c 4M /dev/zero > full/x 2> /dev/null" : disturbance)
      wait $recording; echo $?
      echo 3 >> plain; cmp plain traced && echo same
      \(after)
      """)
    return (outcome.lines, outcome.errors)
  }

  @Test("leaves the command alone when the daemon is killed in the middle")
  func killedDaemon() throws {
    let (lines, errors) = try disturb(
      "kill -KILL $daemon",
      after: "\"$ractrace\" summary run | grep -c '^racsignal:next' || ls -lR run")
    #expect(lines == ["3", "125", "same", "1"], "\(errors)")
    #expect(errors.contains("what was recorded until then is in"), "\(errors)")
  }

  @Test("leaves the command alone when the daemon and its consumer are killed")
  func killedConsumer() throws {
    let (lines, errors) = try disturb("kill -KILL $daemon $(cat /proc/$daemon/task/*/children)")
    #expect(lines == ["3", "125", "same"], "\(errors)")
  }

  @Test("leaves the command alone when the daemon is frozen in the middle")
  func frozenDaemon() throws {
    let (lines, errors) = try disturb("kill -STOP $daemon", after: "kill -CONT $daemon")
    #expect(lines == ["3", "125", "same"], "\(errors)")
    #expect(errors.contains("does not answer"), "\(errors)")
    #expect(errors.contains("'lttng destroy --no-wait ractrace-"), "\(errors)")
  }

  @Test("leaves the command alone when the daemon and its consumer are frozen")
  func frozenConsumer() throws {
    let (lines, errors) = try disturb(
      "frozen=\"$daemon $(cat /proc/$daemon/task/*/children)\"; kill -STOP $frozen",
      after: "kill -CONT $frozen")
    #expect(lines == ["3", "125", "same"], "\(errors)")
  }

  @Test(
    "leaves the command alone when the disk is full", .enabled(if: geteuid() == 0, "mounts a disk"))
  func fullDisk() throws {
    let (lines, errors) = try disturb("full", after: "umount full", output: "full/run")
    #expect(lines == ["3", "125", "same"], "\(errors)")
    #expect(errors.contains("is full"), "\(errors)")
    #expect(errors.contains("hint: free some space"), "\(errors)")
  }
}

#endif
