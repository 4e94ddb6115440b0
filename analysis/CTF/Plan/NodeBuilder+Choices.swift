// SPDX-License-Identifier: MIT

/// Which values of a field choose an option of a variant, or an optional field.
extension NodeBuilder {
  private static let mostRanges = 1 << 20

  mutating func addRanges(of variant: VariantClass, tags: [Int], name: String) throws(CTFError) {
    guard let choices = variant.choices else {
      guard let tag = tags.first,
        case .enumeration(let enumeration) = declarations[tag].fieldClass
      else { throw invalid("the tag of the variant '\(name)' is not an enumeration") }
      try add(enumeration.choices(of: variant))
      lookups += enumeration.mappings.count
      return
    }
    let isSigned = try signedness(of: tags, field: name)
    for (option, choices) in choices.enumerated() {
      try addRanges(choices, isSigned: isSigned, option: option)
    }
  }

  private mutating func add(_ more: [ChoiceRange]) throws(CTFError) {
    ranges += more
    guard ranges.count <= Self.mostRanges, lookups <= Self.mostLookups else {
      throw CTFError(.unsupported, "there are more than \(Self.mostRanges) values that choose")
    }
  }

  mutating func addRanges(of optional: OptionalClass, selectors: [Int], name: String)
    throws(CTFError)
  {
    let areBooleans = selectors.allSatisfy { nodes[$0].kind == .boolean }
    guard let choices = optional.choices else {
      guard areBooleans else {
        throw invalid("'\(name)' does not say with which values of its selector it is there")
      }
      try add([ChoiceRange(lower: 1, upper: -1, isSigned: false, option: 0)])
      return
    }
    try addRanges(choices, isSigned: try signedness(of: selectors, field: name), option: 0)
  }

  private func signedness(of fields: [Int], field: String) throws(CTFError) -> Bool {
    let signs = Set(fields.map { nodes[$0].isSigned })
    guard signs.count == 1, let isSigned = signs.first else {
      throw invalid("the selector of '\(field)' is signed in one case and unsigned in another")
    }
    guard fields.allSatisfy({ nodes[$0].kind != .boolean }) else {
      throw invalid("the selector of '\(field)' is a boolean")
    }
    return isSigned
  }

  private mutating func addRanges(
    _ choices: [ClosedRange<Int128>], isSigned: Bool, option: Int
  ) throws(CTFError) {
    try add(
      choices.compactMap { choice in
        choice.bits(isSigned: isSigned).map {
          ChoiceRange(
            lower: $0.lower, upper: $0.upper, isSigned: isSigned, option: Int32(option))
        }
      })
  }
}

extension EnumerationClass {
  /// The ranges that choose the options of a variant by their labels.
  func choices(of variant: VariantClass) -> [ChoiceRange] {
    var options: [String: Int32] = [:]
    for (index, option) in variant.options.enumerated() {
      for name in [option.rawName, option.name] where options[name] == nil {
        options[name] = Int32(index)
      }
    }
    return mappings.compactMap { mapping in
      options[mapping.label].map {
        ChoiceRange(
          lower: mapping.lower, upper: mapping.upper, isSigned: container.isSigned, option: $0)
      }
    }
  }
}

extension ClosedRange<Int128> {
  /// The part of it that 64 bits can hold, as bit patterns; nil if they can hold none.
  func bits(isSigned: Bool) -> (lower: Int64, upper: Int64)? {
    let domain: ClosedRange =
      isSigned
      ? Int128(Int64.min)...Int128(Int64.max) : Int128(UInt64.min)...Int128(UInt64.max)
    guard overlaps(domain) else { return nil }
    let part = clamped(to: domain)
    return (
      Int64(truncatingIfNeeded: part.lowerBound), Int64(truncatingIfNeeded: part.upperBound)
    )
  }
}
