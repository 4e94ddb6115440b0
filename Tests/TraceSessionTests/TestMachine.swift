// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

@testable import TraceSession

/// A machine in a folder, on which everything is as it should be until a test changes it.
final class TestMachine {
  let folder: TemporaryFolder
  var machine: Machine
  private var sockets: [Int32] = []

  /// One that an ordinary user has, with a session daemon of that user's.
  init() throws {
    folder = try TemporaryFolder()
    machine = Machine(
      root: folder.path, environment: ["HOME": "/home/ann", "PATH": "/usr/bin"], user: 1_000,
      groups: [1_000, 120], need: 20 << 20, hasLTTng: true)
    machine.sharedMemory = (total: 1 << 30, free: 1 << 30)
    for tool in ["lttng", "lttng-sessiond", "babeltrace2"] { try program("/usr/bin/" + tool, []) }
    for library in ["liblttng-ust.so.1", "liblttng-ctl.so.0", "liblttng-ust-fork.so.1"] {
      try write([], "/usr/lib/" + library)
    }
    try write(Array("root:x:0:\ntracing:x:120:ann\n".utf8), "/etc/group")
    try write(Array("0::/init.scope\n".utf8), "/proc/1/cgroup")
    try link("pid:[4026531836]", "/proc/self/ns/pid")
    try listen("/home/ann/.lttng/client-lttng-sessiond")
    try write([], "/home/ann/.lttng/lttng-ust-sock-9")
  }

  deinit { for socket in sockets { close(socket) } }

  /// What is found, but for what is as it should be: level, topic and message.
  func findings(_ target: Diagnosis.Target? = nil) -> [String] {
    Diagnosis(of: machine, target: target).findings.filter { $0.level != .ok }
      .map { "\($0.level) \($0.topic): \($0.message)" }
  }

  /// What is as it should be.
  func good(_ target: Diagnosis.Target? = nil) -> [String] {
    Diagnosis(of: machine, target: target).findings.filter { $0.level == .ok }
      .map { "\($0.topic): \($0.message)" }
  }

  func write(_ bytes: [UInt8], _ path: String) throws {
    _ = try File.makeDirectories(File.parent(folder.path + path))
    try Files.write(bytes, to: folder.path + path)
  }

  func program(_ path: String, _ bytes: [UInt8]) throws {
    try write(bytes, path)
    chmod(folder.path + path, 0o755)
  }

  func link(_ target: String, _ path: String) throws {
    _ = try File.makeDirectories(File.parent(folder.path + path))
    unlink(folder.path + path)
    guard symlink(target, folder.path + path) == 0 else { throw SupportError("symlink: \(errno)") }
  }

  func remove(_ path: String) { unlink(folder.path + path) }

  /// Makes a socket that somebody listens to, or listened to once.
  func listen(_ path: String, isStale: Bool = false) throws {
    _ = try File.makeDirectories(File.parent(folder.path + path))
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array((folder.path + path).utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      precondition(name.count < place.count, "too long for a socket: \(path)")
      place.copyBytes(from: name)
    }
    unlink(folder.path + path)
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, Glibc.listen(socket, 1) == 0 else { throw SupportError("listen: \(errno)") }
    if isStale { close(socket) } else { sockets.append(socket) }
  }
}
