// SPDX-License-Identifier: MIT

extension Diagnosis {
  /// Where root's daemon has its sockets.
  static let rootFolder = "/run/lttng"
  private static let clientSocket = "client-lttng-sessiond"

  /// Where a user's daemon has its sockets; nil without a home.
  static func userFolder(_ environment: [String: String]) -> String? {
    for name in ["LTTNG_HOME", "HOME"] {
      if let home = environment[name], !home.isEmpty { return home + "/.lttng" }
    }
    return nil
  }

  /// The folders in which a program looks for a daemon.
  static func programFolders(_ environment: [String: String]) -> [String] {
    if let path = environment["LTTNG_UST_APP_PATH"], !path.isEmpty { return [path] }
    return [rootFolder] + (userFolder(environment).map { [$0] } ?? [])
  }

  /// The number of the tracing group, and whether the user is in it.
  private var tracingGroup: (id: UInt32, isMember: Bool)? {
    for line in (machine.text("/etc/group") ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count >= 3, parts[0] == "tracing", let id = UInt32(parts[2]) {
        return (id, machine.groups.contains(id))
      }
    }
    return nil
  }

  /// The folder of the daemon that liblttng-ctl talks to: root's for root and for the tracing
  /// group, if it is there; else the user's own.
  var controlFolder: String? {
    if machine.user == 0 { return Self.rootFolder }
    let socket = Self.rootFolder + "/" + Self.clientSocket
    if tracingGroup?.isMember == true, machine.state(ofSocket: socket) == .open {
      return Self.rootFolder
    }
    return Self.userFolder(machine.environment)
  }

  mutating func lookAtGroup() {
    guard machine.user != 0 else { return }
    switch tracingGroup {
    case (_, true)?: add(.ok, .permission, "this user is in the group tracing")
    case (_, false)?:
      add(
        .note, .permission,
        "this user is not in the group tracing, and so may not use root's session daemon",
        remedy: "'sudo usermod -aG tracing USER' and log in anew, or use a daemon of your own")
    case nil: add(.note, .permission, "there is no group tracing: root's daemon is for root only")
    }
  }

  mutating func lookAtDaemons() {
    let processes = daemonProcesses
    var folders = [(Self.rootFolder, "root's session daemon")]
    if let folder = Self.userFolder(machine.environment), machine.user != 0 || isThere(folder) {
      folders.append((folder, "the session daemon in '\(folder)'"))
    }
    let control = controlFolder
    for (folder, whose) in folders { lookAtDaemon(folder, whose, isUsed: folder == control) }
    // It may be another one than that which is used here: whether that answers is asked below.
    for process in processes where process.isStopped {
      add(
        .note, .daemon, "lttng-sessiond \(process.id) of user \(process.user) is stopped",
        remedy: "'kill -CONT \(process.id)'")
    }
    lookAtAnswer(processes)
    lookAtMeeting(Self.programFolders(machine.environment), of: "programs started from here")
  }

  private func isThere(_ folder: String) -> Bool {
    machine.isThere(folder + "/" + Self.clientSocket)
  }

  private mutating func lookAtDaemon(_ folder: String, _ whose: String, isUsed: Bool) {
    let use = isUsed ? ", and it is the one that ractrace uses" : ""
    switch machine.state(ofSocket: folder + "/" + Self.clientSocket) {
    case .open: add(.ok, .daemon, "\(whose) takes connections\(use)")
    case .forbidden:
      add(.note, .daemon, "\(whose) runs, and this user may not use it")
    case .stale:
      add(
        isUsed ? .problem : .note, .daemon,
        "\(whose) is gone and has left its socket behind\(isUsed ? ", where ractrace looks" : "")",
        remedy: "start one anew: 'lttng-sessiond --daemonize'")
    case .missing:
      if isUsed {
        add(
          .problem, .daemon, "\(whose) does not run, and it is the one that ractrace would use",
          remedy: "start it as the user who runs the program: 'lttng-sessiond --daemonize'")
      } else {
        add(.ok, .daemon, "\(whose) does not run, and is not needed")
      }
    }
  }

  private mutating func lookAtAnswer(_ processes: [DaemonProcess]) {
    guard let answer = machine.ask?() else { return }
    let ids = processes.map { String($0.id) }.joined(separator: ", ")
    switch answer {
    case .answers: add(.ok, .daemon, "the session daemon answers")
    case .none: break
    case .silent:
      add(
        .problem, .daemon, "the session daemon takes connections and does not answer",
        remedy: "see what it waits for, or restart it (lttng-sessiond \(ids))")
    case .refuses(let why):
      add(.problem, .daemon, "the session daemon refuses to list its sessions: \(why)")
    }
  }

  /// Whether programs look for a daemon where ractrace does.
  mutating func lookAtMeeting(_ folders: [String], of whose: String) {
    let list = folders.map { "'\($0)'" }.joined(separator: " and ")
    guard let control = controlFolder else {
      add(
        .problem, .daemon, "without a home ractrace knows no session daemon",
        remedy: "set HOME, or LTTNG_HOME to the home that the daemon was started with")
      return
    }
    guard folders.contains(control) else {
      add(
        .problem, .daemon,
        "\(whose) look for a session daemon in \(list), and ractrace uses the one in '\(control)'",
        remedy: "give both the same HOME or LTTNG_HOME, or run ractrace as the same user")
      return
    }
    guard isThere(control) else { return }
    let sockets = machine.names(in: control).filter { $0.hasPrefix("lttng-ust-sock-") }
    if sockets.isEmpty {
      add(
        .problem, .daemon, "the daemon in '\(control)' has no socket for programs there",
        remedy: "start it anew: 'lttng-sessiond --daemonize'")
    } else {
      add(
        .ok, .daemon,
        "\(whose) find the daemon by '\(control)/\(sockets.joined(separator: "', '"))'")
    }
  }

  struct DaemonProcess {
    var id: Int32
    var user: String
    var isStopped: Bool
  }

  /// The session daemons that run here, whoever's they are.
  private var daemonProcesses: [DaemonProcess] {
    machine.names(in: "/proc").compactMap { name in
      guard let id = Int32(name), machine.text("/proc/\(name)/comm") == "lttng-sessiond\n" else {
        return nil
      }
      var process = DaemonProcess(id: id, user: "?", isStopped: false)
      for line in (machine.text("/proc/\(name)/status") ?? "").split(separator: "\n") {
        let parts = line.split { $0 == "\t" || $0 == " " }
        guard parts.count > 1 else { continue }
        if parts[0] == "Uid:" { process.user = String(parts[1]) }
        if parts[0] == "State:" { process.isStopped = parts[1] == "T" || parts[1] == "t" }
      }
      return process
    }
  }
}
