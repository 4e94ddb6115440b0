// SPDX-License-Identifier: MIT

import TraceModel

extension Profile.State {
  /// Puts slices of a signal among those that it has.
  ///
  /// - Parameters:
  ///   - slices: The slices, in order.
  ///   - finer: Their grid, which is not coarser than the one here.
  ///   - name: The signal.
  mutating func add(_ slices: [Profile.Slice], on finer: TimeGrid, of name: String) {
    merge(grid: finer)
    let known = signals[name] ?? []
    signals[name] = Self.joined(known, slices, finer: finer, on: grid)
  }

  /// Makes the slices as long as the span asks for.
  mutating func coarsen() {
    guard let begin, let end else { return }
    var grown = grid
    grown.grow(from: begin, to: end)
    merge(grid: grown)
  }

  /// Goes over to another grid if that is coarser.
  mutating func merge(grid other: TimeGrid) {
    let finer = grid
    grid.merge(other)
    guard grid != finer else { return }
    for (name, slices) in signals {
      signals[name] = Self.joined([], slices, finer: finer, on: grid)
    }
  }

  /// Two lists of slices as one, in order; the second list is on a grid of its own.
  private static func joined(
    _ left: [Profile.Slice], _ right: [Profile.Slice], finer: TimeGrid, on grid: TimeGrid
  ) -> [Profile.Slice] {
    var all = left
    for var slice in right {
      slice.number = grid.slice(slice.number, of: finer)
      all.append(slice)
    }
    all.sort { $0.number < $1.number }
    var joined: [Profile.Slice] = []
    for slice in all {
      if let last = joined.last, last.number == slice.number {
        joined[joined.count - 1].merge(slice)
      } else {
        joined.append(slice)
      }
    }
    return joined
  }

  /// Puts the later half of a subscription behind its earlier one.
  mutating func join(_ key: SubscriptionKey, _ later: Profile.NamedMarks) {
    guard var earlier = live[key], !later.began else {
      live[key] = later
      return
    }
    let first = later.first
    let lossEnd = losses.latestEnd(first.time)
    if first.exists, let interval = earlier.last.interval(to: first, lossEnd: lossEnd),
      let place = signals[later.signal]?.firstIndex(where: {
        $0.number == grid.slice(of: first.time)
      })
    {
      signals[later.signal]?[place].intervals.record(interval)
    }
    if let delivered = earlier.delivery.append(later.delivery, lossEnd: losses.latestEnd(.max)) {
      var slice = Profile.Slice(number: grid.slice(of: delivered.end))
      slice.deliveries.record(delivered.took)
      add([slice], on: grid, of: earlier.signal)
    }
    if !earlier.first.exists { earlier.first = first }
    if later.last.exists { earlier.last = later.last }
    earlier.isEnded = later.isEnded
    live[key] = earlier.isEnded && earlier.began ? nil : earlier
  }
}
