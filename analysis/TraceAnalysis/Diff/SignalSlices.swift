// SPDX-License-Identifier: MIT

import TraceModel

/// The slices of many signals: those that are over, and the one that each signal is at, in memory
/// that nobody shares.
struct SignalSlices: ~Copyable {
  /// The samples of a slice, all but their counts.
  struct Samples {
    var least = UInt64.max
    var greatest: UInt64 = 0
    /// For each power of two where its page begins in `counts`; −1: no page yet.
    var pages = InlineArray<64, Int32>(repeating: -1)

    var isEmpty: Bool { least > greatest }

    /// Adds a sample to all but the counts.
    ///
    /// - Returns: Where its page begins.
    @inline(__always)
    mutating func add(_ value: UInt64, page: Int) -> Int {
      if value < least { least = value }
      if value > greatest { greatest = value }
      return Int(pages[page])
    }
  }

  struct Signal {
    /// The number of the slice that is being counted, and its end.
    var number = Int64.min
    var end = Int64.min
    var counts = Profile.Slice.Counts()
    var intervals = Samples()
    var deliveries = Samples()
    var done: [Profile.Slice] = []
  }

  private let grid: TimeGrid
  private var signals = OwnedList<Signal>()
  /// The pages of all samples in the order in which they were needed.
  private var counts = NarrowCounts()
  /// Where the pages begin that are needed no more, and whose counts are 0.
  private var free = OwnedList<Int32>()

  init(_ grid: TimeGrid) { self.grid = grid }

  /// The numbers of the signals.
  var indices: Range<Int> { signals.indices }

  /// Makes sure that there are signals up to a number.
  mutating func cover(_ number: Int) {
    while signals.count <= number { signals.append(Signal()) }
  }

  /// Counts a value.
  ///
  /// - Parameters:
  ///   - number: The signal's number, which is covered.
  ///   - time: When it came. Where stamps go backwards it counts in a later slice.
  ///   - interval: The time since the one before, if that is known.
  @inline(__always)
  mutating func addValue(_ number: Int, at time: Int64, interval: UInt64?) {
    let signal = signals.address(of: number)
    if time > signal.pointee.end { beginSlice(number, at: time) }
    signal.pointee.counts.next &+= 1
    if let interval { record(interval, in: &signal.pointee.intervals) }
  }

  /// Counts a delivery that is over.
  @inline(__always)
  mutating func addDelivery(_ number: Int, at time: Int64, took: UInt64) {
    let signal = signals.address(of: number)
    if time > signal.pointee.end { beginSlice(number, at: time) }
    record(took, in: &signal.pointee.deliveries)
  }

  /// Counts a begin or an end of a subscription.
  mutating func addLifecycle(_ number: Int, at time: Int64, isError: Bool) {
    if time > signals[number].end { beginSlice(number, at: time) }
    signals[number].counts.lifecycle &+= 1
    if isError { signals[number].counts.errors &+= 1 }
  }

  /// Ends the slice of a signal.
  ///
  /// - Returns: All that it had, in order.
  mutating func finish(_ number: Int) -> [Profile.Slice] {
    endSlice(number)
    return signals[number].done
  }

  // MARK: Slices

  @inline(never)
  private mutating func beginSlice(_ number: Int, at time: Int64) {
    endSlice(number)
    signals[number].number = grid.slice(of: time)
    signals[number].end = grid.bounds(signals[number].number).upperBound
  }

  private mutating func endSlice(_ number: Int) {
    let signal = signals.address(of: number)
    guard signal.pointee.counts.isUsed || !signal.pointee.deliveries.isEmpty else { return }
    signal.pointee.done.append(
      Profile.Slice(
        number: signal.pointee.number, counts: signal.pointee.counts,
        intervals: take(&signal.pointee.intervals), deliveries: take(&signal.pointee.deliveries)))
    signal.pointee.counts = Profile.Slice.Counts()
  }

  // MARK: Samples

  @inline(__always)
  private mutating func record(_ value: UInt64, in samples: inout Samples) {
    let bucket = LogHistogram.bucket(of: value)
    var begin = samples.add(value, page: bucket &>> 7)
    if begin < 0 { begin = addPage(bucket &>> 7, to: &samples) }
    counts.increment(begin &+ bucket & 127)
  }

  @inline(never)
  private mutating func addPage(_ page: Int, to samples: inout Samples) -> Int {
    if free.count == 0 { free.append(Int32(counts.addPage())) }
    let begin = free.removeLast()
    samples.pages[page] = begin
    return Int(begin)
  }

  /// Takes all samples out, and their pages back.
  private mutating func take(_ samples: inout Samples) -> PackedHistogram {
    guard !samples.isEmpty else { return PackedHistogram() }
    var packed = PackedHistogram(least: samples.least, greatest: samples.greatest)
    for page in 0..<LogHistogram.pageCount where samples.pages[page] >= 0 {
      let begin = Int(samples.pages[page])
      for sub in 0..<LogHistogram.subCount where counts[begin + sub] > 0 {
        packed.append(counts[begin + sub], ofBucket: page * LogHistogram.subCount + sub)
        counts.clear(begin + sub)
      }
      free.append(samples.pages[page])
    }
    samples = Samples()
    return packed
  }
}
