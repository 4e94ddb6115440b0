// SPDX-License-Identifier: MIT

import Glibc
import TraceCorpus
import TraceTestSupport

/// Puts libFuzzer's bytes where the reader looks for a trace, and reads it.
///
/// The reader maps files, so the bytes go into files, which lie in memory: below `/dev/shm`
/// or what `TMPDIR` says.
enum Input {
  /// The traces' folders, below a folder that whoever starts the program removes.
  nonisolated(unsafe) private static let folder = makeFolder()
  private static let schemas = Schemas.all

  private static func makeFolder() -> String {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm"
    var template = Array("\(place)/ractrace-fuzz.XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, mkdtemp(base) != nil else { return nil }
      return String(cString: base)
    }
    guard let made else { preconditionFailure("no folder in /dev/shm: error \(errno)") }
    for (index, schema) in Schemas.all.enumerated() {
      let place = "\(made)/\(index)"
      do {
        try schema.files(.tsdl).write(to: place)
      } catch {
        preconditionFailure("\(error)")
      }
      mkdir(place + "/index", 0o700)
    }
    return made
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0, "\(path): error \(errno)")
    defer { close(descriptor) }
    let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    precondition(written == bytes.count, "\(path): error \(errno)")
  }

  /// Reads a fixed trace with the bytes as its metadata.
  static func metadata(_ data: UnsafePointer<UInt8>?, _ size: Int, isCTF2: Bool) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    // Each language has a corpus of its own.
    guard (bytes.first == 0x1e) == isCTF2 else { return -1 }
    write(bytes, to: folder + "/0/metadata")
    ReadEverything.read(folder + "/0")
    return 0
  }

  /// Reads the bytes as two streams and an index, with one of the fixed metadata files.
  ///
  /// The first byte chooses the metadata. Two lengths follow, of 16 bits each, the low byte
  /// first: of the first stream and of its index. What is left is the second stream.
  static func packets(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    guard size >= 5, let data else { return -1 }
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    let place = folder + "/\(Int(bytes[0]) % schemas.count)"
    let first = min(Int(bytes[1]) | Int(bytes[2]) << 8, size - 5)
    let index = min(Int(bytes[3]) | Int(bytes[4]) << 8, size - 5 - first)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[5...])
    write(.init(rebasing: rest[..<first]), to: place + "/c_0")
    write(.init(rebasing: rest[first..<first + index]), to: place + "/index/c_0.idx")
    write(.init(rebasing: rest[(first + index)...]), to: place + "/c_1")
    ReadEverything.read(place)
    return 0
  }
}
