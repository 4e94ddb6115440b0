// SPDX-License-Identifier: MIT

/// A command in a program's list, without its type.
public struct Subcommand {
  let name: String
  let abstract: String
  let run: (Program, [String]) throws -> ExitStatus
  private let describe: () -> CommandDescription

  /// All that it has, made when it is asked for: a command that runs needs none of the others'.
  var description: CommandDescription { describe() }

  /// An entry for a command.
  ///
  /// - Parameter type: The command.
  public init<C: Command>(_ type: C.Type) {
    name = C.name
    abstract = C.abstract
    describe = { CommandDescription(type) }
    run = { program, words in
      var command = C()
      let full = "\(program.name) \(C.name)"
      let parser = Self.parser(C.self, program: full) { option, text in
        try option.apply(&command, text)
      }
      let outcome = parser.parse(words)
      switch outcome {
      case .help(let short): try Program.show(parser.help(short: short))
      case .wrong: return .failure
      case .version: break
      case .arguments(let arguments):
        do {
          try command.take(arguments)
          return try command.run()
        } catch let error as UsageError {
          Program.complain(error, program: full)
          return .failure
        }
      }
      return .success
    }
  }

  private static func parser<C: Command>(
    _ type: C.Type, program: String, apply: @escaping (Option<C>, String) throws -> Void
  ) -> ArgpParser {
    ArgpParser(
      program: program, rule: C.arguments, usage: C.arguments.usage, before: C.details,
      after: HelpText.tail(examples: C.examples, statuses: C.statuses),
      entries: C.options.map { option in
        ArgpParser.Entry(
          name: option.name, short: option.short, argument: option.argument, help: option.help,
          group: option.section.rawValue, apply: { try apply(option, $0) })
      })
  }
}
