// SPDX-License-Identifier: MIT

import Testing

@testable import TraceSession

@Suite("SharedMemory")
struct SharedMemoryTests {
  @Test(
    "counts the processors that a machine can have, as the kernel lists them",
    arguments: [
      ("0", 1), ("0-3", 4), ("0-1,4-5\n", 6), ("", nil), ("x", nil), ("0-99999999999", nil),
    ] as [(String, Int?)])
  func processors(ranges: String, count: Int?) {
    #expect(SharedMemory.count(possible: ranges) == count)
  }
}
