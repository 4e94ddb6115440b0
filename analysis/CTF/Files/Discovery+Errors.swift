// SPDX-License-Identifier: MIT

import Glibc

extension Discovery {
  private static let archives = [
    ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tar.bz2", ".tbz2", ".tar.lz4",
  ]

  /// Why nothing was found: perhaps because something could not be looked at.
  func noTrace(_ path: String?) -> CTFError {
    if let first = damage.first {
      return CTFError(
        .noTrace,
        "no folder here that can be read has a 'metadata' file; '\(first.path)' "
          + first.what, remedy: "read it as the user who recorded it, or name the trace's folder",
        place: path.map { .init(path: $0) })
    }
    return CTFError(
      .noTrace, "no folder here has a 'metadata' file", place: path.map { .init(path: $0) })
  }

  static func tooMany(_ path: String) -> CTFError {
    CTFError(
      .tooManyFolders, "more than \(mostFolders) folders to look through, this is one of them",
      place: .init(path: path))
  }

  /// The path is a file: an archive, a part of a trace, or anything else.
  static func noFolder(_ path: String, _ mode: mode_t) -> CTFError {
    let place = CTFError.Place(path: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if mode == S_IFREG, archives.contains(where: { name.lowercased().hasSuffix($0) }) {
      return CTFError(
        .notAFolder, "is an archive", remedy: "unpack it first: tar -xf '\(path)'", place: place)
    }
    if mode == S_IFREG, name.lowercased().hasSuffix(".zip") {
      return CTFError(
        .notAFolder, "is an archive",
        remedy: "unpack it first: unzip '\(path)' (or tar -xf, where it is bsdtar)", place: place)
    }
    let parent = path.contains("/") ? String(path.dropLast(name.count + 1)) : "."
    let isPart = name == "metadata" || (Folder(parent)?.contains("metadata") ?? false)
    if mode == S_IFREG, isPart {
      return CTFError(
        .notAFolder, "is a file of a trace, not its folder",
        remedy: "give the folder: '\(parent.isEmpty ? "/" : parent)'", place: place)
    }
    return CTFError(.notAFolder, "is not a folder", place: place)
  }
}
