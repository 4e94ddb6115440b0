// SPDX-License-Identifier: MIT

/// A page of a manual that is being written.
struct TroffPage {
  private(set) var text = ""
  private let name: String

  init(name: String, source: String) {
    self.name = name
    text = ".TH \"\(Self.escaped(name.uppercased()))\" 1 \"\" \"\(Self.escaped(source))\"\n"
  }

  mutating func title(_ abstract: String) {
    section("NAME")
    text += "\(Self.escaped(name)) \\- \(Self.escaped(abstract))\n"
  }

  mutating func section(_ title: String) { text += ".SH \(title)\n" }

  mutating func synopsis(_ command: String, _ arguments: String) {
    text += ".B \(Self.escaped(command))\n"
    line(arguments)
  }

  mutating func paragraph(_ words: String) {
    text += ".PP\n"
    line(words)
  }

  /// A line of running text.
  mutating func line(_ words: String) {
    let line = Self.escaped(words)
    guard !line.isEmpty else { return }
    // At the begin of a line these would be a request.
    text += (line.first == "." || line.hasPrefix("\\(aq") ? "\\&" : "") + line + "\n"
  }

  mutating func term(bold words: String) { text += ".TP\n\\fB\(Self.escaped(words))\\fR\n" }

  mutating func option(_ option: CommandDescription.Option) {
    text += ".TP\n"
    if let short = option.short {
      text += "\\fB\(Self.escaped("-\(short)"))\\fR"
      if let argument = option.argument { text += " \\fI\(Self.escaped(argument))\\fR" }
      text += ", "
    }
    text += "\\fB\(Self.escaped("--\(option.name)"))\\fR"
    if let argument = option.argument { text += "=\\fI\(Self.escaped(argument))\\fR" }
    text += "\n"
    line(option.help + ".")
  }

  mutating func example(_ example: Example) {
    text += ".PP\n\(Self.escaped(example.meaning))\n.PP\n.in +4n\n.nf\n"
    text += "\\&\(Self.escaped(example.line))\n.fi\n.in\n"
  }

  mutating func pages(_ names: [String]) {
    for (index, name) in names.enumerated() {
      text += ".BR \(Self.escaped(name)) (1)\(index + 1 < names.count ? "," : "")\n"
    }
  }

  /// The text with nothing in it that troff would obey, and on one line.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "\n", "\t": result += " "
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        guard scalar.value >= 0xA0 else { continue }
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "]"
      }
    }
    return result
  }
}
