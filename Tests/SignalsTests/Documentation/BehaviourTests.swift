// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("The acceptance list")
struct BehaviourTests {
  /// The numbers in a text such as `1–11, 13, P1–P3`.
  private static func numbers(_ text: some StringProtocol) -> Set<String> {
    var numbers: Set<String> = []
    let pieces = text.split { !($0.isNumber || $0 == "P" || $0 == "–" || $0 == "-") }
    for piece in pieces {
      let isOurs = piece.hasPrefix("P")
      let ends = piece.split { $0 == "–" || $0 == "-" }.compactMap { end in
        Int(end.drop { $0 == "P" })
      }
      guard let first = ends.first, let last = ends.last, first <= last else { continue }
      for number in first...last { numbers.insert(isOurs ? "P\(number)" : "\(number)") }
    }
    return numbers
  }

  /// The numbers in the first column of the tables.
  private static func listed(_ page: some StringProtocol) -> Set<String> {
    page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { numbers($0.dropFirst(2).prefix { $0 != "|" }) }
      .reduce(into: []) { $0.formUnion($1) }
  }

  @Test("has a test for each case, or the reason why it has none")
  func cases() throws {
    let page = try Files.text(of: Program.packageRoot + "/Tests/Behaviours.md")
    let parts = page.split(separator: "These have no meaning", maxSplits: 1)
    try #require(parts.count == 2)
    var shown: Set<String> = []
    for file in DocumentationFiles.files(below: DocumentationFiles.tests, ending: ".swift") {
      for line in try Files.text(of: file).split(separator: "\n") {
        let comment = line.drop { $0 == " " }
        guard comment.hasPrefix("// Behaviour") else { continue }
        let text = comment.dropFirst("// Behaviour".count).prefix { $0 != "." && $0 != ":" }
        shown.formUnion(Self.numbers(text))
      }
    }
    let expected = Self.listed(parts[0])
    #expect(expected.count > 280)
    #expect(expected.subtracting(shown) == [])
    #expect(shown.subtracting(expected) == [])
    #expect(Self.listed(parts[1]) == Self.numbers("300–312"))
  }
}
