// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// The catalogue of documentation, and the sources that it speaks of.
enum DocumentationFiles {
  static let catalogue = Program.packageRoot + "/Sources/Signals/Signals.docc"
  static let sources = Program.packageRoot + "/Sources/Signals"
  static let tests = Program.packageRoot + "/Tests/SignalsTests"

  /// The text of a page.
  static func page(_ name: String) throws -> String {
    try Files.text(of: catalogue + "/" + name)
  }

  /// The files below a folder whose names end so, sorted.
  static func files(below folder: String, ending: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      found += name.hasSuffix(ending) ? [path] : files(below: path, ending: ending)
    }
    return found.sorted()
  }

  /// The blocks of Swift in a page, each as its lines.
  static func samples(ofPage page: String) -> [[String]] {
    var samples: [[String]] = []
    var current: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        current = []
      } else if line == "```", let sample = current {
        samples.append(sample)
        current = nil
      } else {
        current?.append(String(line))
      }
    }
    return samples
  }

  /// What stands between `// Sample:` and `// End.` in a Swift file, each without its indentation.
  static func samples(ofSource source: String) -> [[String]] {
    var samples: [[String]] = []
    var current: [String]?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if words == "// Sample:" {
        current = []
      } else if words == "// End.", let sample = current {
        samples.append(unindented(sample))
        current = nil
      } else {
        current?.append(String(line))
      }
    }
    return samples
  }

  private static func unindented(_ lines: [String]) -> [String] {
    let indentation =
      lines.filter { !$0.isEmpty }.map { line in line.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indentation)) }
  }
}

/// A test as a page names it: `**suite**, “display name”`.
struct NamedTest: Hashable, CustomStringConvertible {
  let suite: String
  let name: String

  var description: String { "**\(suite)**, “\(name)”" }

  /// Those that a text names, in order.
  static func all(inText text: String) -> [NamedTest] {
    var found: [NamedTest] = []
    var suite = ""
    // A page's lines may break anywhere.
    var rest = Substring(text.split { $0.isWhitespace }.joined(separator: " "))
    while let mark = rest.firstIndex(where: { $0 == "*" || $0 == "“" }) {
      rest = rest[mark...]
      if rest.hasPrefix("**") {
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: "*") ?? rest.endIndex
        suite = String(rest[..<end])
        rest = rest[end...].dropFirst(2)
      } else if rest.first == "“" {
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: "”") ?? rest.endIndex
        found.append(NamedTest(suite: suite, name: String(rest[..<end])))
        rest = rest[end...].dropFirst()
      } else {
        rest = rest.dropFirst()
      }
    }
    return found
  }

  /// Those that Swift files declare: `@Suite("…")`, then `@Test("…")`.
  static func all(inSource source: String) -> Set<NamedTest> {
    var found = Set<NamedTest>()
    var suite = ""
    var rest = Substring(source)
    while let mark = rest.firstIndex(of: "@") {
      rest = rest[mark...].dropFirst()
      let isSuite = rest.hasPrefix("Suite(")
      guard isSuite || rest.hasPrefix("Test(") else { continue }
      rest = rest.dropFirst(isSuite ? 6 : 5).drop { $0.isWhitespace }
      guard rest.first == "\"" else { continue }
      let text = takeLiteral(&rest)
      if isSuite { suite = text } else { found.insert(NamedTest(suite: suite, name: text)) }
    }
    return found
  }

  private static func takeLiteral(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      text.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return text
  }
}
