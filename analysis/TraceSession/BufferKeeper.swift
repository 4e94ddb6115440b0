// SPDX-License-Identifier: MIT

import Glibc

/// Keeps the buffers of programs that have ended until they are not needed any more.
///
/// lttng removes a program's buffers within a fraction of a second of its end, with what a killed
/// program left in them. The keeper therefore gives each of their files a second name as soon as
/// it appears. Of programs that have ended it keeps only the last few, so that a build of a
/// thousand processes does not fill the memory, and those that `keep` names.
final class BufferKeeper: @unchecked Sendable {
  // Unchecked: all state is protected by `monitor`, but for the descriptors, which never change,
  // and the thread, which is noted by `init`.

  private let monitor = Monitor()
  private let source: String
  private let copies: String
  private let notify: Int32
  private let wake: (read: Int32, write: Int32)
  private var thread = pthread_t()
  private var watches: [Int32: String] = [:]
  private var programs: [String] = []
  private var ended: [String] = []
  private var kept: Set<Int32> = []
  private var peak = 0

  /// How many of the ended programs are kept.
  static let limit = 4

  /// Watches a directory.
  ///
  /// - Parameters:
  ///   - source: Where lttng makes its buffers; it must exist.
  ///   - copies: A directory on the same file system, for the second names.
  init?(source: String, copies: String) {
    self.source = source
    self.copies = copies
    var ends: [Int32] = [-1, -1]
    notify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notify >= 0 else { return nil }
    guard pipe(&ends) == 0 else {
      close(notify)
      return nil
    }
    wake = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    look(at: "")
    // It keeps this object alive until `stop`.
    guard let thread = QuietThread.start({ self.watch() }) else {
      closeAll()
      return nil
    }
    self.thread = thread
  }

  /// Keeps the buffers of one process to the end.
  func keep(_ process: Int32) { monitor.locked { _ = kept.insert(process) } }

  /// The programs that have registered so far.
  var programCount: Int { monitor.locked { programs.count } }

  /// The largest number of programs whose buffers were there at once.
  var peakCount: Int { monitor.locked { peak } }

  /// Ends the watching; what was kept stays until somebody removes it.
  func stop() {
    var byte: UInt8 = 0
    write(wake.write, &byte, 1)
    pthread_join(thread, nil)
    // What came while the thread was ending.
    look(at: "")
    closeAll()
  }

  private func closeAll() {
    close(notify)
    close(wake.read)
    close(wake.write)
  }

  private func watch() {
    var descriptors = [
      pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if poll(&descriptors, 2, -1) < 0, errno != EINTR { return }
      if descriptors[0].revents != 0 {
        let count = read(notify, &buffer, buffer.count)
        if count > 0 { take(buffer[..<count]) }
      }
      if descriptors[1].revents != 0 { return }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    let header = MemoryLayout<inotify_event>.size
    var rest = bytes
    while rest.count >= header {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let length = header + Int(event.len)
      guard rest.count >= length else { return }
      let name = String(
        decoding: rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
      rest = rest.dropFirst(length)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        look(at: "")
        continue
      }
      guard let directory = monitor.locked({ watches[event.wd] }) else { continue }
      if event.mask & UInt32(IN_CREATE) != 0 {
        look(at: directory)
      } else if event.mask & UInt32(IN_DELETE) != 0, name != "metadata" {
        end(directory)
      } else if event.mask & UInt32(IN_IGNORED) != 0 {
        monitor.locked { watches[event.wd] = nil }
      }
    }
  }

  /// Gives every file below the source a second name, and watches every directory.
  ///
  /// A directory is watched before it is looked through, so that nothing slips through between.
  private func look(at directory: String) {
    let full = source + directory
    let watch = inotify_add_watch(notify, full, UInt32(IN_CREATE | IN_DELETE | IN_ONLYDIR))
    if watch >= 0 { monitor.locked { watches[watch] = directory } }
    var isProgram = false
    for name in File.names(in: full) {
      let path = directory + "/" + name
      if File.isDirectory(source + path) {
        look(at: path)
      } else {
        _ = try? File.makeDirectories(copies + directory)
        link(source + path, copies + path)
        isProgram = true
      }
    }
    if isProgram { begin(directory) }
  }

  private func begin(_ directory: String) {
    monitor.locked {
      guard !programs.contains(directory) else { return }
      programs.append(directory)
      peak = max(peak, programs.count - ended.count)
    }
  }

  /// A ring buffer was removed: its program is over, or lives on without the session.
  private func end(_ directory: String) {
    let dropped: String? = monitor.locked {
      guard programs.contains(directory), !ended.contains(directory) else { return nil }
      ended.append(directory)
      let others = ended.filter { !isKept($0) }
      return others.count > Self.limit ? others[others.count - Self.limit - 1] : nil
    }
    if let dropped { File.removeTree(copies + dropped) }
  }

  /// Whether the directory, like `…/name-1234-20260101-120000`, is of a process that is kept.
  private func isKept(_ directory: String) -> Bool {
    let parts = directory.split(separator: "/").last?.split(separator: "-") ?? []
    guard parts.count >= 4, let process = Int32(parts[parts.count - 3]) else { return false }
    return kept.contains(process)
  }
}
