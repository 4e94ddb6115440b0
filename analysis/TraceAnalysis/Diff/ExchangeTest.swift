// SPDX-License-Identifier: MIT

/// Whether two sides differ by more than chance: a permutation test over slices of time.
///
/// Neighbouring samples of a trace resemble each other, so it is not samples that are exchanged
/// between the sides but whole slices, of which each side has 16. If the sides are alike, each of
/// the 601,080,390 ways to deal 32 slices to two sides is as probable as the one that was seen. All
/// of them are counted, exactly: the result needs no random numbers, and is fine enough to stay
/// below 0.05 after a correction for millions of rows.
///
/// Both sides have equally many slices, which keeps the test sound if they vary unequally, as
/// those of a shorter trace do.
///
/// The count goes by halves (Horowitz and Sahni, "Computing Partitions with Applications to the
/// Knapsack Problem", 1974): the sums of all selections from the first 16 slices, in order, meet
/// those from the last 16.
struct ExchangeTest {
  /// How many slices each side has.
  static let slices = 16
  /// In how many ways the slices of both sides can be dealt to two sides.
  static let ways = 601_080_390.0

  /// The probability that sides which are alike differ in their means at least as much as these.
  ///
  /// - Parameters:
  ///   - before: The values of one side's slices.
  ///   - after: Those of the other's.
  /// - Returns: More than 0, at most 1; never too small.
  /// - Complexity: About half a million steps.
  static func probability(_ before: [Double], _ after: [Double]) -> Double {
    precondition(before.count == slices && after.count == slices, "16 slices a side")
    let values = whole(before + after)
    let total = values.reduce(0, +)
    let seen = values.prefix(slices).reduce(0, +)
    // What a rounded sum misses a tie by.
    let tolerance: Int64 = 64
    let least = max(seen, total - seen) - tolerance
    guard 2 * least > total else { return 1 }
    let first = sums(values.prefix(slices))
    let last = sums(values.suffix(slices))
    var count = 0
    for chosen in 0...slices {
      count += pairs(first[chosen], last[slices - chosen], atLeast: least)
    }
    return min(1, 2 * Double(count) / ways)
  }

  /// The least probability that can come out if only so many slices hold anything.
  ///
  /// - Parameter used: How many of the 32 slices hold anything.
  /// - Returns: The probability if all of these are dealt to one side, as far as it takes them.
  static func leastProbability(used: Int) -> Double {
    let empty = max(2 * slices - used, slices)
    // The ways to fill the other side with empty slices.
    var ways = 1.0
    for index in 0..<slices { ways = ways * Double(empty - index) / Double(index + 1) }
    return min(1, 2 * ways / Self.ways)
  }

  /// The values as whole numbers, whose sums are exact.
  private static func whole(_ values: [Double]) -> [Int64] {
    let mean = values.reduce(0, +) / Double(values.count)
    let greatest = values.reduce(0) { max($0, abs($1 - mean)) }
    guard greatest > 0, greatest.isFinite else { return values.map { _ in 0 } }
    return values.map { Int64(($0 - mean) / greatest * 0x1p45) }
  }

  /// For each number of values the sums of all selections of so many, in order.
  private static func sums(_ values: ArraySlice<Int64>) -> [[Int64]] {
    var sums: [[Int64]] = [[0]]
    for value in values {
      sums.append([])
      for chosen in stride(from: sums.count - 1, to: 0, by: -1) {
        sums[chosen] = merged(sums[chosen], sums[chosen - 1], plus: value)
      }
    }
    return sums
  }

  /// Two ordered lists as one, the second with a number added.
  private static func merged(_ left: [Int64], _ right: [Int64], plus value: Int64) -> [Int64] {
    [Int64](unsafeUninitializedCapacity: left.count + right.count) { merged, count in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          var (mine, theirs) = (0, 0)
          while mine < left.count || theirs < right.count {
            let takesMine =
              theirs == right.count
              || mine < left.count && left[mine] <= right[theirs] &+ value
            merged[mine &+ theirs] = takesMine ? left[mine] : right[theirs] &+ value
            if takesMine { mine &+= 1 } else { theirs &+= 1 }
          }
        }
      }
      count = left.count + right.count
    }
  }

  /// How many pairs of two ordered lists have a sum of so much or more.
  private static func pairs(_ left: [Int64], _ right: [Int64], atLeast least: Int64) -> Int {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        var count = 0
        var below = right.count
        for value in left {
          while below > 0, value &+ right[below &- 1] >= least { below &-= 1 }
          count &+= right.count &- below
        }
        return count
      }
    }
  }
}

/// Several probabilities of one row, which depend on one another, as one.
///
/// V. Vovk and R. Wang, "Combining p-values via averaging", 2020: *e* times the geometric mean is
/// never too small, however the probabilities depend on one another.
enum CombinedProbability {
  /// The probability.
  ///
  /// - Parameter probabilities: At least one, each more than 0.
  /// - Returns: Of one the same; of several *e* times their geometric mean, at most 1.
  static func of(_ probabilities: [Double]) -> Double {
    guard probabilities.count > 1 else { return probabilities.first ?? 1 }
    let mean = probabilities.reduce(1.0) { product, probability in
      product * root(probability, probabilities.count)
    }
    return min(1, 2.718_281_828_459_045 * mean)
  }

  /// The *n*th root of a number between 0 and 1, from above.
  private static func root(_ number: Double, _ degree: Int) -> Double {
    // Newton's method, which comes down to the root from 1.
    var root = 1.0
    for _ in 0..<10_000 {
      var power = 1.0
      for _ in 1..<degree { power *= root }
      let next = root - (power * root - number) / (Double(degree) * power)
      guard next < root, root - next > root * 1e-15 else { break }
      root = next
    }
    return root
  }
}

/// Holm's correction: keeps the probability that any of several rows is reported by chance below
/// a bound, whether or not the rows depend on one another.
///
/// S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979.
enum Holm {
  /// The corrected probabilities.
  ///
  /// - Parameters:
  ///   - probabilities: Those of the rows that were tested.
  ///   - rows: How many rows there are, those among them that count as not told: at least as many.
  /// - Returns: The corrected probabilities in the same order, at most 1.
  static func corrected(_ probabilities: [Double], rows: Int) -> [Double] {
    var corrected = probabilities
    var greatest = 0.0
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (rank, index) in order.enumerated() {
      greatest = max(greatest, min(1, probabilities[index] * Double(rows - rank)))
      corrected[index] = greatest
    }
    return corrected
  }
}
