// SPDX-License-Identifier: MIT

/// One option of a command: its names, its help line, and where its value goes.
///
/// The same definition makes the parser accept it and the help show it.
public struct Option<Root> {
  /// Where the option stands in the help, whose sections are separated by an empty line.
  public enum Section: Int32, Sendable {
    /// What only this command has.
    case own = 0
    /// What every command has that reads traces.
    case common = 1
  }

  let name: String
  let short: Character?
  let argument: String?
  let help: String
  let section: Section
  /// The words that it takes; empty: any.
  let words: [String]
  let apply: (inout Root, String) throws -> Void

  /// An option whose value is looked at by a closure.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: The letter for the short form, if any.
  ///   - argument: What the value is called in the help, in capitals; nil for a flag.
  ///   - help: One line of help.
  ///   - section: Where it stands in the help.
  ///   - words: The words that it takes, for completion; empty: any.
  ///   - apply: Puts the value into the command. Gets an empty text for a flag. Throws
  ///     `UsageError` when the value cannot be used.
  public init(
    _ name: String, _ short: Character? = nil, argument: String? = nil, help: String,
    section: Section = .own, words: [String] = [],
    apply: @escaping (inout Root, String) throws -> Void
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
    self.section = section
    self.words = words
    self.apply = apply
  }

  /// A flag that sets a Boolean.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: The letter for the short form, if any.
  ///   - help: One line of help.
  ///   - section: Where it stands in the help.
  ///   - path: What becomes true.
  public init(
    _ name: String, _ short: Character? = nil, help: String, section: Section = .own,
    set path: WritableKeyPath<Root, Bool>
  ) {
    self.init(name, short, help: help, section: section) { root, _ in root[keyPath: path] = true }
  }

  /// An option whose value is converted and stored.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: The letter for the short form, if any.
  ///   - argument: What the value is called in the help, in capitals.
  ///   - help: One line of help.
  ///   - section: Where it stands in the help.
  ///   - path: Where the value goes.
  public init<Value: ArgumentConvertible>(
    _ name: String, _ short: Character? = nil, argument: String, help: String,
    section: Section = .own, set path: WritableKeyPath<Root, Value>
  ) {
    self.init(
      name, short, argument: argument, help: help, section: section, words: Value.words
    ) { root, text in
      root[keyPath: path] = try Value(argument: text)
    }
  }

  /// An option whose value is converted and stored, and that has no default.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: The letter for the short form, if any.
  ///   - argument: What the value is called in the help, in capitals.
  ///   - help: One line of help.
  ///   - section: Where it stands in the help.
  ///   - path: Where the value goes.
  public init<Value: ArgumentConvertible>(
    _ name: String, _ short: Character? = nil, argument: String, help: String,
    section: Section = .own, set path: WritableKeyPath<Root, Value?>
  ) {
    self.init(
      name, short, argument: argument, help: help, section: section, words: Value.words
    ) { root, text in
      root[keyPath: path] = try Value(argument: text)
    }
  }
}
