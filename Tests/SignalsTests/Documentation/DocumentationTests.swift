// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("The documentation of Signals")
struct DocumentationTests {
  private static let pages = [
    "Signals.md", "Contracts.md", "Operators.md", "FromRAC.md", "FromOtherLibraries.md",
  ]

  @Test("has the pages that it should, and no others")
  func pages() {
    let names = DocumentationFiles.files(below: DocumentationFiles.catalogue, ending: ".md")
      .map { $0.split(separator: "/").last.map(String.init) ?? "" }
    #expect(names == Self.pages.sorted())
  }

  @Test("shows only samples that the tests compile and run, to the letter")
  func samples() throws {
    let compiled = try DocumentationFiles.samples(
      ofSource: Files.text(of: DocumentationFiles.tests + "/Documentation/SampleTests.swift"))
    var shown: [[String]] = []
    for name in Self.pages {
      for sample in DocumentationFiles.samples(ofPage: try DocumentationFiles.page(name)) {
        #expect(compiled.contains(sample), "\(name) shows what no test runs")
        shown.append(sample)
      }
    }
    for sample in compiled { #expect(shown.contains(sample), "no page shows this sample") }
    #expect(shown.count > 10)
  }

  @Test("names only tests that there are", arguments: ["Contracts.md", "Operators.md"])
  func tests(_ page: String) throws {
    let named = NamedTest.all(inText: try DocumentationFiles.page(page))
    var declared = Set<NamedTest>()
    for file in DocumentationFiles.files(below: DocumentationFiles.tests, ending: ".swift") {
      declared.formUnion(NamedTest.all(inSource: try Files.text(of: file)))
    }
    #expect(named.filter { !declared.contains($0) } == [])
    #expect(named.count > 20)
    #expect(named.allSatisfy { $0.suite != "" })
  }

  @Test("numbers the rules of the contract without a gap, and names a test for each")
  func rules() throws {
    let page = try DocumentationFiles.page("Contracts.md")
    var number = 0
    for rule in page.split(separator: "\n\n") where rule.first?.isNumber == true {
      number += 1
      #expect(rule.hasPrefix("\(number). "))
      #expect(!NamedTest.all(inText: String(rule)).isEmpty, "rule \(number) has no test")
    }
    #expect(number > 20)
  }

  @Test("has a row for each operator, and a test in it or the reason why there is none")
  func operators() throws {
    let rows = OperatorRow.all(inPage: try DocumentationFiles.page("Operators.md"))
    var missing: [String] = []
    for name in try OperatorRow.declared() where !rows.contains(where: { $0.names.contains(name) })
    {
      missing.append(name)
    }
    #expect(missing == [])
    #expect(OperatorRow.wanted.filter { name in !rows.contains { $0.names.contains(name) } } == [])
    #expect(rows.filter { $0.tests.isEmpty && !$0.isAbsent }.map(\.names) == [])
  }

  @Test("calls absent only what is absent")
  func absent() throws {
    let declared = try OperatorRow.declared()
    let names = try SourceNames.all()
    let rows = OperatorRow.all(inPage: try DocumentationFiles.page("Operators.md"))
    let absent = rows.filter(\.isAbsent).flatMap(\.names)
    let present = rows.filter { !$0.isAbsent }.flatMap(\.names)
    #expect(absent.filter { declared.contains($0) } == [])
    #expect(present.filter { !names.contains($0) } == [])
  }

  @Test("gives for RAC's names only ones that there are")
  func racNames() throws {
    let declared = try SourceNames.all()
    var given: [String] = []
    for line in try DocumentationFiles.page("FromRAC.md").split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = OperatorRow.cells(line)
      guard cells.count > 1 else { continue }
      given += OperatorRow.names(cells[1])
    }
    #expect(given.filter { !declared.contains($0) } == [])
    #expect(given.count > 60)
  }
}
