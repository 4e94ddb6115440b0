// SPDX-License-Identifier: MIT

import Glibc

/// Reading and writing whole files in tests.
public enum Files {
  /// The whole of a file as text; wrong UTF-8 is mended.
  public static func text(of file: String) throws -> String {
    String(decoding: try bytes(of: file), as: UTF8.self)
  }

  /// The whole of a file.
  public static func bytes(of file: String) throws -> [UInt8] {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { throw SupportError("cannot read \(file): error \(errno)") }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      all += buffer[..<count]
    }
    return all
  }

  /// Writes a text to a file.
  public static func write(_ text: String, to file: String) throws {
    try write(Array(text.utf8), to: file)
  }

  /// Writes bytes to a file.
  public static func write(_ bytes: [UInt8], to file: String) throws {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw SupportError("cannot write \(file): error \(errno)") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SupportError("cannot write \(file): error \(errno)") }
      rest = rest.dropFirst(count)
    }
  }
}
