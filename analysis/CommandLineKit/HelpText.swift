// SPDX-License-Identifier: MIT

/// The end of a help text, which argp knows nothing of: examples and exit statuses.
enum HelpText {
  static func tail(examples: [Example], statuses: [StatusMeaning]) -> String {
    var text = ""
    if !examples.isEmpty {
      text += "\nExamples:\n"
      for example in examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    }
    if !statuses.isEmpty {
      text += "\nExit status:\n"
      let width = (statuses.map(\.status.count).max() ?? 0) + 2
      for status in statuses {
        let pad = String(repeating: " ", count: width - status.status.count)
        text += "  \(status.status)\(pad)\(status.meaning)\n"
      }
    }
    return text
  }
}
