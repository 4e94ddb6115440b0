// SPDX-License-Identifier: MIT

import Glibc

/// Finds the folders that hold a trace: those with a `metadata` file.
struct Discovery {
  private static let deepest = 32

  private struct Identity: Hashable {
    var device: UInt
    var inode: UInt
  }

  /// The folders in the order of the paths given, each path's in alphabetical order.
  private(set) var folders: [String] = []
  private(set) var damage: [Damage] = []
  private var seen: Set<Identity> = []

  /// Looks below each path.
  init(_ paths: [String]) throws(CTFError) {
    for path in paths {
      let path = Self.trimmed(path)
      guard let mode = Self.identify(path)?.mode else { throw File.unreadable(path) }
      guard mode == S_IFDIR else {
        throw CTFError(.notAFolder, "is not a folder", place: .init(path: path))
      }
      guard Self.entries(path) != nil else { throw File.unreadable(path) }
      guard visit(path, depth: 0), !folders.isEmpty else { throw Self.noTrace(path) }
    }
    guard !folders.isEmpty else { throw Self.noTrace(nil) }
  }

  private static func noTrace(_ path: String?) -> CTFError {
    CTFError(
      .noTrace, "no folder here has a 'metadata' file", place: path.map { .init(path: $0) })
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool { identify(path)?.mode == S_IFDIR }

  private static func identify(_ path: String) -> (identity: Identity, mode: mode_t)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return (
      Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)), status.st_mode & S_IFMT
    )
  }

  /// Looks through a folder and those below it, each once.
  ///
  /// - Returns: Whether there is a trace, or a folder that was looked through before.
  private mutating func visit(_ path: String, depth: Int) -> Bool {
    guard depth <= Self.deepest, let found = Self.identify(path), found.mode == S_IFDIR else {
      return false
    }
    guard seen.insert(found.identity).inserted else { return true }
    guard let entries = Self.entries(path) else {
      damage.append(Damage(kind: .unreadable, path: path, offset: 0, what: "cannot be listed"))
      return false
    }
    var holdsTrace = entries.contains("metadata")
    if holdsTrace { folders.append(path) }
    for entry in entries where entry != "index" && entry != "metadata" {
      if visit(path + "/" + entry, depth: depth + 1) { holdsTrace = true }
    }
    return holdsTrace
  }

  /// The names in a folder, sorted, without hidden ones; nil if it cannot be read.
  private static func entries(_ path: String) -> [String]? {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The stream files in a trace's folder, sorted.
  static func streamFiles(_ folder: String) -> [String] {
    (entries(folder) ?? []).filter { name in
      guard name != "metadata", !name.hasSuffix(".idx") else { return false }
      var status = stat()
      return unsafe stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }.map { folder + "/" + $0 }
  }
}
