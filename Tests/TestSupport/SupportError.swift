// SPDX-License-Identifier: MIT

/// Why the support of a test could not do its part.
public struct SupportError: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// An error with a description.
  public init(_ description: String) { self.description = description }
}
