// SPDX-License-Identifier: MIT

/// The loss windows of the streams that one kind of event is written to, walked along with time.
///
/// A span meets a loss if a window began before the span's end and ended after its begin. With
/// the windows in order of their begins, the latest end among those begun tells it at once.
struct LossHorizon {
  private var windows: [(from: Int64, to: Int64)]
  private var next = 0
  /// The latest end of all windows that began before the time of the last `advance`.
  private(set) var latestEnd = Int64.min

  init(_ windows: [(from: Int64, to: Int64)]) {
    self.windows = windows.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Goes on to a time, which is not before the last one.
  @inline(__always)
  mutating func advance(to time: Int64) {
    while next < windows.count, windows[next].from < time {
      latestEnd = max(latestEnd, windows[next].to)
      next &+= 1
    }
  }
}
