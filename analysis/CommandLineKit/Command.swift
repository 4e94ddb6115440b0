// SPDX-License-Identifier: MIT

/// One subcommand: what it is called, what it takes, and what it does.
///
/// A value of the conforming type holds what the command line says; its defaults are those of the
/// options. Parsing, the help text and the usage errors all come from the static members.
///
/// ```swift
/// struct Greet: Command {
///   static let name = "greet"
///   static let abstract = "Greet somebody"
///   static let arguments = ArgumentRule.exactly(1, "NAME")
///   static var options: [Option<Greet>] {
///     [Option("times", "n", argument: "N", help: "Greet N times (default 1)", set: \.times)]
///   }
///   var times = 1
///   var names: [String] = []
///   mutating func take(_ arguments: [String]) { names = arguments }
///   mutating func run() -> ExitStatus { .success }
/// }
/// ```
public protocol Command {
  /// The word that selects the command.
  static var name: String { get }
  /// What it does, in one line, for the list of commands.
  static var abstract: String { get }
  /// What it does, in a paragraph, for its own help. Defaults to `abstract`.
  static var details: String { get }
  /// What may stand beside the options.
  static var arguments: ArgumentRule { get }
  /// The options, beside `--help` and `--usage`, which every command has.
  static var options: [Option<Self>] { get }
  /// Real calls, shown at the end of the help.
  static var examples: [Example] { get }
  /// The exit statuses, shown at the end of the help.
  static var statuses: [StatusMeaning] { get }

  /// The command with no option given.
  init()

  /// Takes what stands beside the options, in order, after all options were set.
  ///
  /// - Parameter arguments: As many as `arguments` allows. For a command rule: the words of it.
  /// - Throws: `UsageError` when they cannot be used.
  mutating func take(_ arguments: [String]) throws

  /// Does the work.
  ///
  /// - Returns: The status that the process ends with.
  /// - Throws: `UsageError`, a `Failure`, or anything that the program's translator knows.
  mutating func run() throws -> ExitStatus
}

extension Command {
  /// The abstract with a full stop.
  public static var details: String { abstract + "." }
  /// None.
  public static var options: [Option<Self>] { [] }
  /// None.
  public static var examples: [Example] { [] }
  /// Done, and wrong usage.
  public static var statuses: [StatusMeaning] {
    [StatusMeaning("0", "done"), StatusMeaning("2", "wrong usage or unreadable input")]
  }
}

/// One real call of a command, for its help.
public struct Example: Sendable {
  /// The line to type.
  public var line: String
  /// What it does.
  public var meaning: String

  /// An example.
  ///
  /// - Parameters:
  ///   - line: The line to type.
  ///   - meaning: What it does.
  public init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// One exit status (or a range of them) and what it says, for a command's help.
public struct StatusMeaning: Sendable {
  /// The number, or the range, as it is to be printed.
  public var status: String
  /// What it says.
  public var meaning: String

  /// A status and its meaning.
  ///
  /// - Parameters:
  ///   - status: The number, or the range, as it is to be printed.
  ///   - meaning: What it says.
  public init(_ status: String, _ meaning: String) {
    self.status = status
    self.meaning = meaning
  }
}
