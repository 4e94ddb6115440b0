// SPDX-License-Identifier: MIT

/// An integer with labels.
public struct EnumerationClass: Sendable, Equatable {
  /// A label and the values that it stands for.
  public struct Mapping: Sendable, Equatable {
    /// The label.
    public var label: String
    /// The first value, as a bit pattern if the container is unsigned.
    public var lower: Int64
    /// The last value, as a bit pattern if the container is unsigned.
    public var upper: Int64

    /// Tells whether it holds a value.
    func holds(_ value: Int64, isSigned: Bool) -> Bool {
      if isSigned { return lower <= value && value <= upper }
      let value = UInt64(bitPattern: value)
      return UInt64(bitPattern: lower) <= value && value <= UInt64(bitPattern: upper)
    }
  }

  /// The integer that is stored.
  public var container: IntegerClass
  /// The labels in the order of the metadata; their ranges may overlap.
  public var mappings: [Mapping]

  /// The labels of a value.
  ///
  /// - Parameter value: The value, as a bit pattern if the container is unsigned.
  /// - Returns: Those of every range that holds it, in the order of the metadata.
  public func labels(of value: Int64) -> [String] {
    mappings.filter { $0.holds(value, isSigned: container.isSigned) }.map(\.label)
  }
}
