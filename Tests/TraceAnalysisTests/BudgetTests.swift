// SPDX-License-Identifier: MIT

import Testing
import TraceAnalysis

@Suite("Budget")
struct BudgetTests {
  @Test("reads figures, comparisons, numbers and units")
  func grammar() throws {
    let budget = try Budget("p99(latency \"search\") < 2 ms")
    #expect(budget.figure == .latency(.p99, "search"))
    #expect(budget.comparison == .less)
    #expect(budget.bound == 2e6)
    #expect(try Budget(" errors ( \"login*\" )==0 ").figure == .errors("login*"))
    #expect(try Budget("rate(\"ticks\") > 10/s").bound == 10)
    #expect(try Budget("leaks == 0").figure == .leaks)
    #expect(try Budget("lost <= 5").comparison == .atMost)
    #expect(try Budget("max(interval \"a\") >= 1.5 µs").bound == 1_500)
    #expect(try Budget("p50(interval \"a\") != 3 s").bound == 3e9)
    #expect(try Budget("open(\"a \\\"b\\\" \\\\*\") < 1").figure == .open("a \"b\" \\\\*"))
    #expect(try Budget("next(\"a#b\") > 1 # a comment").text == "next(\"a#b\") > 1")
    #expect(try Budget("subscriptions(\"*\") < 7").figure == .subscriptions("*"))
  }

  @Test(
    "says where something else was expected, and what",
    arguments: [
      ("", 1, "leaks, lost, errors", "the end"), ("speed(\"a\") < 1", 1, "p50(…)", "'speed'"),
      ("errors(login) == 0", 8, "in quotes", "'login'"),
      ("errors(\"a\" == 0", 12, "')'", "'='"), ("errors(\"a\") = 0", 13, "<, <=, >", "'='"),
      ("errors(\"a\") == many", 16, "a number", "'many'"),
      ("errors(\"a\") == 0 ms", 18, "the end of the line", "'ms'"),
      ("p99(latency \"a\") < 2", 21, "a unit", "the end"),
      ("p99(latency \"a\") < 2 h", 22, "a unit", "'h'"),
      ("p99(speed \"a\") < 2 ms", 5, "latency or interval", "'speed'"),
      ("rate(\"a\") > 2", 14, "/s", "the end"), ("rate(\"a\") > 2 ms", 15, "/s", "'ms'"),
      ("leaks == 0 0", 12, "the end of the line", "'0'"),
      ("errors(\"a", 10, "a quotation mark", "the end"), ("leaks == 1.2.3", 10, "a number", "'1'"),
    ] as [(String, Int, String, String)])
  func errors(text: String, column: Int, expected: String, found: String) throws {
    let error = try #require(throws: BudgetError.self) { try Budget(text) }
    #expect(error.line == 1)
    #expect(error.column == column)
    #expect(error.expected.contains(expected))
    #expect(error.found == found)
  }

  @Test("reads a file, with empty lines and comments, and names the line that is wrong")
  func file() throws {
    let text = "# budgets\n\nleaks == 0\n  lost == 0   # none\r\nerrors(\"a\") == 0\n"
    #expect(
      try Budget.all(in: text).map(\.text) == ["leaks == 0", "lost == 0", "errors(\"a\") == 0"])
    let error = try #require(throws: BudgetError.self) {
      try Budget.all(in: "leaks == 0\n\nleaks = 0")
    }
    #expect(error.message == "line 3, column 7: expected <, <=, >, >=, == or !=, found '='")
  }

  @Test("stands any text", arguments: ["\"", "((((", "\u{0}", "p99(", "é", "<", "🎈 == 1", "#"])
  func hostile(text: String) {
    #expect(throws: BudgetError.self) { try Budget(text) }
    _ = try? Budget.all(in: text)
  }
}
