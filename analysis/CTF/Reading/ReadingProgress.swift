// SPDX-License-Identifier: MIT

import Synchronization

/// How much this process has read, for whoever shows how far it has come.
public enum ReadingProgress {
  private static let bits = Atomic<Int>(0)

  /// The bytes of all packets that were opened so far, of all traces and on all threads.
  public static var bytes: Int { bits.load(ordering: .relaxed) / 8 }

  /// Counts a packet; there are few of them beside the events.
  static func opened(_ packet: Packet) { bits.wrappingAdd(packet.packetSize, ordering: .relaxed) }
}
