// SPDX-License-Identifier: MIT

/// What a command says of itself, without its type: what help, manual and completion are made of.
struct CommandDescription {
  /// An option, without where its value goes.
  struct Option {
    var name: String
    var short: Character?
    var argument: String?
    var help: String
    /// The words that it takes; empty: any.
    var words: [String]
    var section: Int32
  }

  var name: String
  var abstract: String
  var details: String
  var rule: ArgumentRule
  var options: [Option]
  var examples: [Example]
  var statuses: [StatusMeaning]

  /// The options, and those that every command has.
  var allOptions: [Option] {
    // As argp does: sections in order, the names of each in order, argp's own ones last.
    options.sorted { ($0.section, $0.name) < ($1.section, $1.name) } + Self.builtIn
  }

  static let builtIn = [
    Option(
      name: "help", short: nil, argument: nil, help: "Give this help list", words: [], section: -1),
    Option(
      name: "usage", short: nil, argument: nil, help: "Give a short usage message", words: [],
      section: -1),
  ]

  init<C: Command>(_ type: C.Type) {
    name = C.name
    abstract = C.abstract
    details = C.details
    rule = C.arguments
    options = C.options.map { option in
      Option(
        name: option.name, short: option.short, argument: option.argument, help: option.help,
        words: option.words, section: option.section.rawValue)
    }
    examples = C.examples
    statuses = C.statuses
  }
}
