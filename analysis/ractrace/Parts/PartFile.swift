// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import FoundationEssentials
import Glibc
import TraceAnalysis

/// Parts of traces as files: JSON, one object in a line.
enum PartFile {
  /// A part has a header for each buffer and a line for each name; this is far beyond any.
  private static let mostBytes = 1 << 30

  static func write(_ part: TracePart) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var out = OutputBuffer()
    try encoder.encode(part).withUnsafeBytes { out.append(bytes: $0) }
    out.append(byte: 0x0A)
    try out.finish()
  }

  /// Reads a part; `-` is standard input.
  static func read(_ path: String) throws -> TracePart {
    let data = try bytes(path)
    do {
      try JSONDecoder().decode(TracePart.Head.self, from: data).check()
      return try JSONDecoder().decode(TracePart.self, from: data)
    } catch let error as TracePartError {
      throw Failure("cannot read '\(path)': \(error.message)", hint: error.remedy)
    } catch {
      throw Failure(
        "cannot read '\(path)': it is no part of a trace as `ractrace fold' writes it",
        causes: [data.last == 0x0A ? "it holds something else" : "it is cut short"],
        hint: "make one: ractrace fold TRACE > part")
    }
  }

  private static func bytes(_ path: String) throws -> Data {
    let name = PathText.bytes(path).map { CChar(bitPattern: $0) } + [0]
    let file = path == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { if path != "-" { close(file) } }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      if count == 0 { return data }
      data.append(contentsOf: chunk[..<count])
      guard data.count <= mostBytes else {
        throw Failure("cannot read '\(path)': it is larger than any part of a trace")
      }
    }
  }

  private static func unreadable(_ path: String) -> Failure {
    Failure("cannot read '\(path)': \(String(cString: strerror(errno)))")
  }
}
