// SPDX-License-Identifier: MIT

import CThreadState
import Glibc
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("are unique over threads, and never 0")
  func uniqueness() async {
    let each = 10_000
    let lists = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<each).map { _ in ractrace_new_id() } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let all = Set(lists.joined())
    #expect(all.count == 4 * each)
    #expect(!all.contains(0))
  }

  @Test("jump by 2^32 in a forked child, so that parent and child never meet")
  func fork() throws {
    typealias Fork = @convention(c) () -> pid_t
    // Swift hides fork(); a child that only writes to a pipe and leaves is safe.
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: Fork.self)
    var pipe: (Int32, Int32) = (0, 0)
    let opened = withUnsafeMutableBytes(of: &pipe) { bytes in
      Glibc.pipe(bytes.bindMemory(to: Int32.self).baseAddress)
    }
    #expect(opened == 0)
    let before = ractrace_new_id()

    let child = fork()
    if child == 0 {
      var first = ractrace_new_id()
      write(pipe.1, &first, MemoryLayout<UInt64>.size)
      _exit(0)
    }
    var first: UInt64 = 0
    #expect(read(pipe.0, &first, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size)
    waitpid(child, nil, 0)
    close(pipe.0)
    close(pipe.1)

    #expect(first > before + 1 << 32)
    #expect(ractrace_new_id() < first)
  }
}
