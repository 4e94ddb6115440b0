// SPDX-License-Identifier: MIT

/// Written sparsely: pairs of a bucket's number and its count, in order.
extension LogHistogram: Codable {
  private enum CodingKeys: String, CodingKey {
    case minimum
    case maximum
    case sum
    case buckets
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Parameter decoder: Where from.
  /// - Throws: `DecodingError` for numbers that no histogram can have.
  public init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let flat = try values.decode([UInt64].self, forKey: .buckets)
    guard flat.count.isMultiple(of: 2) else {
      throw DecodingError.dataCorruptedError(
        forKey: .buckets, in: values, debugDescription: "a bucket without its count")
    }
    for index in stride(from: 0, to: flat.count, by: 2) {
      guard flat[index] < UInt64(Self.pageCount * Self.subCount) else {
        throw DecodingError.dataCorruptedError(
          forKey: .buckets, in: values, debugDescription: "no bucket has number \(flat[index])")
      }
      let number = Int(flat[index])
      let page = number / Self.subCount
      let low =
        page == 0
        ? UInt64(number) : UInt64(number % Self.subCount + Self.subCount) << UInt64(page - 1)
      record(low, times: flat[index + 1])
    }
    least = try values.decodeIfPresent(UInt64.self, forKey: .minimum) ?? .max
    greatest = try values.decodeIfPresent(UInt64.self, forKey: .maximum) ?? 0
    sum = try values.decode(UInt64.self, forKey: .sum)
  }

  /// Writes the extremes, the sum and the buckets that hold samples.
  ///
  /// - Parameter encoder: Where to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(minimum, forKey: .minimum)
    try values.encodeIfPresent(maximum, forKey: .maximum)
    try values.encode(sum, forKey: .sum)
    let flat = buckets().flatMap { bucket in
      let (page, sub) = Self.place(of: bucket.low)
      return [UInt64(page * Self.subCount + sub), bucket.count]
    }
    try values.encode(flat, forKey: .buckets)
  }
}
