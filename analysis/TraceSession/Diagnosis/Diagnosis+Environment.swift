// SPDX-License-Identifier: MIT

extension Diagnosis {
  /// Looks at the variables of this process, or of another one.
  mutating func lookAtEnvironment(_ environment: [String: String], of process: Int32?) {
    let whose = process.map { "process \($0) has" } ?? "the environment has"
    if Self.userFolder(environment) == nil {
      add(
        .problem, .environment,
        "\(whose) neither HOME nor LTTNG_HOME: such a program is traced by root's daemon only",
        remedy: "set HOME")
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("LTTNG_UST_") || name == "LTTNG_HOME" {
      let (level, meaning) = Self.meaning(name, value)
      add(level, .environment, "\(whose) \(name)=\(value): \(meaning)")
    }
    if let preload = environment["LD_PRELOAD"], preload.contains("liblttng-ust") {
      add(.ok, .environment, "\(whose) LD_PRELOAD=\(preload)")
    }
  }

  private static func meaning(_ name: String, _ value: String) -> (Finding.Level, String) {
    switch name {
    case "LTTNG_HOME": (.ok, "the user's session daemon is looked for there, not in HOME")
    case "LTTNG_UST_REGISTER_TIMEOUT":
      switch Int(value) {
      case 0?: (.note, "programs do not wait to be registered, and their first events may be lost")
      case let limit? where limit < 0:
        (.note, "programs wait at their start for ever while a session daemon does not answer")
      case let limit?:
        (.ok, "programs wait \(limit) ms at most for a session daemon at their start")
      case nil: (.note, "this is no number of milliseconds, and counts as not set")
      }
    case "LTTNG_UST_ALLOW_BLOCKING": (.ok, "programs may wait for room in the buffers")
    case "LTTNG_UST_DEBUG": (.note, "every traced program prints what liblttng-ust does")
    case "LTTNG_UST_APP_PATH": (.note, "programs look for a session daemon in this folder only")
    case "LTTNG_UST_WITHOUT_BADDR_STATEDUMP", "LTTNG_UST_WITHOUT_PROCNAME_STATEDUMP":
      (.ok, "less is told at the start of a trace")
    case "LTTNG_UST_CLOCK_PLUGIN":
      (.note, "times come from a plugin; those of other programs may not fit them")
    case "LTTNG_UST_GETCPU_PLUGIN": (.ok, "a plugin tells the processor")
    default: (.ok, "a setting of liblttng-ust's")
    }
  }

  mutating func lookAtMemory() {
    guard let memory = machine.sharedMemory else {
      add(
        .problem, .memory, "there is no '\(SharedMemory.directory)' for the buffers",
        remedy: "mount a tmpfs there")
      return
    }
    let room =
      "'\(SharedMemory.directory)' has \(Self.megabytes(memory.free)) MiB left of "
      + "\(Self.megabytes(memory.total)) MiB, and the buffers of one program take "
      + "\(Self.megabytes(machine.need)) MiB"
    let remedy =
      "record with smaller buffers (--subbuf-size 256k), or make room: in a container with "
      + "--shm-size, else with 'mount -o remount,size=1G \(SharedMemory.directory)'"
    if memory.free < machine.need {
      add(.problem, .memory, room, remedy: remedy)
    } else if memory.free / 2 < machine.need {
      add(.note, .memory, room + ": enough for one", remedy: remedy)
    } else {
      add(.ok, .memory, room)
    }
  }

  private static func megabytes(_ bytes: Int) -> Int { (bytes >> 19 + 1) >> 1 }

  /// The number of the first pid namespace, which is fixed in the kernel.
  private static let firstNamespace = "pid:[4026531836]"

  mutating func lookAtContainer() {
    var signs = ["/.dockerenv", "/run/.containerenv"].filter { machine.isThere($0) }
    let group = machine.text("/proc/1/cgroup") ?? ""
    for word in ["docker", "kubepods", "containerd", "lxc", "podman"] where group.contains(word) {
      signs.append("cgroup \(word)")
    }
    if let space = machine.link("/proc/self/ns/pid"), space != Self.firstNamespace {
      signs.append("a pid namespace of its own")
    }
    guard !signs.isEmpty else {
      add(.ok, .container, "this is no container")
      return
    }
    add(
      .note, .container, "this is a container (\(signs.joined(separator: ", ")))",
      remedy: "run the session daemon and the program in the same container; where several "
        + "containers share a HOME, give each a LTTNG_HOME of its own; --shm-size makes room for "
        + "buffers")
  }
}
