// SPDX-License-Identifier: MIT

import Glibc

/// The place in shared memory where a session's buffers lie, and their second names.
final class BufferMemory {
  /// Where lttng makes them.
  ///
  /// lttng must make this directory itself: when a session is destroyed the daemon answers nobody
  /// until it is gone, and it removes only what it made.
  let live: String
  /// Where the buffers of programs that have ended are kept.
  let kept: String
  let keeper: BufferKeeper

  private let base: String
  private let copies: String
  private var isWatching = true

  /// Makes the place.
  ///
  /// - Parameters:
  ///   - session: The name of the session.
  ///   - need: The bytes that the first program's buffers will take.
  /// - Throws: `RecordingError` where there is too little memory, or the place cannot be made.
  init(session: String, need: Int) throws(RecordingError) {
    if let free = SharedMemory.available(), free < need {
      throw RecordingError(
        .sharedMemory,
        "the buffers of one program take \(Self.megabytes(need)) of shared memory, and "
          + "\(SharedMemory.directory) has \(Self.megabytes(free)) left",
        remedy: "use smaller buffers (--subbuf-size 262144), or make room: in a container with "
          + "--shm-size, else with 'mount -o remount,size=1G \(SharedMemory.directory)'")
    }
    base = "\(SharedMemory.directory)/\(session)"
    live = base + "/live"
    copies = base + ".kept"
    kept = copies + "/live"
    for directory in [base, copies] where mkdir(directory, 0o755) != 0 {
      let error = SystemError.last
      let code: RecordingError.Code = error.number == EEXIST ? .sessionExists : .sharedMemory
      if directory != base { rmdir(base) }
      throw RecordingError(
        code, "cannot make the directory '\(directory)' for the buffers", cause: error.text,
        remedy: error.number == EEXIST
          ? "a session of that name runs, or was killed: choose another name or remove it" : nil)
    }
    guard let keeper = BufferKeeper(source: base, copies: copies) else {
      let error = SystemError.last
      File.removeTree(base)
      File.removeTree(copies)
      throw RecordingError(
        .refused, "cannot watch the directory '\(base)'", cause: error.text,
        remedy: "raise fs.inotify.max_user_instances with sysctl")
    }
    self.keeper = keeper
  }

  /// Ends the watching; what was kept stays.
  func stopWatching() {
    if isWatching { keeper.stop() }
    isWatching = false
  }

  /// Ends the watching and removes everything.
  func remove() {
    stopWatching()
    File.removeTree(base)
    File.removeTree(copies)
  }

  /// Removes the buffers under lttng's names, which a stalled session would keep.
  func removeLive() { File.removeTree(live) }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
