// SPDX-License-Identifier: MIT

import TraceModel

/// The text of each open frame, copied since only its end tells whether it is one of the slowest.
struct FrameTexts: ~Copyable {
  private static let most = 256

  private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16 * most)
  private var lengths = OwnedList<Int32>()
  private var capacity = 16

  deinit { bytes.deallocate() }

  @inline(__always)
  mutating func keep(_ event: borrowing ModelEvent, _ frame: Int32) {
    let place = Int(frame)
    while lengths.count <= place { grow() }
    let target = bytes + place * Self.most
    lengths[place] = Int32(truncatingIfNeeded: event.copyText(to: target, most: Self.most))
  }

  private mutating func grow() {
    if lengths.count == capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 * Self.most)
      larger.update(from: bytes, count: capacity * Self.most)
      bytes.deallocate()
      bytes = larger
      capacity *= 2
    }
    lengths.append(-1)
  }

  func text(_ frame: Int32) -> String? {
    guard frame >= 0, frame < lengths.count, lengths[Int(frame)] >= 0 else { return nil }
    let text = UnsafeBufferPointer(
      start: bytes + Int(frame) * Self.most, count: Int(lengths[Int(frame)]))
    return String(decoding: text, as: UTF8.self)
  }
}
