// SPDX-License-Identifier: MIT

import TraceModel

/// The text of each open frame, copied since only its end tells whether it is one of the slowest.
struct FrameTexts: ~Copyable {
  /// How many bytes of a text are kept.
  static let most = 252

  /// A text, whose bytes lie behind its count.
  struct Text {
    /// Negative if there is none.
    var count: Int32
    private var bytes: InlineArray<252, UInt8>
  }

  private var texts = UnsafeMutablePointer<Text>.allocate(capacity: 16)
  private var capacity = 16

  init() { clear(from: 0) }

  deinit { texts.deallocate() }

  /// Where the text of a frame is, until that of another one is asked for.
  @inline(__always)
  mutating func place(of frame: Int32) -> UnsafeMutablePointer<Text> {
    if frame >= capacity { grow(to: Int(frame)) }
    return texts + Int(frame)
  }

  /// The bytes of a text.
  @inline(__always)
  static func bytes(_ text: UnsafeMutablePointer<Text>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(text) + MemoryLayout<Int32>.size
  }

  @inline(never)
  private mutating func grow(to frame: Int) {
    let count = capacity
    while capacity <= frame { capacity *= 2 }
    let larger = UnsafeMutablePointer<Text>.allocate(capacity: capacity)
    larger.moveInitialize(from: texts, count: count)
    texts.deallocate()
    texts = larger
    clear(from: count)
  }

  private mutating func clear(from start: Int) {
    let rest = UnsafeMutableRawPointer(texts + start)
    // A count of −1 in each.
    rest.initializeMemory(
      as: UInt8.self, repeating: 0xFF, count: (capacity - start) * MemoryLayout<Text>.stride)
  }

  func text(_ frame: Int32) -> String? {
    guard frame >= 0, frame < capacity, texts[Int(frame)].count >= 0 else { return nil }
    let text = texts + Int(frame)
    return String(
      decoding: UnsafeRawBufferPointer(start: Self.bytes(text), count: Int(text.pointee.count)),
      as: UTF8.self)
  }
}
