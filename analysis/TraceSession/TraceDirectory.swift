// SPDX-License-Identifier: MIT

import Glibc

/// The directory that a session writes its trace to.
final class TraceDirectory {
  /// Its absolute path.
  let path: String
  /// What was made for it, the uppermost first.
  private let made: [String]
  /// Holds the lock that keeps two recordings out of one directory.
  private var lock: Int32 = -1

  /// Makes the directory, if there is none, and makes sure that a trace can be written to it.
  init(_ path: String) throws(RecordingError) {
    self.path = File.absolute(path)
    made = try File.makeDirectories(self.path)
    do throws(RecordingError) { try check() } catch {
      // Another recording that has found and locked what was made here keeps it.
      if error.code != .outputInUse { for directory in made.reversed() { rmdir(directory) } }
      throw error
    }
  }

  private func check() throws(RecordingError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw RecordingError(
        .outputUnusable, "cannot record into '\(path)': it is not a directory",
        remedy: "name another place with --output DIR")
    }
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw RecordingError(
        .outputInUse, "cannot record into '\(path)': another recording writes to it",
        remedy: "name another directory with --output DIR")
    }
    guard !holdsTrace else {
      throw RecordingError(
        .outputInUse, "cannot record into '\(path)': it holds a trace already",
        remedy: "remove it, or name another directory with --output DIR")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw RecordingError(
        .outputUnusable, "cannot record into '\(path)'", cause: SystemError.last.text,
        remedy: "name another place with --output DIR")
    }
    if let free = SharedMemory.available(at: path), free < Self.leastSpace { throw full() }
  }

  /// The least that makes sense to begin with: a trace without events has some tens of kilobytes.
  static let leastSpace = 1 << 20

  /// Whether the file system has no room for one more sub-buffer's worth of data, or file.
  var isFull: Bool {
    var status = statvfs()
    // Some file systems do not count their files, and tell 0 of 0.
    if statvfs(path, &status) == 0, status.f_files > 0, status.f_favail == 0 { return true }
    return SharedMemory.available(at: path).map { $0 < 64 << 10 } ?? false
  }

  /// How many programs have a trace of their own here.
  ///
  /// One that had no room for its buffers may have a directory, and metadata, but no streams.
  var programCount: Int {
    File.names(in: path + "/ust/pid").count {
      File.names(in: path + "/ust/pid/\($0)").contains { $0 != "metadata" && $0 != "index" }
    }
  }

  /// Removes what programs left that registered while the session ended: streams without an event,
  /// and metadata that do not describe them, for which babeltrace2 refuses the whole trace.
  func removeUnbegunPrograms() {
    for name in File.names(in: path + "/ust/pid") {
      let folder = path + "/ust/pid/" + name
      let streams = File.names(in: folder).filter { $0 != "metadata" && $0 != "index" }
      let areEmpty = streams.allSatisfy { stream in
        let packets = PacketHeader.all(in: folder + "/" + stream)
        return packets.allSatisfy { $0.contentSize == PacketHeader.length }
          && packets.reduce(0) { $0 + $1.size } == File.size(folder + "/" + stream)
      }
      if areEmpty, !Self.describesStreams(folder + "/metadata") { File.removeTree(folder) }
    }
  }

  private static func describesStreams(_ metadata: String) -> Bool {
    let text = File.bytes(metadata, limit: 64 << 20) ?? []
    return String(decoding: text, as: UTF8.self).contains("stream {")
  }

  /// The error for a file system without room.
  func full() -> RecordingError {
    RecordingError(
      .diskFull, "the file system of '\(path)' is full",
      remedy:
        "free some space ('df -h'), record less with --detail lifecycle, or name another place "
        + "with --output DIR")
  }

  /// Whether something in it looks like a trace.
  var holdsTrace: Bool {
    File.tree(path).contains { $0 == "metadata" || $0.hasSuffix("/metadata") }
      || ["ust", "kernel"].contains { File.isDirectory(path + "/" + $0) }
  }

  /// Removes what a session wrote here, and the directories that were made for it.
  ///
  /// There was no such folder before, so nobody else's trace is lost.
  func discard() {
    File.removeTree(path + "/ust")
    for directory in made.reversed() { rmdir(directory) }
  }

  deinit { if lock >= 0 { close(lock) } }
}
