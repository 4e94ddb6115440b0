// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import TraceSession

@Suite("BoundedCall")
struct BoundedCallTests {
  @Test("leaves a call alone that does not return, and refuses the next until it does")
  func boundedCall() {
    // A gate of its own: other tests call the daemon meanwhile.
    let gate = BoundedCall.Gate()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let silent = BoundedCall.run(limit: .milliseconds(20), through: gate) {
      var byte: UInt8 = 0
      return read(reading, &byte, 1)
    }
    #expect(silent == nil)
    #expect(BoundedCall.run(limit: .milliseconds(20), through: gate) { 1 } == nil)
    var byte: UInt8 = 1
    #expect(write(writing, &byte, 1) == 1)
    #expect(BoundedCall.run(limit: .seconds(60), through: gate) { 1 } == 1)
    close(reading)
    close(writing)
  }
}
