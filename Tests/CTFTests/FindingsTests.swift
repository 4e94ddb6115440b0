// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TraceCorpus

/// What `make fuzz` has found once: each file is an input, named after its fuzzer.
@Suite("Findings of the fuzzers")
struct FindingsTests {
  static let folder = "\(#filePath.dropLast("FindingsTests.swift".utf8.count))Findings"

  static let names: [String] = {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }()

  @Test("stay mended", arguments: names)
  func replay(_ name: String) throws {
    let bytes = try Files.bytes(of: Self.folder + "/" + name)
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) {
      let input = try FuzzInput(in: folder.path)
      bytes.withUnsafeBytes { bytes in
        if name.hasPrefix("packets-") {
          input.readPackets(bytes)
        } else {
          input.readMetadata(bytes)
        }
      }
    }
  }
}
