// SPDX-License-Identifier: MIT

import Glibc

extension Diagnosis {
  private static let fork = "liblttng-ust-fork.so"
  private static let mostLibraries = 500

  mutating func lookAtProgram(_ name: String) {
    guard let path = machine.program(name) else {
      let isThere = name.contains("/") && machine.isThere(name)
      add(
        .problem, .program, "'\(name)' \(isThere ? "cannot be executed" : "is not there")",
        remedy: isThere ? "chmod +x, or ask who owns it" : "name it by its path")
      return
    }
    guard let file = ELFFile(machine.path(path)) else {
      let isScript = File.bytes(machine.path(path), limit: 2) == [0x23, 0x21]
      add(
        .note, .program,
        isScript
          ? "'\(path)' is a script: what counts are the programs that it starts"
          : "'\(path)' is no program that can be looked into",
        remedy: "name the program itself")
      return
    }
    var files = [path: file]
    let missing = addLibraries(of: file, path, to: &files)
    for library in missing where library.hasPrefix("liblttng-ust") {
      add(
        .problem, .program, "'\(path)' needs \(library), which is not there",
        remedy: "install liblttng-ust1, or set LD_LIBRARY_PATH to where it is")
    }
    tellProviders(of: "'\(path)'", files)
    tellFork(
      of: "'\(path)'", files,
      isPreloaded: machine.environment["LD_PRELOAD"]?.contains(Self.fork) == true)
    var status = stat()
    if stat(machine.path(path), &status) == 0, status.st_mode & (S_ISUID | S_ISGID) != 0 {
      add(
        .note, .program, "'\(path)' changes its user or group: it looks for root's daemon only")
    }
  }

  /// Finds the libraries of a file, and theirs.
  ///
  /// - Returns: The names of those that are not there.
  private func addLibraries(
    of file: ELFFile, _ path: String, to files: inout [String: ELFFile]
  ) -> [String] {
    var missing: [String] = []
    var seen: Set<String> = []
    var open = [(file, path)]
    while let (file, path) = open.popLast() {
      let folders = file.searchPaths.map { folder in
        let origin = File.parent(path)
        if folder.hasPrefix("$ORIGIN") { return origin + folder.dropFirst(7) }
        if folder.hasPrefix("${ORIGIN}") { return origin + folder.dropFirst(9) }
        return folder
      }
      for name in file.needed where seen.count < Self.mostLibraries && seen.insert(name).inserted {
        guard let library = machine.library(name, in: folders) else {
          missing.append(name)
          continue
        }
        guard let opened = ELFFile(machine.path(library)) else { continue }
        files[library] = opened
        open.append((opened, library))
      }
    }
    return missing
  }

  private mutating func tellProviders(of whose: String, _ files: [String: ELFFile]) {
    let homes = files.filter { $0.value.hasProvider }.keys.sorted()
    switch homes.count {
    case 0:
      add(
        .problem, .program, "\(whose) has no racsignal tracepoints in it",
        remedy: "link the product Signals, built with the trait LTTng (the default), or another "
          + "emitter of the contract")
    case 1: add(.ok, .program, "\(whose) has the racsignal tracepoints, in '\(homes[0])'")
    default:
      add(
        .problem, .program,
        "\(whose) has the racsignal tracepoints \(homes.count) times, in "
          + homes.map { "'\($0)'" }.joined(separator: " and ") + ": events may come twice",
        remedy: "link Signals once, as a dynamic library that all parts share")
    }
  }

  private mutating func tellFork(
    of whose: String, _ files: [String: ELFFile], isPreloaded: Bool
  ) {
    // Those of the system import it too, and do not call it of themselves.
    let forks = files.contains { path, file in
      !path.contains("/liblttng") && !path.contains("/liburcu") && !path.hasPrefix("/lib")
        && !path.hasPrefix("/usr/lib") && !path.contains("/libswift")
        && !file.imports.isDisjoint(with: ["fork", "daemon", "_Fork"])
    }
    guard forks, !isPreloaded, files.values.contains(where: \.hasProvider) else { return }
    add(
      .note, .program,
      "\(whose) can fork: a child that goes on without exec is not traced, or under wrong ids",
      remedy: "start it with LD_PRELOAD=\(Self.fork).1")
  }

  mutating func lookAtProcess(_ id: Int32) {
    let folder = "/proc/\(id)"
    guard machine.isThere(folder) else {
      add(.problem, .program, "there is no process \(id)", remedy: "'ps -e' lists those there are")
      return
    }
    guard let maps = machine.text(folder + "/maps") else {
      tellHidden(id)
      return
    }
    let paths = Self.files(in: maps)
    var files: [String: ELFFile] = [:]
    for path in paths.prefix(Self.mostLibraries) {
      // As the process sees it, which may be in a container.
      let seen = machine.path(folder + "/root" + path)
      files[path] = ELFFile(seen) ?? ELFFile(machine.path(path))
    }
    let libraries = paths.filter { Self.name(of: $0).hasPrefix("liblttng-ust.so") }
    switch libraries.count {
    case 0:
      add(
        .problem, .program, "process \(id) has no liblttng-ust loaded",
        remedy: "start a program that was built with the trait LTTng")
    case 1: add(.ok, .program, "process \(id) has '\(libraries[0])' loaded")
    default:
      add(
        .problem, .program,
        "process \(id) has liblttng-ust loaded \(libraries.count) times: "
          + libraries.joined(separator: ", "),
        remedy: "build all its parts with the same LTTng")
    }
    if !libraries.isEmpty || files.values.contains(where: \.hasProvider) {
      tellProviders(of: "process \(id)", files)
    }
    tellFork(
      of: "process \(id)", files,
      isPreloaded: paths.contains { Self.name(of: $0).hasPrefix(Self.fork) })
    if let other = machine.link(folder + "/ns/mnt"), let own = machine.link("/proc/self/ns/mnt"),
      other != own
    {
      add(
        .note, .container,
        "process \(id) has file systems of its own, as in a container: its '\(Self.rootFolder)' and "
          + "'\(SharedMemory.directory)' may be others than those here",
        remedy: "share both with it, or record inside it")
    }
    guard let bytes = File.bytes(machine.path(folder + "/environ"), limit: 1 << 20) else { return }
    var environment: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      let parts = String(decoding: entry, as: UTF8.self).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
    }
    lookAtEnvironment(environment, of: id)
    lookAtMeeting(Self.programFolders(environment), of: "process \(id) and its like")
  }

  /// Tells that a process may not be looked into, and who could.
  private mutating func tellHidden(_ id: Int32) {
    if machine.user == 0 {
      add(
        .problem, .program, "process \(id) may not be looked into, not even by root",
        remedy: "it is another container's or the system's: ask in there, or give root here the "
          + "capability SYS_PTRACE")
      return
    }
    let owner = machine.text("/proc/\(id)/status")?.split(separator: "\n")
      .first { $0.hasPrefix("Uid:") }?.split(whereSeparator: \.isWhitespace).dropFirst().first
    if owner.flatMap({ UInt32($0) }) == machine.user {
      add(
        .problem, .program, "process \(id) is this user's, and does not let itself be looked into",
        remedy: "ask as root")
    } else {
      add(
        .problem, .program, "process \(id) is another user's, and may not be looked into",
        remedy: "ask as that user, or as root")
    }
  }

  /// The files that are mapped, each once, in their order.
  private static func files(in maps: String) -> [String] {
    var paths: [String] = []
    var seen: Set<String> = []
    for line in maps.split(separator: "\n") {
      guard let slash = line.firstIndex(of: "/") else { continue }
      let path = String(line[slash...])
      if !path.hasPrefix("/dev/"), seen.insert(path).inserted { paths.append(path) }
    }
    return paths
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}
