// SPDX-License-Identifier: MIT

extension Program {
  /// The names of the manual's pages: the program's, then one for each command.
  public var manualPages: [String] { [name] + commands.map { "\(name)-\($0.name)" } }

  /// One page of the manual, of section 1, in the language of troff's man macros.
  ///
  /// - Parameters:
  ///   - page: A name of `manualPages`.
  ///   - source: What stands at the foot of the page, such as the program's version.
  /// - Returns: The page, or nil if there is none of that name.
  public func manual(_ page: String, source: String) -> String? {
    var troff = TroffPage(name: page, source: source)
    if page == name {
      write(into: &troff)
    } else {
      guard let command = commands.first(where: { "\(name)-\($0.name)" == page }) else {
        return nil
      }
      write(command.description, into: &troff)
    }
    let others = manualPages.filter { $0 != page }
    if !others.isEmpty {
      troff.section("SEE ALSO")
      troff.pages(others)
    }
    return troff.text
  }

  private func write(into troff: inout TroffPage) {
    troff.title(details.split(separator: ":").first.map(String.init) ?? details)
    troff.section("SYNOPSIS")
    troff.synopsis(name, "COMMAND [ARGUMENT...]")
    troff.section("DESCRIPTION")
    troff.paragraph(details)
    troff.section("COMMANDS")
    for command in commands {
      troff.term(bold: command.name)
      troff.line(command.abstract + ".")
    }
    troff.section("OPTIONS")
    let version = CommandDescription.Option(
      name: "version", short: nil, argument: nil, help: "Print the versions", words: [],
      section: -1)
    for option in CommandDescription.builtIn + [version] { troff.option(option) }
    write(examples, statuses, into: &troff)
  }

  private func write(_ command: CommandDescription, into troff: inout TroffPage) {
    troff.title(command.abstract)
    troff.section("SYNOPSIS")
    troff.synopsis("\(name) \(command.name)", "[OPTION...] " + command.rule.usage)
    troff.section("DESCRIPTION")
    troff.paragraph(command.details)
    troff.section("OPTIONS")
    for option in command.allOptions { troff.option(option) }
    write(command.examples, command.statuses, into: &troff)
  }

  private func write(
    _ examples: [Example], _ statuses: [StatusMeaning], into troff: inout TroffPage
  ) {
    if !examples.isEmpty { troff.section("EXAMPLES") }
    for example in examples { troff.example(example) }
    if !statuses.isEmpty { troff.section("EXIT STATUS") }
    for status in statuses {
      troff.term(bold: status.status)
      troff.line(status.meaning)
    }
  }
}
