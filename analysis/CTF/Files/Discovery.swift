// SPDX-License-Identifier: MIT

import Glibc

/// Finds the folders that hold a trace: those with a `metadata` file, or with packets alone.
///
/// It follows links, looks into each folder once, stays on the file system of each path, and
/// gives up where there are more folders than any session has.
struct Discovery {
  private static let deepest = 32
  /// A session of 30,000 processes has about as many.
  static let mostFolders = 1 << 16
  /// How many files of a folder without `metadata` are asked whether they are streams.
  private static let mostCandidates = 4

  /// The folders in the order of the paths given, each path's in alphabetical order.
  private(set) var folders: [String] = []
  private(set) var damage: [Damage] = []
  private var seen: Set<Folder.Identity> = []
  private var device: UInt = 0

  /// Looks below each path.
  init(_ paths: [String]) throws(CTFError) {
    for path in paths {
      let path = Self.trimmed(path)
      guard let found = Folder.identify(path) else { throw File.unreadable(path) }
      guard found.mode == S_IFDIR else { throw Self.noFolder(path, found.mode) }
      guard Folder(path) != nil else { throw File.unreadable(path) }
      device = found.identity.device
      guard try visit(path, depth: 0), !folders.isEmpty else { throw noTrace(path) }
    }
    guard !folders.isEmpty else { throw noTrace(nil) }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Looks through a folder and those below it, each once.
  ///
  /// - Returns: Whether there is a trace, or a folder that was looked through before.
  private mutating func visit(_ path: String, depth: Int) throws(CTFError) -> Bool {
    guard depth <= Self.deepest, let found = Folder.identify(path), found.mode == S_IFDIR else {
      return false
    }
    guard seen.insert(found.identity).inserted else { return true }
    guard seen.count <= Self.mostFolders else { throw Self.tooMany(path) }
    guard found.identity.device == device else {
      tell(path, "lies on another file system, and is read only if it is named itself")
      return false
    }
    guard let folder = Folder(path) else {
      tell(path, "cannot be listed: \(unsafe String(cString: strerror(errno)))")
      return false
    }
    var holdsTrace = folder.contains("metadata") || Self.holdsPackets(folder, path)
    if holdsTrace { folders.append(path) }
    let prefix = path == "/" ? path : path + "/"
    for entry in folder.entries
    where !entry.isFile && entry.name != "index" && entry.name != "metadata" {
      if try visit(prefix + entry.name, depth: depth + 1) { holdsTrace = true }
    }
    return holdsTrace
  }

  private mutating func tell(_ path: String, _ what: String) {
    guard damage.count < Trust.damageLimit else { return }
    damage.append(Damage(kind: .unreadable, path: path, offset: 0, what: what))
  }

  /// Whether a folder without `metadata` holds streams.
  private static func holdsPackets(_ folder: Folder, _ path: String) -> Bool {
    let files = folder.entries.lazy.filter { $0.isFile && !$0.name.hasSuffix(".idx") }
    return files.prefix(mostCandidates).contains { entry in
      guard let file = try? File(path + "/" + entry.name) else { return false }
      return HeaderProbe.isPacket(file.read(at: 0, count: 4))
    }
  }

  /// The stream files in a trace's folder, sorted.
  static func streamFiles(_ folder: String) -> [String] {
    (Folder(folder)?.entries ?? []).filter { entry in
      guard entry.name != "metadata", !entry.name.hasSuffix(".idx") else { return false }
      return entry.isFile || Folder.identify(folder + "/" + entry.name)?.mode == S_IFREG
    }.map { folder + "/" + $0.name }
  }

  /// The stream files that are gone, or are no files, and whose index knows of packets; sorted.
  static func lostStreamFiles(_ folder: String, besides found: [String]) -> [String] {
    guard let indices = Folder(folder + "/index") else { return [] }
    let found = Set(found)
    return indices.entries.filter { $0.name.hasSuffix(".idx") }
      .map { folder + "/" + $0.name.dropLast(4) }
      .filter { !found.contains($0) && IndexFile.count(of: $0) > 0 }
  }
}
