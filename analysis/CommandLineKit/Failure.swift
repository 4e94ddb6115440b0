// SPDX-License-Identifier: MIT

/// A command could not do its work: printed as one line, its causes indented, and a hint.
public struct Failure: Error, Equatable {
  /// What could not be done, to what, and why.
  public var message: String
  /// What led to it, the nearest first.
  public var causes: [String]
  /// What the reader can do about it, with the command to try.
  public var hint: String?
  /// What the process ends with.
  public var status: ExitStatus

  /// A failure.
  ///
  /// - Parameters:
  ///   - message: What could not be done, to what, and why.
  ///   - causes: What led to it, the nearest first.
  ///   - hint: What the reader can do about it, with the command to try.
  ///   - status: What the process ends with.
  public init(
    _ message: String, causes: [String] = [], hint: String? = nil, status: ExitStatus = .failure
  ) {
    self.message = message
    self.causes = causes
    self.hint = hint
    self.status = status
  }

  /// The failure as it is printed: every line ends with a newline, no control character is left.
  ///
  /// - Parameter program: The name that the first line starts with.
  /// - Returns: One or more whole lines.
  public func rendering(program: String) -> String {
    var text = "\(program): \(TerminalText.cleaned(message))\n"
    for cause in causes { text += "  \(TerminalText.cleaned(cause))\n" }
    if let hint { text += "hint: \(TerminalText.cleaned(hint))\n" }
    return text
  }
}
