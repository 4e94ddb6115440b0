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
      guard let mode = identify(path)?.mode else { throw File.unreadable(path) }
      guard mode == S_IFDIR else {
        throw CTFError(
          .notAFolder, "is not a folder",
          remedy: "Give the trace's folder; unpack an archive with tar first.",
          place: .init(path: path))
      }
      let before = folders.count + seen.count
      guard Self.entries(path) != nil else { throw File.unreadable(path) }
      visit(path, depth: 0)
      guard folders.count + seen.count > before else { continue }
    }
    guard !folders.isEmpty else {
      throw CTFError(
        .noTrace, "no folder here has a 'metadata' file",
        remedy: "Give the folder that 'lttng create --output' or 'ractrace record' wrote to.",
        place: paths.first.map { .init(path: $0) })
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private func identify(_ path: String) -> (identity: Identity, mode: mode_t)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return (
      Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)), status.st_mode & S_IFMT
    )
  }

  private mutating func visit(_ path: String, depth: Int) {
    guard depth <= Self.deepest, let found = identify(path), found.mode == S_IFDIR,
      seen.insert(found.identity).inserted
    else { return }
    guard let entries = Self.entries(path) else {
      damage.append(Damage(kind: .unreadable, path: path, offset: 0, what: "cannot be listed"))
      return
    }
    if entries.contains("metadata") { folders.append(path) }
    for entry in entries where entry != "index" && entry != "metadata" {
      visit(path + "/" + entry, depth: depth + 1)
    }
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
