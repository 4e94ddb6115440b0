// SPDX-License-Identifier: MIT

import Glibc
import TraceTestSupport

/// Puts the bytes of a fuzzer where the reader looks for a trace, and reads it.
///
/// The reader maps files, so the bytes go into files.
package struct FuzzInput: Sendable {
  private let folder: String

  /// Writes the traces that the bytes are read with.
  ///
  /// - Parameter folder: An empty folder; best one whose files lie in memory.
  /// - Throws: `SupportError` if a file cannot be written.
  package init(in folder: String) throws {
    self.folder = folder
    for (index, schema) in Schemas.all.enumerated() {
      try schema.files().write(to: place(index))
      mkdir(place(index) + "/index", 0o700)
    }
    mkdir(place(Self.schemas - 1), 0o700)
    mkdir(place(Self.schemas - 1) + "/index", 0o700)
    CTF2Kinds.metadata.withUnsafeBytes { write($0, to: place(Self.schemas - 1) + "/metadata") }
    mkdir(alone, 0o700)
    var lost = TraceFiles()
    lost["metadata"] = []
    try lost.write(to: self.lost)
  }

  /// How many there are: the last is that of CTF 2's own kinds.
  package static var schemas: Int { Schemas.all.count + 1 }

  /// A trace of metadata alone.
  private var alone: String { folder + "/alone" }
  /// A trace whose metadata is lost.
  private var lost: String { folder + "/lost" }

  private func place(_ schema: Int) -> String { "\(folder)/\(schema)" }

  private func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0, "\(path): error \(errno)")
    defer { close(descriptor) }
    let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    precondition(written == bytes.count, "\(path): error \(errno)")
  }

  /// Reads a small trace with the bytes as its metadata, in whichever language.
  package func readMetadata(_ bytes: UnsafeRawBufferPointer) {
    write(bytes, to: alone + "/metadata")
    // Else the packets would be read without metadata, again and again.
    guard ReadEverything.read(alone) != nil else { return }
    write(bytes, to: place(0) + "/metadata")
    ReadEverything.read(place(0))
  }

  /// Reads the bytes as two streams and an index, with one of the schemas as metadata.
  ///
  /// The first byte chooses the schema. Two lengths follow, of 16 bits each, the low byte first:
  /// of the first stream and of its index. What is left is the second stream.
  package func readPackets(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 5 else { return }
    let place = place(Int(bytes[0]) % Self.schemas)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[5...])
    let first = min(Int(bytes[1]) | Int(bytes[2]) << 8, rest.count)
    let index = min(Int(bytes[3]) | Int(bytes[4]) << 8, rest.count - first)
    write(.init(rebasing: rest[..<first]), to: place + "/c_0")
    write(.init(rebasing: rest[first..<first + index]), to: place + "/index/c_0.idx")
    write(.init(rebasing: rest[(first + index)...]), to: place + "/c_1")
    ReadEverything.read(place)
  }

  /// Reads the bytes as a stream of a trace whose metadata is empty.
  package func readRecovery(_ bytes: UnsafeRawBufferPointer) {
    write(bytes, to: lost + "/c_0")
    ReadEverything.read(lost)
  }

  /// The bytes of an input of packets.
  package static func packets(
    schema: Int, _ stream: [UInt8], index: [UInt8] = [], second: [UInt8] = []
  ) -> [UInt8] {
    let length = { (count: Int) in [UInt8(count & 255), UInt8(count >> 8 & 255)] }
    return [UInt8(schema)] + length(stream.count) + length(index.count) + stream + index + second
  }
}
