// SPDX-License-Identifier: MIT

import Glibc

/// The buffers whose last part was never delivered.
///
/// A program that is killed inside a write leaves a sub-buffer that nobody can deliver, with no
/// counter and no gap to show for it; all that is written to the buffer later is lost too. What
/// gives it away: the last packet is full, so that another must have been begun, and it ends long
/// before its siblings'. When a session stops, or is rotated, all buffers are flushed at once.
struct StalledTails {
  /// The difference between ends that says something, in ns.
  ///
  /// Clean ends agree within 33 µs, and were seen 0.4 ms apart on a busy machine; stalled ones
  /// differ by 3 ms and more.
  private static let slack: UInt64 = 2_000_000

  private(set) var windows: [Trust.LossWindow] = []

  init(_ buffers: RingBuffers, streams: [DataStream], traces: [CTFTrace]) {
    let ends = traces.map { trace in
      streams[trace.streams].lazy.flatMap(\.packets).filter { $0.isClosed == true }.map(\.end).max()
    }
    let sizes = PacketSizes(streams)
    let areSnapshots = traces.map { Self.isSnapshot($0.path) }
    for places in buffers.buffers {
      guard let last = places.last(where: { !$0.packet.isRepeated }) else { continue }
      let trace = streams[last.stream].traceIndex
      guard !areSnapshots[trace], last.packet.isClosed == true, let latest = ends[trace],
        latest > last.packet.end,
        UInt64(bitPattern: latest &- last.packet.end) > Self.slack,
        sizes.isFull(last.packet, of: streams[last.stream])
      else { continue }
      windows.append(
        Trust.LossWindow(
          streamIndex: last.stream, from: last.packet.end, to: .max, cause: .stalledTail))
    }
  }

  /// Whether a trace is a snapshot, by the end `-<date>-<time>-<number>` of a folder's name.
  ///
  /// The buffers of a snapshot are copied one after the other, so their ends tell nothing.
  static func isSnapshot(_ path: String) -> Bool {
    let real = unsafe PathText.withCString(path) { unsafe realpath($0, nil) }
    guard let real = unsafe real else { return false }
    defer { unsafe free(real) }
    return unsafe String(cString: real).split(separator: "/").contains { name in
      let parts = name.split(separator: "-").suffix(3).map { Array($0.utf8) }
      return parts.count == 3 && parts.allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
        && parts[0].count == 8 && parts[1].count == 6 && !parts[2].isEmpty
        && name.split(separator: "-").count > 3
    }
  }
}

/// The sizes of sub-buffers, as far as the packets of each channel tell.
package struct PacketSizes {
  private struct Channel: Hashable {
    var trace: Int
    var streamClassID: UInt64?
  }

  private var largest: [Channel: Int] = [:]

  package init(_ streams: [DataStream]) {
    for stream in streams {
      let channel = Channel(trace: stream.traceIndex, streamClassID: stream.streamClassID)
      largest[channel] = stream.packets.lazy.map(\.packetSize)
        .reduce(largest[channel] ?? 0) { max($0, $1) }
    }
  }

  /// The size of the largest packet of a stream's channel in bits.
  func largest(of stream: DataStream) -> Int {
    largest[Channel(trace: stream.traceIndex, streamClassID: stream.streamClassID)] ?? 0
  }

  /// Whether a packet has no space for another usual event.
  ///
  /// A sub-buffer's size is a power of two. A packet that is flushed early is only filled up to
  /// the next page, so a smaller packet than its channel's largest was not full.
  package func isFull(_ packet: Packet, of stream: DataStream) -> Bool {
    let size = packet.packetSize
    guard size > 0, size & (size - 1) == 0, size >= largest(of: stream) else { return false }
    return size - packet.contentSize <= min(size / 8, 4096 * 8)
  }
}
