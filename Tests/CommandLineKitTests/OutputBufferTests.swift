// SPDX-License-Identifier: MIT

import CommandLineKit
import Testing

@Suite("OutputBuffer")
struct OutputBufferTests {
  @Test(
    "writes numbers as Swift does",
    arguments: [0, 9, 10, 99, 100, 12_345, 9_999_999_999_999_999_999, .max] as [UInt64])
  func decimals(value: UInt64) {
    var out = OutputBuffer(descriptor: nil)
    out.append(decimal: value)
    let contents = out.contents
    #expect(contents == String(value))
  }

  @Test("writes signs and leading zeros")
  func signs() {
    var out = OutputBuffer(descriptor: nil)
    out.append(decimal: Int64.min)
    out.append(byte: 0x20)
    out.append(decimal: 42, width: 9)
    let contents = out.contents
    #expect(contents == "-9223372036854775808 000000042")
  }

  @Test("grows when it keeps everything")
  func grows() {
    var out = OutputBuffer(descriptor: nil, capacity: 64)
    let piece = String(repeating: "x", count: 1_000)
    for _ in 0..<10 { out.append(text: piece) }
    let contents = out.contents
    #expect(contents.utf8.count == 10_000)
  }

  @Test("remembers that nobody reads, and is silent about a closed pipe only")
  func failure() {
    var out = OutputBuffer(descriptor: -1, capacity: 64)
    for _ in 0..<100 { out.append(byte: 0x78) }
    let isClosed = out.isClosed
    #expect(isClosed)
    var message: String?
    do { try out.finish() } catch { message = error.message }
    #expect(message == "cannot write the output: Bad file descriptor")
  }
}
