// SPDX-License-Identifier: MIT

import Testing

@testable import TraceSession

@Suite("PacketHeader")
struct PacketHeaderTests {
  @Test("takes no packet from bytes that are none")
  func noPacket() {
    #expect(PacketHeader([UInt8](repeating: 0, count: 84), offset: 0) == nil)
    #expect(PacketHeader([0xC1], offset: 0) == nil)
    // The right magic number, and a content that is larger than the packet.
    var bytes: [UInt8] = [0xC1, 0x1F, 0xFC, 0xC1] + [UInt8](repeating: 0, count: 80)
    bytes[50] = 1
    #expect(PacketHeader(bytes, offset: 0) == nil)
    bytes[58] = 1
    #expect(PacketHeader(bytes, offset: 0)?.size == 8192)
  }
}
