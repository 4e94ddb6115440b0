// SPDX-License-Identifier: MIT

import TestSupport

/// A row of the tables in `Operators.md`: names, what they do, the tests that show it.
struct OperatorRow {
  let names: [String]
  let tests: [NamedTest]
  /// Whether it says that there is no such operator.
  let isAbsent: Bool

  static func all(inPage page: String) -> [OperatorRow] {
    page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = cells(line)
      return OperatorRow(
        names: names(cells.first ?? ""), tests: NamedTest.all(inText: cells.last ?? ""),
        isAbsent: cells.last?.hasPrefix("not there") ?? false)
    }
  }

  /// What stands between the bars of a row.
  static func cells(_ line: Substring) -> [String] {
    var cells: [String] = [""]
    var isCode = false
    for character in line.dropFirst() {
      if character == "`" { isCode.toggle() }
      if character == "|" && !isCode {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells.dropLast().map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The names in the code of a cell, such as `map` of `map(_:)` and `step` of `.step()`.
  static func names(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String(SourceNames.identifier($0.element)) }
      .filter { $0 != "" }
  }

  /// What the public extensions of the operators' files declare.
  static func declared() throws -> Set<String> {
    var names = Set<String>()
    for file in DocumentationFiles.files(
      below: DocumentationFiles.sources + "/Operators", ending: ".swift")
    {
      var isOfSignal = false
      for line in try Files.text(of: file).split(separator: "\n") {
        if line.hasPrefix("extension ") || line.hasPrefix("public extension ") {
          isOfSignal = line.contains("Signal")
        } else if line.hasPrefix("}") {
          isOfSignal = false
        } else if isOfSignal, line.hasPrefix("  public "), let name = SourceNames.declared(line) {
          names.insert(name)
        }
      }
    }
    return names
  }

  /// Those that this library must have, or say why it has not.
  static let wanted = """
    bind flatMap map mapReplace filter ignore reduceEach startWith skip take takeUntil takeWhile
    skipUntil skipWhile distinctUntilChanged scan combinePrevious aggregate zip concat doNext
    doError doCompleted throttle delay repeat retry initially finally buffer collect takeLast
    combineLatest merge flatten then interval takeUntilReplacement catch catchTo try tryMap first
    firstOrDefault waitUntilCompleted toArray switchToLatest switch if publish multicast replay
    replayLast replayLazily timeout deliverOn subscribeOn deliverOnMain groupBy any all sample
    ignoreValues materialize dematerialize not and or logNext logError logCompleted logAll
    compactMap withLatest
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}

/// The names that the sources declare.
enum SourceNames {
  /// The name that a line declares, of a function, a property, a type or a case.
  static func declared(_ line: Substring) -> String? {
    var words = line.split(separator: " ")[...]
    while let word = words.popFirst() {
      switch word {
      case "func", "var", "let", "class", "struct", "enum", "protocol", "case", "typealias":
        guard let name = words.first else { return nil }
        // `class func` and `class var` declare what comes later.
        if name == "func" || name == "var" { continue }
        return String(identifier(name))
      default: continue
      }
    }
    return nil
  }

  /// All that are declared publicly.
  static func all() throws -> Set<String> {
    var names: Set<String> = ["init"]
    for file in DocumentationFiles.files(below: DocumentationFiles.sources, ending: ".swift") {
      for line in try Files.text(of: file).split(separator: "\n") {
        let isPublic = line.contains("public ") || line.contains("open ")
        let isCase = line.drop { $0 == " " }.hasPrefix("case ")
        if isPublic || isCase, let name = declared(line) { names.insert(name) }
      }
    }
    return names
  }

  /// The identifier that a text begins with, past a dot or a backtick; of `A.b` it is `b`.
  static func identifier(_ text: Substring) -> Substring {
    var rest = text
    while true {
      rest = rest.drop { $0 == "." || $0 == "`" }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let after = rest.dropFirst(name.count)
      guard after.first == ".", after.dropFirst().first?.isLetter == true else { return name }
      rest = after
    }
  }
}
