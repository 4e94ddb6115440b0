// SPDX-License-Identifier: MIT

/// Reads one budget.
struct BudgetParser {
  private let characters: [Character]
  private let line: Int
  private var place = 0

  init(_ text: String, line: Int) {
    characters = Array(text)
    self.line = line
  }

  /// Whether there is nothing but blanks and a comment.
  var isEmpty: Bool {
    mutating get {
      skipBlanks()
      return place == characters.count
    }
  }

  mutating func budget() throws(BudgetError) -> Budget {
    skipBlanks()
    let first = place
    let figure = try figure()
    let comparison = try comparison()
    let bound = try bound(of: figure)
    let text = String(characters[first..<place])
    skipBlanks()
    guard place == characters.count else { throw error("the end of the line") }
    return Budget(text, figure, comparison, bound)
  }

  // MARK: Figures

  private mutating func figure() throws(BudgetError) -> Budget.Figure {
    let expected = """
      leaks, lost, errors(…), rate(…), next(…), open(…), subscriptions(…), p50(…), p90(…), \
      p99(…) or max(…)
      """
    let start = place
    let word = word()
    if let quantile = Budget.Quantile(rawValue: word) {
      try take("(")
      let kindPlace = skipped()
      let kind = self.word()
      guard kind == "latency" || kind == "interval" else {
        place = kindPlace
        throw error("latency or interval")
      }
      let glob = try quoted()
      try take(")")
      return kind == "latency" ? .latency(quantile, glob) : .interval(quantile, glob)
    }
    switch word {
    case "leaks": return .leaks
    case "lost": return .lost
    case "errors", "rate", "next", "open", "subscriptions":
      try take("(")
      let glob = try quoted()
      try take(")")
      switch word {
      case "errors": return .errors(glob)
      case "rate": return .rate(glob)
      case "next": return .next(glob)
      case "open": return .open(glob)
      default: return .subscriptions(glob)
      }
    default:
      place = start
      throw error(expected)
    }
  }

  private mutating func comparison() throws(BudgetError) -> Budget.Comparison {
    skipBlanks()
    let start = place
    var sign = ""
    while place < characters.count, "<>=!".contains(characters[place]) {
      sign.append(characters[place])
      place += 1
    }
    guard let comparison = Budget.Comparison(rawValue: sign) else {
      place = start
      throw error("<, <=, >, >=, == or !=")
    }
    return comparison
  }

  private mutating func bound(of figure: Budget.Figure) throws(BudgetError) -> Double {
    let number = try number()
    let afterNumber = place
    skipBlanks()
    let unitPlace = place
    if place < characters.count, characters[place] == "/" { place += 1 }
    _ = word()
    let unit = String(characters[unitPlace..<place])
    switch figure {
    case .latency, .interval:
      let units = ["ns": 1.0, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9]
      if let factor = units[unit] { return number * factor }
      if unit.isEmpty, number == 0 { break }
      place = unitPlace
      throw error("a unit: ns, us, µs, ms or s")
    case .rate:
      if unit == "/s" { return number }
      place = unitPlace
      throw error("the unit /s")
    default:
      guard unit.isEmpty else {
        place = unitPlace
        throw error("the end of the line")
      }
    }
    place = afterNumber
    return number
  }

  private mutating func number() throws(BudgetError) -> Double {
    let start = skipped()
    while place < characters.count, characters[place].isASCII,
      characters[place].isNumber || characters[place] == "."
    {
      place += 1
    }
    guard let number = Double(String(characters[start..<place])) else {
      place = start
      throw error("a number")
    }
    return number
  }

  /// A text in quotes.
  private mutating func quoted() throws(BudgetError) -> String {
    let start = skipped()
    guard start < characters.count, characters[start] == "\"" else {
      throw error("a signal's name or glob in quotes")
    }
    place += 1
    var text = ""
    while place < characters.count, characters[place] != "\"" {
      // The backslash itself stays for the glob, unless it is there for a quotation mark.
      if characters[place] == "\\", place + 1 < characters.count {
        if characters[place + 1] != "\"" { text.append("\\") }
        place += 1
      }
      text.append(characters[place])
      place += 1
    }
    guard place < characters.count else { throw error("a quotation mark") }
    place += 1
    return text
  }

  // MARK: Pieces

  private mutating func take(_ character: Character) throws(BudgetError) {
    guard skipped() < characters.count, characters[place] == character else {
      throw error("'\(character)'")
    }
    place += 1
  }

  private mutating func word() -> String {
    let start = skipped()
    while place < characters.count, characters[place].isLetter || characters[place].isNumber {
      place += 1
    }
    return String(characters[start..<place])
  }

  private mutating func skipped() -> Int {
    skipBlanks()
    return place
  }

  private mutating func skipBlanks() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    if place < characters.count, characters[place] == "#" { place = characters.count }
  }

  private func error(_ expected: String) -> BudgetError {
    var found = "the end"
    if place < characters.count {
      var end = place + 1
      while end < characters.count, characters[end].isLetter, characters[place].isLetter {
        end += 1
      }
      found = "'\(String(characters[place..<min(end, place + 40)]))'"
    }
    return BudgetError(found: found, expected: expected, line: line, column: place + 1)
  }
}
