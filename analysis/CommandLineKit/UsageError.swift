// SPDX-License-Identifier: MIT

/// The command line cannot be understood: exit status 2, and a pointer to `--help`.
public struct UsageError: Error, Equatable {
  /// What is wrong, in one line without a full stop.
  public var message: String

  /// An error with this text.
  ///
  /// - Parameter message: What is wrong, in one line without a full stop.
  public init(_ message: String) { self.message = message }
}
