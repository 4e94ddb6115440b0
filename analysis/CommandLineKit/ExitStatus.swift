// SPDX-License-Identifier: MIT

/// What a command tells its caller when it ends.
///
/// The values are those of the whole tool; a command of its own may return any other status,
/// as `record` does with the status of the program that it ran.
public struct ExitStatus: RawRepresentable, Equatable, Sendable {
  /// The number that `exit` gets, 0 to 255.
  public var rawValue: Int32

  /// A status with this number.
  ///
  /// - Parameter rawValue: The number that `exit` gets, 0 to 255.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command did what it was asked.
  public static let success = ExitStatus(rawValue: 0)
  /// A check or a comparison found something.
  public static let finding = ExitStatus(rawValue: 1)
  /// The command line is wrong, or the input cannot be read.
  public static let failure = ExitStatus(rawValue: 2)
  /// The trace lost what the answer needed.
  public static let loss = ExitStatus(rawValue: 3)
}
