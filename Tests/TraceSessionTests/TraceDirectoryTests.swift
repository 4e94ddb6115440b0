// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TraceSession

@Suite("TraceDirectory")
struct TraceDirectoryTests {
  @Test("is made, refused where a trace or a second recording is, and removed if it is empty")
  func directory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a/b"
    var directory: TraceDirectory? = try TraceDirectory(path)
    #expect(File.isDirectory(path))
    let second = #expect(throws: RecordingError.self) { _ = try TraceDirectory(path) }
    #expect(second?.code == .outputInUse)
    directory?.discard()
    directory = nil
    #expect(!File.isThere(folder.path + "/a"))

    _ = try File.makeDirectories(path + "/ust/pid/x")
    #expect(creat(path + "/ust/pid/x/metadata", 0o600) >= 0)
    let used = #expect(throws: RecordingError.self) { _ = try TraceDirectory(path) }
    #expect(used?.code == .outputInUse)
    let file = #expect(throws: RecordingError.self) {
      _ = try TraceDirectory(path + "/ust/pid/x/metadata")
    }
    #expect(file?.code == .outputUnusable)
  }
}
