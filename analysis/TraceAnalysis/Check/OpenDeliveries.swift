// SPDX-License-Identifier: MIT

/// The deliveries of one subscription that are under way, on the last two threads.
struct OpenDeliveries: Codable, Sendable {
  private var thread: Int32?
  /// Whether the open deliveries of the thread are values, the innermost in the lowest bit.
  private var values: UInt32 = 0
  private var depth: UInt8 = 0
  /// When the outermost began.
  private var since: Int64 = 0
  /// Whether the last event was the end of a value's delivery.
  private var hasClosedValue = false
  /// The thread that was delivering when another one began: never the same as `thread`.
  private var other: Int32?
  private var otherSince: Int64 = 0

  /// A delivery begins.
  @inline(__always)
  mutating func begin(
    isValue: Bool, at time: Int64, on now: Int32?, lossEnd: @autoclosure () -> Int64
  ) {
    guard let now else { return }
    if now != thread {
      change(to: now, lossEnd: lossEnd())
    } else if depth > 0, lossEnd() > since {
      depth = 0
    }
    if depth == 0 {
      since = time
      values = 0
    }
    values = values << 1 | (isValue ? 1 : 0)
    depth = min(depth &+ 1, 31)
    hasClosedValue = false
  }

  /// Another thread delivers.
  @inline(never)
  private mutating func change(to now: Int32, lossEnd: Int64) {
    if depth > 0, lossEnd <= since {
      (other, otherSince) = (thread, since)
    } else if now == other {
      other = nil
    }
    depth = 0
    thread = now
  }

  /// A delivery ends: only that proves that it was still open when others began.
  @inline(__always)
  mutating func end(on now: Int32?, lossEnd: @autoclosure () -> Int64) -> Rule? {
    guard let now else { return nil }
    guard now == thread else { return endBeside(now, lossEnd: lossEnd()) }
    guard depth > 0 else { return nil }
    let isValue = values & 1 == 1
    values >>= 1
    depth &-= 1
    let isSecond = hasClosedValue && isValue
    hasClosedValue = isValue
    return isSecond && lossEnd() <= since ? .reentrancy : nil
  }

  /// A delivery ends that is not one of the last thread's.
  @inline(never)
  private mutating func endBeside(_ now: Int32, lossEnd: Int64) -> Rule? {
    guard now == other else { return nil }
    other = nil
    return lossEnd <= otherSince ? .overlappingDeliveries : nil
  }
}
