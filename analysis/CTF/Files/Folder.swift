// SPDX-License-Identifier: MIT

import Glibc

/// What is in a folder.
struct Folder {
  /// An entry; hidden ones are left out.
  struct Entry {
    var name: String
    /// Whether it is known to be a regular file; a link to one is not known.
    var isFile: Bool
  }

  /// What says that two paths lead to the same file.
  struct Identity: Hashable {
    var device: UInt
    var inode: UInt
  }

  /// By name.
  private(set) var entries: [Entry] = []

  /// Lists a folder; nil, and `errno` is set, if it cannot be read.
  init?(_ path: String) {
    guard let directory = unsafe PathText.withCString(path, { unsafe opendir($0) }) else {
      return nil
    }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe PathText.text(bytes.prefix { $0 != 0 })
      }
      let isFile = unsafe entry.pointee.d_type == UInt8(DT_REG)
      if !name.hasPrefix(".") { entries.append(Entry(name: name, isFile: isFile)) }
    }
    entries.sort { $0.name < $1.name }
  }

  func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }

  /// What kind of file a path leads to, through links; nil, and `errno` is set, if to none.
  static func identify(_ path: String) -> (identity: Identity, mode: mode_t)? {
    var status = stat()
    guard unsafe PathText.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    return (
      Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)), status.st_mode & S_IFMT
    )
  }

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool { identify(path)?.mode == S_IFDIR }
}
