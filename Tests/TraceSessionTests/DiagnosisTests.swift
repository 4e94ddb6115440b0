// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TraceSession

@Suite("Diagnosis")
struct DiagnosisTests {
  @Test("finds nothing to say where all is as it should be")
  func whole() throws {
    let test = try TestMachine()
    #expect(test.findings() == [])
    #expect(
      test.good() == [
        "build: this build can record",
        "tools: lttng-sessiond is '/usr/bin/lttng-sessiond'",
        "tools: lttng is '/usr/bin/lttng'",
        "tools: babeltrace2 is '/usr/bin/babeltrace2'",
        "libraries: liblttng-ust.so.1 is '/usr/lib/liblttng-ust.so.1'",
        "libraries: liblttng-ctl.so.0 is '/usr/lib/liblttng-ctl.so.0'",
        "libraries: liblttng-ust-fork.so.1 is '/usr/lib/liblttng-ust-fork.so.1'",
        "daemon: root's session daemon does not run, and is not needed",
        "daemon: the session daemon in '/home/ann/.lttng' takes connections, and it is the one "
          + "that ractrace uses",
        "daemon: programs started from here find the daemon by '/home/ann/.lttng/lttng-ust-sock-9'",
        "permission: this user is in the group tracing",
        "memory: '/dev/shm' has 1024 MiB left of 1024 MiB, and the buffers of one program take 20 MiB",
        "container: this is no container",
      ])
  }

  /// A change of the machine, and what is found then.
  typealias Case = (change: @Sendable (TestMachine) throws -> Void, findings: [String])

  static let machines: [Case] = [
    (
      { $0.machine.hasLTTng = false },
      ["problem build: this build has no lttng support: it reads traces and cannot record"]
    ),
    (
      { test in
        for tool in ["lttng", "lttng-sessiond", "babeltrace2"] { test.remove("/usr/bin/" + tool) }
      },
      [
        "problem tools: lttng-sessiond, which records, is not in PATH",
        "note tools: the command lttng is not in PATH; `ractrace record' does without it",
        "note tools: babeltrace2 is not there; ractrace reads traces without it",
      ]
    ),
    (
      { $0.remove("/usr/lib/liblttng-ust.so.1") },
      [
        "problem libraries: liblttng-ust.so.1 is not there: programs with the probes do not start"
      ]
    ),
    (
      {
        $0.remove("/usr/lib/liblttng-ust.so.1")
        try $0.link("liblttng-ust.so.0.0.0", "/opt/lib/liblttng-ust.so.0")
        try $0.write([], "/opt/lib/liblttng-ust.so.0.0.0")
        try $0.write(Array("# ours\n/opt/lib \n".utf8), "/etc/ld.so.conf.d/ours.conf")
      },
      [
        "problem libraries: only '/opt/lib/liblttng-ust.so.0.0.0' is there, of LTTng before 2.13: "
          + "programs with the probes need liblttng-ust.so.1"
      ]
    ),
    (
      { $0.remove("/home/ann/.lttng/client-lttng-sessiond") },
      [
        "problem daemon: the session daemon in '/home/ann/.lttng' does not run, and it is the one "
          + "that ractrace would use"
      ]
    ),
    (
      { try $0.listen("/home/ann/.lttng/client-lttng-sessiond", isStale: true) },
      [
        "problem daemon: the session daemon in '/home/ann/.lttng' is gone and has left its socket "
          + "behind, where ractrace looks"
      ]
    ),
    (
      { $0.machine.ask = { .silent } },
      ["problem daemon: the session daemon takes connections and does not answer"]
    ),
    (
      { $0.machine.ask = { .refuses("no") } },
      ["problem daemon: the session daemon refuses to list its sessions: no"]
    ),
    (
      {
        try $0.write(Array("lttng-sessiond\n".utf8), "/proc/77/comm")
        try $0.write(Array("Name:\tx\nState:\tT (stopped)\nUid:\t0\t0\n".utf8), "/proc/77/status")
      }, ["note daemon: lttng-sessiond 77 of user 0 is stopped"]
    ),
    (
      { $0.remove("/home/ann/.lttng/lttng-ust-sock-9") },
      ["problem daemon: the daemon in '/home/ann/.lttng' has no socket for programs there"]
    ),
    // Root's daemon comes before one's own for the tracing group, and only for it.
    (
      { try $0.listen("/run/lttng/client-lttng-sessiond") },
      ["problem daemon: the daemon in '/run/lttng' has no socket for programs there"]
    ),
    (
      {
        try $0.listen("/run/lttng/client-lttng-sessiond")
        $0.machine.groups = [1_000]
      },
      [
        "note permission: this user is not in the group tracing, and so may not use root's session "
          + "daemon"
      ]
    ),
    (
      { $0.machine.environment["LTTNG_UST_APP_PATH"] = "/srv/x" },
      [
        "problem daemon: programs started from here look for a session daemon in '/srv/x', and "
          + "ractrace uses the one in '/home/ann/.lttng'",
        "note environment: the environment has LTTNG_UST_APP_PATH=/srv/x: programs look for a "
          + "session daemon in this folder only",
      ]
    ),
    (
      { $0.machine.environment["HOME"] = nil },
      [
        "problem daemon: without a home ractrace knows no session daemon",
        "problem environment: the environment has neither HOME nor LTTNG_HOME: such a program is "
          + "traced by root's daemon only",
      ]
    ),
    (
      { $0.machine.environment["LTTNG_UST_REGISTER_TIMEOUT"] = "0" },
      [
        "note environment: the environment has LTTNG_UST_REGISTER_TIMEOUT=0: programs do not wait "
          + "to be registered, and their first events may be lost"
      ]
    ),
    (
      { $0.machine.environment["LTTNG_UST_REGISTER_TIMEOUT"] = "-1" },
      [
        "note environment: the environment has LTTNG_UST_REGISTER_TIMEOUT=-1: programs wait at "
          + "their start for ever while a session daemon does not answer"
      ]
    ),
    (
      { $0.machine.environment["LTTNG_UST_REGISTER_TIMEOUT"] = "soon" },
      [
        "note environment: the environment has LTTNG_UST_REGISTER_TIMEOUT=soon: this is no number "
          + "of milliseconds, and counts as not set"
      ]
    ),
    (
      { $0.machine.sharedMemory = (total: 64 << 20, free: 19 << 20) },
      [
        "problem memory: '/dev/shm' has 19 MiB left of 64 MiB, and the buffers of one program take 20 MiB"
      ]
    ),
    (
      { $0.machine.sharedMemory = (total: 64 << 20, free: 39 << 20) },
      [
        "note memory: '/dev/shm' has 39 MiB left of 64 MiB, and the buffers of one program take 20 MiB: "
          + "enough for one"
      ]
    ),
    (
      { $0.machine.sharedMemory = nil },
      ["problem memory: there is no '/dev/shm' for the buffers"]
    ),
    (
      {
        try $0.write([], "/.dockerenv")
        try $0.write(Array("1:name=systemd:/docker/0815\n".utf8), "/proc/1/cgroup")
        try $0.link("pid:[4026532000]", "/proc/self/ns/pid")
      },
      [
        "note container: this is a container (/.dockerenv, cgroup docker, a pid namespace of its "
          + "own)"
      ]
    ),
  ]

  @Test("tells each thing that is not as it should be", arguments: machines.indices)
  func machine(index: Int) throws {
    let test = try TestMachine()
    try Self.machines[index].change(test)
    #expect(test.findings() == Self.machines[index].findings)
  }

  @Test("says a remedy for every problem")
  func remedies() throws {
    for (change, _) in Self.machines {
      let test = try TestMachine()
      try change(test)
      for finding in Diagnosis(of: test.machine).findings where finding.level == .problem {
        #expect(finding.remedy != nil || finding.message.contains("refuses"), "\(finding.message)")
      }
    }
  }

  @Test("uses root's daemon for root, and needs no home then")
  func root() throws {
    let test = try TestMachine()
    test.machine.user = 0
    #expect(
      test.findings() == [
        "problem daemon: root's session daemon does not run, and it is the one that ractrace would "
          + "use"
      ])
    try test.listen("/run/lttng/client-lttng-sessiond")
    try test.write([], "/run/lttng/lttng-ust-sock-9")
    #expect(test.findings() == [])
  }

  // MARK: Programs and processes

  private static let traced = TestELF(
    needed: ["liblttng-ust.so.1"], tracepoints: ["racsignal", "next", "racsignal", "error"])

  private func found(
    _ target: Diagnosis.Target, _ change: (TestMachine) throws -> Void
  ) throws -> [String] {
    let test = try TestMachine()
    try change(test)
    return test.findings(target)
  }

  @Test("finds the tracepoints in a program, in its libraries, or in both")
  func providers() throws {
    let one = try TestMachine()
    try one.program("/srv/app", Self.traced.bytes)
    #expect(one.findings(.program("/srv/app")) == [])
    #expect(
      one.good(.program("/srv/app")).last
        == "program: '/srv/app' has the racsignal tracepoints, in '/srv/app'")

    let library = TestELF(needed: ["libSignals.so"], searchPath: "/none:$ORIGIN/../lib")
    let other = try TestMachine()
    try other.program("/srv/bin/app", library.bytes)
    try other.write(Self.traced.bytes, "/srv/lib/libSignals.so")
    #expect(other.findings(.program("/srv/bin/app")) == [])

    var both = library
    both.tracepoints = ["racsignal"]
    try other.program("/srv/bin/app", both.bytes)
    #expect(
      other.findings(.program("/srv/bin/app")) == [
        "problem program: '/srv/bin/app' has the racsignal tracepoints 2 times, in "
          + "'/srv/bin/../lib/libSignals.so' and '/srv/bin/app': events may come twice"
      ])
  }

  @Test("says why a program cannot be traced")
  func programs() throws {
    #expect(
      try found(.program("/srv/app")) { _ in } == ["problem program: '/srv/app' is not there"])
    #expect(
      try found(.program("/srv/app")) { try $0.write([], "/srv/app") } == [
        "problem program: '/srv/app' cannot be executed"
      ])
    #expect(
      try found(.program("tool")) { try $0.program("/usr/bin/tool", TestELF().bytes) } == [
        "problem program: '/usr/bin/tool' has no racsignal tracepoints in it"
      ])
    #expect(
      try found(.program("tool")) { try $0.program("/usr/bin/tool", Array("#!/bin/sh\n".utf8)) }
        == [
          "note program: '/usr/bin/tool' is a script: what counts are the programs that it starts"
        ])
    #expect(
      try found(.program("/srv/app")) {
        try $0.program("/srv/app", Self.traced.bytes)
        $0.remove("/usr/lib/liblttng-ust.so.1")
      }.last == "problem program: '/srv/app' needs liblttng-ust.so.1, which is not there")
  }

  @Test("does not wait for a pipe that stands where a program should")
  func pipe() throws {
    let test = try TestMachine()
    try test.write([], "/srv/other")
    #expect(mkfifo(test.folder.path + "/srv/app", 0o700) == 0)
    #expect(
      test.findings(.program("/srv/app")) == [
        "note program: '/srv/app' is no program that can be looked into"
      ])
  }

  @Test("warns of fork without its helper")
  func forks() throws {
    var elf = Self.traced
    elf.imports = ["fork"]
    let warning = [
      "note program: '/srv/app' can fork: a child that goes on without exec is not traced, or under "
        + "wrong ids"
    ]
    #expect(
      try found(.program("/srv/app")) { try $0.program("/srv/app", elf.bytes) } == warning)
    #expect(
      try found(.program("/srv/app")) {
        try $0.program("/srv/app", elf.bytes)
        $0.machine.environment["LD_PRELOAD"] = "liblttng-ust-fork.so.1"
      } == [])
  }

  @Test("looks at what a process has loaded, and where it looks for a daemon")
  func processes() throws {
    let maps = """
      5000-6000 r-xp 00000000 08:01 1   /srv/app
      6000-7000 rw-p 00000000 08:01 1   /srv/app
      7000-8000 r-xp 00000000 08:01 2   /usr/lib/liblttng-ust.so.1
      8000-9000 rw-p 00000000 00:00 0   [heap]

      """
    let test = try TestMachine()
    try test.write(Self.traced.bytes, "/srv/app")
    try test.write(Array(maps.utf8), "/proc/42/maps")
    try test.write(Array("HOME=/home/ann\0TERM=x\0".utf8), "/proc/42/environ")
    #expect(test.findings(.process(42)) == [])
    #expect(
      test.findings(.process(43)) == ["problem program: there is no process 43"])

    try test.write(Array("HOME=/home/bob\0".utf8), "/proc/42/environ")
    #expect(
      test.findings(.process(42)) == [
        "problem daemon: process 42 and its like look for a session daemon in '/run/lttng' and "
          + "'/home/bob/.lttng', and ractrace uses the one in '/home/ann/.lttng'"
      ])

    try test.write(Array("HOME=/home/ann\0".utf8), "/proc/42/environ")
    try test.write(Self.traced.bytes, "/proc/42/root/srv/libmore.so")
    try test.write(
      Array((maps + "9000-a000 r-xp 0 08:01 3 /srv/libmore.so\n").utf8), "/proc/42/maps")
    #expect(
      test.findings(.process(42)) == [
        "problem program: process 42 has the racsignal tracepoints 2 times, in '/srv/app' and "
          + "'/srv/libmore.so': events may come twice"
      ])

    try test.write(Array(maps.utf8), "/proc/42/maps")
    try test.link("mnt:[1]", "/proc/self/ns/mnt")
    try test.link("mnt:[2]", "/proc/42/ns/mnt")
    #expect(
      test.findings(.process(42)) == [
        "note container: process 42 has file systems of its own, as in a container: its "
          + "'/run/lttng' and '/dev/shm' may be others than those here"
      ])
    test.remove("/proc/42/ns/mnt")

    try test.write(Array("5000-6000 r-xp 0 08:01 1 /srv/none\n".utf8), "/proc/42/maps")
    #expect(
      test.findings(.process(42)) == ["problem program: process 42 has no liblttng-ust loaded"])

    test.remove("/proc/42/maps")
    #expect(
      test.findings(.process(42)) == [
        "problem program: process 42 is another user's, and may not be looked into"
      ])
    let status = "Name:\tapp\nUid:\t\(test.machine.user)\t0\t0\t0\n"
    try test.write(Array(status.utf8), "/proc/42/status")
    #expect(
      test.findings(.process(42)) == [
        "problem program: process 42 is this user's, and does not let itself be looked into"
      ])
    // Root is not told to ask as root.
    test.machine.user = 0
    #expect(
      test.findings(.process(42)).contains(
        "problem program: process 42 may not be looked into, not even by root"))
    let remedies = Diagnosis(of: test.machine, target: .process(42)).findings.compactMap(\.remedy)
    #expect(remedies.contains { $0.contains("SYS_PTRACE") })
  }

  @Test("takes any file for what it is, however it is damaged")
  func damaged() throws {
    let whole = Self.traced.bytes
    let test = try TestMachine()
    for index in whole.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] = value
        try test.program("/srv/app", bytes)
        _ = ELFFile(test.folder.path + "/srv/app")
      }
      try test.program("/srv/app", Array(whole[..<index]))
      let cut = ELFFile(test.folder.path + "/srv/app")
      #expect(cut == nil || index >= 64)
    }
  }
}
