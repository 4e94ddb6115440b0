// SPDX-License-Identifier: MIT

import Glibc

/// The few things that are done with files here.
package enum File {
  /// The text of a small file, such as those below `/sys`, or nil.
  static func text(_ path: String) -> String? {
    guard let bytes = bytes(path, limit: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first bytes of a file, or nil if it cannot be read.
  static func bytes(_ path: String, from start: Int = 0, limit: Int) -> [UInt8]? {
    // A pipe of that name must not hold us up: it is no file and cannot be read from a place on.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 1 << 16))
    while result.count < limit {
      let count = pread(file, &chunk, min(chunk.count, limit - result.count), start + result.count)
      if count < 0 { return nil }
      if count == 0 { break }
      result.append(contentsOf: chunk[..<count])
    }
    return result
  }

  /// The size of a file in bytes, or nil if it is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether there is a directory of that name, which is not a link.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a directory, in order; none if it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var result: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  /// All files below a directory, as paths below it, in order; links are not followed.
  static func tree(_ directory: String, depth: Int = 8) -> [String] {
    var result: [String] = []
    for name in names(in: directory) {
      let path = directory + "/" + name
      if isDirectory(path) {
        if depth > 0 { result += tree(path, depth: depth - 1).map { name + "/" + $0 } }
      } else {
        result.append(name)
      }
    }
    return result
  }

  /// Makes a directory and those above it that are missing.
  ///
  /// - Returns: Those that were made, the uppermost first.
  static func makeDirectories(_ path: String) throws(RecordingError) -> [String] {
    if path.isEmpty || File.isThere(path) { return [] }
    var made = try makeDirectories(parent(path))
    if mkdir(path, 0o777) == 0 {
      made.append(path)
    } else if errno != EEXIST {
      let error = SystemError.last
      for directory in made.reversed() { rmdir(directory) }
      throw RecordingError(
        error.number == ENOSPC ? .diskFull : .outputUnusable, "cannot make the directory '\(path)'",
        cause: error.text, remedy: "name another place with --output DIR")
    }
    return made
  }

  /// Whether anything has this name.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Removes a directory and all that is in it; links are removed, not followed.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - depth: How many levels below it are entered at most.
  package static func removeTree(_ directory: String, depth: Int = 16) {
    for name in names(in: directory) {
      let path = directory + "/" + name
      if isDirectory(path), depth > 0 {
        removeTree(path, depth: depth - 1)
      } else {
        unlink(path)
      }
    }
    rmdir(directory)
  }

  /// The path without its last part.
  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path from the root on, without `.`, `//` and a slash at the end.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    if !path.hasPrefix("/"), let directory = getcwd(nil, 0) {
      parts = String(cString: directory).split(separator: "/")
      free(directory)
    }
    for part in path.split(separator: "/") where part != "." { parts.append(part) }
    return "/" + parts.joined(separator: "/")
  }
}
