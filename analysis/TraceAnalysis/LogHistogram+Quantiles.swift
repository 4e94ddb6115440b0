// SPDX-License-Identifier: MIT

extension LogHistogram {
  /// The sample below or at which the given share of the samples lies, within 0.4 %.
  ///
  /// The nearest-rank definition: of *k* samples in order, the one at rank ⌈*share* × *k*⌉, at
  /// least the first.
  ///
  /// - Parameter share: Between 0 and 1.
  /// - Returns: The middle of the sample's bucket, never outside the extremes; nil without samples.
  public func quantile(_ share: Double) -> UInt64? {
    guard count > 0 else { return nil }
    return value(atRank: rank(share, of: count))
  }

  /// The bounds between which a quantile lies when samples were lost.
  ///
  /// With *m* lost samples the true rank among the *k* kept ones is between *share*(*k* + *m*) −
  /// *m* and *share*(*k* + *m*). A bound beyond the kept samples is nil: nothing is known there.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - lost: How many samples are missing at most.
  /// - Returns: The bounds; both equal if the loss does not matter at this resolution.
  public func quantileBounds(_ share: Double, lost: UInt64) -> (low: UInt64?, high: UInt64?) {
    guard count > 0 else { return (nil, nil) }
    let (whole, overflow) = count.addingReportingOverflow(lost)
    guard !overflow else { return (nil, nil) }
    let high = rank(share, of: whole)
    return (
      high > lost ? value(atRank: high - lost) : nil,
      high <= count ? value(atRank: high) : nil
    )
  }

  /// The buckets that hold samples, in order of their values.
  ///
  /// - Returns: The least and the greatest value that a bucket takes, and its count.
  public func buckets() -> [(low: UInt64, high: UInt64, count: UInt64)] {
    var result: [(low: UInt64, high: UInt64, count: UInt64)] = []
    for (page, slot) in pages.enumerated() where slot != 0 {
      for sub in 0..<Self.subCount {
        let count = counts[(Int(slot) - 1) << 7 + sub]
        if count > 0 {
          let (low, high) = Self.range(page: page, sub: sub)
          result.append((low, high, count))
        }
      }
    }
    return result
  }

  private func rank(_ share: Double, of total: UInt64) -> UInt64 {
    let exact = (share * Double(total)).rounded(.up)
    return exact >= Double(total) ? total : max(1, UInt64(exact))
  }

  private func value(atRank rank: UInt64) -> UInt64 {
    if rank <= 1 { return least }
    if rank >= count { return greatest }
    var below: UInt64 = 0
    for (page, slot) in pages.enumerated() where slot != 0 {
      let base = (Int(slot) - 1) << 7
      for sub in 0..<Self.subCount {
        below &+= counts[base + sub]
        if below >= rank {
          let (low, high) = Self.range(page: page, sub: sub)
          return min(max(low + (high - low) / 2, least), greatest)
        }
      }
    }
    return greatest
  }

  private static func range(page: Int, sub: Int) -> (low: UInt64, high: UInt64) {
    if page == 0 { return (UInt64(sub), UInt64(sub)) }
    let shift = UInt64(page - 1)
    let low = UInt64(sub + subCount) << shift
    return (low, low + ((1 << shift) - 1))
  }
}
