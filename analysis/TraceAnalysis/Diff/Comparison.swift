// SPDX-License-Identifier: MIT

/// One figure of one signal on both sides.
struct Comparison {
  /// What is exchanged between two windows: the figure of each slice.
  struct Exchange {
    var before: [Double]
    var after: [Double]
    /// How many slices hold anything.
    var used: Int
  }

  let signal: String
  let figure: Diff.Figure
  let before: Double
  let after: Double
  private let exchanges: [Exchange]

  fileprivate init(
    signal: String, figure: Diff.Figure, before: Double, after: Double, exchanges: [Exchange]
  ) {
    self.signal = signal
    self.figure = figure
    self.before = before
    self.after = after
    self.exchanges = exchanges
  }

  /// Whether only one side has the signal at all.
  var isPresence: Bool { figure == .came || figure == .went }

  /// The probability of such a difference if nothing has changed.
  var probability: Double {
    CombinedProbability.of(
      exchanges.map { ExchangeTest.probability($0.before, $0.after) })
  }

  /// The least probability that could come out, whatever the difference.
  var leastProbability: Double {
    CombinedProbability.of(exchanges.map { ExchangeTest.leastProbability(used: $0.used) })
  }

  func isBeyond(_ threshold: Double) -> Bool { abs(after - before) > threshold * before }

  func row(p: Double?, corrected: Double?) -> Diff.Row {
    Diff.Row(
      signal: signal, figure: figure, before: before, after: after, p: p, corrected: corrected)
  }
}

/// Everything that can be compared between two traces.
struct Comparisons {
  private let before: Profile.Report
  private let after: Profile.Report
  /// Both traces as a whole.
  private let spans: (before: Profile.Window, after: Profile.Window)
  /// Windows of the longer trace, each beside the other trace as a whole.
  private let windows: [(before: Profile.Window, after: Profile.Window)]

  /// Divides both traces; nil if one of them has too few slices.
  ///
  /// A trace that is several times as long as the other is also divided into windows about as long
  /// as that one. They are compared where many slices are empty: exchanging slices of quite
  /// different lengths would take events that are rare in both for gone from the shorter.
  init?(_ before: Profile.Report, _ after: Profile.Report) {
    self.before = before
    self.after = after
    let ratio = Double(before.wholeTime) / max(1, Double(after.wholeTime))
    let counts = (max(1, ratio.rounded()), max(1, (1 / max(ratio, 1e-9)).rounded()))
    guard counts.0 < 1_000, counts.1 < 1_000, let mine = before.windows(Int(counts.0)),
      let theirs = after.windows(Int(counts.1)), let whole = before.windows(1)?.first,
      let other = after.windows(1)?.first
    else { return nil }
    spans = (whole, other)
    windows = mine.flatMap { mine in theirs.map { (mine, $0) } }
  }

  /// The figures of all signals.
  func all() -> [Comparison] {
    let unrecorded = Set(before.missing.kinds + after.missing.kinds)
    let hasNext = !unrecorded.contains("racsignal:next")
    let hasErrors = !unrecorded.contains("racsignal:error")
    return Set(before.signals.keys).union(after.signals.keys).flatMap { signal in
      let sides = Sides(
        signal: signal, before: before.signals[signal] ?? [], after: after.signals[signal] ?? [],
        times: (before.wholeTime, after.wholeTime), spans: spans, windows: windows)
      if let presence = sides.presence(countingNext: hasNext) { return [presence] }
      var all: [Comparison?] = []
      if hasNext {
        all.append(sides.counted(.rate) { $0.next })
        all.append(sides.quantile(.intervalP50, 0.5) { $0.intervals })
        all.append(sides.quantile(.intervalP99, 0.99) { $0.intervals })
        all.append(sides.quantile(.deliveryP99, 0.99) { $0.deliveries })
      }
      if hasErrors { all.append(sides.counted(.errors) { $0.errors }) }
      return all.compactMap { $0 }
    }
  }
}

/// The slices of one signal on both sides.
private struct Sides {
  let signal: String
  let before: [Profile.Slice]
  let after: [Profile.Slice]
  let times: (before: UInt64, after: UInt64)
  let spans: (before: Profile.Window, after: Profile.Window)
  let windows: [(before: Profile.Window, after: Profile.Window)]

  /// How many of a side's slices may be empty before windows of equal length are compared.
  private static let mostEmpty = 2

  /// Compares the events of a signal that only one side has; nil if both have it, or none.
  func presence(countingNext: Bool) -> Comparison? {
    let count = { (counts: Profile.Slice.Counts) in
      counts.lifecycle &+ (countingNext ? counts.next : 0)
    }
    let isBefore = before.contains { count($0.counts) > 0 }
    let isAfter = after.contains { count($0.counts) > 0 }
    guard isBefore != isAfter else { return nil }
    return counted(isAfter ? .came : .went, count)
  }

  /// Compares numbers in a second; nil if there are none on either side.
  func counted(
    _ figure: Diff.Figure, _ count: (Profile.Slice.Counts) -> UInt64
  ) -> Comparison? {
    let sums = (
      before.reduce(0) { $0 &+ count($1.counts) }, after.reduce(0) { $0 &+ count($1.counts) }
    )
    guard sums.0 > 0 || sums.1 > 0 else { return nil }
    let whole = exchange(spans, count)
    let used = (whole.before.count { $0 > 0 }, whole.after.count { $0 > 0 })
    let isFull = min(used.0, used.1) >= ExchangeTest.slices - Self.mostEmpty
    let exchanges = isFull || windows.count == 1 ? [whole] : windows.map { exchange($0, count) }
    return Comparison(
      signal: signal, figure: figure, before: Self.rate(sums.0, times.before),
      after: Self.rate(sums.1, times.after), exchanges: exchanges)
  }

  /// What is exchanged for a number: the rate in each slice.
  private func exchange(
    _ pair: (before: Profile.Window, after: Profile.Window),
    _ count: (Profile.Slice.Counts) -> UInt64
  ) -> Comparison.Exchange {
    let mine = zip(pair.before.divided(before), pair.before.lengths)
      .map { Self.rate(count($0.counts), $1) }
    let theirs = zip(pair.after.divided(after), pair.after.lengths)
      .map { Self.rate(count($0.counts), $1) }
    return Comparison.Exchange(
      before: mine, after: theirs, used: (mine + theirs).count { $0 > 0 })
  }

  /// A number in a second.
  private static func rate(_ count: UInt64, _ nanoseconds: UInt64) -> Double {
    Double(count) / (Double(nanoseconds) / 1e9)
  }

  /// Compares a quantile; nil if one side has no samples.
  func quantile(
    _ figure: Diff.Figure, _ share: Double, _ samples: (Profile.Slice) -> PackedHistogram
  ) -> Comparison? {
    let sides = (LogHistogram(before.map(samples)), LogHistogram(after.map(samples)))
    guard let before = sides.0.quantile(share), let after = sides.1.quantile(share) else {
      return nil
    }
    return Comparison(
      signal: signal, figure: figure, before: Double(before), after: Double(after),
      exchanges: [
        exchange(
          (spans.before.divided(self.before) + spans.after.divided(self.after)).map(samples), share)
      ])
  }

  /// What is exchanged for a quantile: of each slice how many samples lie above the quantile of
  /// both sides together (those in its bucket count half), less the number that would be expected.
  ///
  /// Slices without samples thus say nothing.
  private func exchange(_ samples: [PackedHistogram], _ share: Double) -> Comparison.Exchange {
    let both = LogHistogram(samples)
    let middle = both.bucket(ofQuantile: share)
    let above = samples.map { $0.above(bucket: middle) }
    let expected = above.reduce(0) { $0 + $1.halves } / max(1, Double(both.count))
    let scores = above.map { $0.halves - expected * $0.count }
    return Comparison.Exchange(
      before: Array(scores.prefix(ExchangeTest.slices)),
      after: Array(scores.suffix(ExchangeTest.slices)), used: above.count { $0.count > 0 })
  }
}

extension LogHistogram {
  /// All samples of several.
  fileprivate init(_ parts: [PackedHistogram]) {
    self.init()
    for part in parts { add(part) }
  }

  /// The number of the bucket that a quantile is in; there are samples.
  fileprivate func bucket(ofQuantile share: Double) -> Int {
    let rank = max(1, UInt64((share * Double(count)).rounded(.up)))
    var below: UInt64 = 0
    var found: Int?
    forEachBucket { number, count in
      below &+= count
      if found == nil, below >= rank { found = number }
    }
    return found ?? 0
  }
}

extension PackedHistogram {
  /// How many samples lie above a bucket, those in it counted half, and how many there are.
  fileprivate func above(bucket middle: Int) -> (halves: Double, count: Double) {
    var (halves, all): (UInt64, UInt64) = (0, 0)
    forEachBucket { number, count in
      all &+= count
      halves &+= number > middle ? 2 &* count : number == middle ? count : 0
    }
    return (Double(halves) / 2, Double(all))
  }
}
