// SPDX-License-Identifier: MIT

import Glibc

extension Machine {
  /// What is at the other end of a socket.
  enum SocketState {
    case missing
    /// Nobody listens any more.
    case stale
    case forbidden
    case open
  }

  func path(_ path: String) -> String { root + path }
  func isThere(_ path: String) -> Bool { File.isThere(root + path) }
  func text(_ path: String) -> String? { File.text(root + path) }
  func names(in path: String) -> [String] { File.names(in: root + path) }

  /// Where a link points to.
  func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink(root + path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Connects to a socket, without waiting, and hangs up.
  func state(ofSocket path: String) -> SocketState {
    let path = Array((root + path).utf8)
    let socket = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return .missing }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard path.count < place.count else { return false }
      place.copyBytes(from: path)
      return true
    }
    guard fits else { return .missing }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return .open }
    switch errno {
    // Its queue is full: somebody listens, however slowly.
    case EAGAIN, EINPROGRESS: return .open
    case ECONNREFUSED: return .stale
    case EACCES, EPERM: return .forbidden
    default: return .missing
    }
  }

  /// Finds a program as a shell does.
  func program(_ name: String) -> String? {
    if name.contains("/") { return access(root + name, X_OK) == 0 ? name : nil }
    let folders = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if File.size(root + path) != nil || link(path) != nil, access(root + path, X_OK) == 0 {
        return path
      }
    }
    return nil
  }

  /// Where the dynamic linker looks for libraries, beside what a program itself names.
  var libraryFolders: [String] {
    var folders = (environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
    for name in names(in: "/etc/ld.so.conf.d") where name.hasSuffix(".conf") {
      for line in (text("/etc/ld.so.conf.d/" + name) ?? "").split(separator: "\n").prefix(100)
      where line.hasPrefix("/") {
        folders.append(line.trimmingSpaces)
      }
    }
    return folders + ["/usr/local/lib", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  }

  /// The first file of a name in some folders, or in those of the dynamic linker.
  func library(_ name: String, in folders: [String] = []) -> String? {
    (folders + libraryFolders).lazy.map { $0 + "/" + name }.first { isThere($0) }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != "\r" })
  }
}
