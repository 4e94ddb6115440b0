// SPDX-License-Identifier: MIT

/// A type that a word of the command line can become.
///
/// An enumeration of strings that lists its cases gets it for nothing: the word must be one of
/// them.
public protocol ArgumentConvertible {
  /// The words that it takes, for completion; empty, unless told otherwise: any.
  static var words: [String] { get }

  /// The value that the word stands for.
  ///
  /// - Parameter argument: The word as it was typed.
  /// - Throws: What is wrong with it, and what would be right.
  init(argument: String) throws(UsageError)
}

extension ArgumentConvertible {
  /// Any.
  public static var words: [String] { [] }
}

extension ArgumentConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// The raw values.
  public static var words: [String] { allCases.map(\.rawValue) }

  /// The case whose raw value is the word.
  ///
  /// - Parameter argument: The word as it was typed.
  /// - Throws: The list of the words that would do.
  public init(argument: String) throws(UsageError) {
    guard let value = Self(rawValue: argument) else {
      let words = Self.words.joined(separator: ", ")
      throw UsageError("'\(argument)' is none of: \(words)")
    }
    self = value
  }
}

extension String: ArgumentConvertible {
  /// The word itself.
  ///
  /// - Parameter argument: The word as it was typed.
  /// - Throws: Never.
  public init(argument: String) throws(UsageError) { self = argument }
}

extension Int: ArgumentConvertible {
  /// The number, which must not be negative.
  ///
  /// - Parameter argument: Decimal digits.
  /// - Throws: That it is no such number.
  public init(argument: String) throws(UsageError) {
    guard let value = Int(argument), value >= 0 else {
      throw UsageError("'\(argument)' is not a number of 0 or more")
    }
    self = value
  }
}
