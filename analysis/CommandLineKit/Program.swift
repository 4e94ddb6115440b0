// SPDX-License-Identifier: MIT

/// A program of subcommands: finds the command that is meant, parses its line and runs it.
///
/// `run` is the one place where a command's end, an error or a request for help becomes an exit
/// status and where errors are printed.
public struct Program {
  /// The program's name, as errors and help show it.
  public var name: String
  /// What the program is for, in one paragraph.
  public var details: String
  /// What `--version` prints, without the last newline.
  public var version: String
  /// The commands, in the order in which the help lists them.
  public var commands: [Subcommand]
  /// Calls to show in the help.
  public var examples: [Example]
  /// The statuses to show in the help.
  public var statuses: [StatusMeaning]
  /// Turns errors that commands throw into failures to print; nil leaves the error's own text.
  public var translate: (any Error) -> Failure?

  /// A program.
  ///
  /// - Parameters:
  ///   - name: The program's name, as errors and help show it.
  ///   - details: What the program is for, in one paragraph.
  ///   - version: What `--version` prints, without the last newline.
  ///   - commands: The commands, in the order in which the help lists them.
  ///   - examples: Calls to show in the help.
  ///   - statuses: The statuses to show in the help.
  ///   - translate: Turns errors that commands throw into failures to print.
  public init(
    name: String, details: String, version: String, commands: [Subcommand],
    examples: [Example], statuses: [StatusMeaning],
    translate: @escaping (any Error) -> Failure? = { _ in nil }
  ) {
    self.name = name
    self.details = details
    self.version = version
    self.commands = commands
    self.examples = examples
    self.statuses = statuses
    self.translate = translate
  }

  /// Runs the command that the words name.
  ///
  /// Results, help and version go to standard output, errors to standard error.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: The status to exit with.
  public func run(_ words: [String]) -> ExitStatus {
    do {
      switch parser.parse(words) {
      case .help(let short): try Self.show(parser.help(short: short))
      case .version: try Self.show(version + "\n")
      case .wrong: return .failure
      case .arguments(let words):
        guard let command = commands.first(where: { $0.name == words[0] }) else {
          throw UsageError("'\(words[0])' is no command")
        }
        return try command.run(self, Array(words.dropFirst()))
      }
      return .success
    } catch let error as UsageError {
      Self.complain(error, program: name)
      return .failure
    } catch {
      let failure = error as? Failure ?? translate(error) ?? Failure("\(error)")
      StandardError.write(failure.rendering(program: name))
      return failure.status
    }
  }

  private var parser: ArgpParser {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    var after = "Commands:\n"
    for command in commands {
      let pad = String(repeating: " ", count: width - command.name.count)
      after += "  \(command.name)\(pad)\(command.abstract)\n"
    }
    after += "\n`\(name) COMMAND --help' tells more of each.\n"
    after += HelpText.tail(examples: examples, statuses: statuses)
    return ArgpParser(
      program: name, rule: .command("COMMAND"), usage: "COMMAND [ARGUMENT...]", before: details,
      after: after, entries: [], knowsVersion: true)
  }

  /// Writes help or the version, as all results are written.
  static func show(_ text: String) throws(Failure) {
    var out = OutputBuffer()
    out.append(text: text)
    try out.finish()
  }

  static func complain(_ error: UsageError, program: String) {
    let message = TerminalText.cleaned(error.message)
    StandardError.write(
      "\(program): \(message)\nTry `\(program) --help' for more information.\n")
  }
}
