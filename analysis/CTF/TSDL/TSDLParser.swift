// SPDX-License-Identifier: MIT

/// Reads the metadata language of CTF 1.8 (TSDL) into the model.
///
/// A recursive descent with one token of lookahead; the nesting of types is bounded.
struct TSDLParser {
  static let deepestNesting = FieldClass.deepestNesting
  /// How many fields a trace may declare.
  static let largestWeight = 1 << 18

  private var lexer: TSDLLexer
  var token = TSDLToken.end
  var scopes = TSDLScopes()
  var trace = TraceClass()
  var nesting = 0
  var weight = 0
  /// Whether a text with quotation marks in it is taken to the end of its line.
  var mendsTexts = false

  init(_ bytes: [UInt8]) { lexer = TSDLLexer(bytes) }

  /// Reads a whole text.
  ///
  /// - Returns: The model, and the fault of a text that is cut inside its last block.
  static func parse(_ bytes: [UInt8]) throws(TSDLFault) -> (trace: TraceClass, cut: TSDLFault?) {
    var parser = TSDLParser(bytes)
    do throws(TSDLFault) {
      try parser.advance()
      while parser.token != .end { try parser.declaration() }
    } catch {
      guard error.atEnd, !parser.trace.streamClasses.isEmpty else { throw error }
      return (parser.trace, error)
    }
    return (parser.trace, nil)
  }

  // MARK: Tokens

  mutating func advance() throws(TSDLFault) { token = try lexer.next() }

  /// Reads a text once more to the end of its line, if it does not end where it should.
  mutating func textToEndOfLine() -> String? { lexer.textToEndOfLine() }

  func fault(_ message: String) -> TSDLFault { lexer.fault(message, atEnd: token == .end) }

  func expected(_ what: String) -> TSDLFault { fault("expected \(what), found \(token.shown)") }

  var tooLarge: TSDLFault {
    fault("more than \(Self.largestWeight) fields are declared")
  }

  func isAt(_ mark: TSDLToken.Punctuation) -> Bool { token == .punctuation(mark) }

  func isAt(_ word: String) -> Bool { token == .identifier(word) }

  mutating func take(_ mark: TSDLToken.Punctuation) throws(TSDLFault) -> Bool {
    guard isAt(mark) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ mark: TSDLToken.Punctuation) throws(TSDLFault) {
    guard try take(mark) else { throw expected("'\(mark.rawValue)'") }
  }

  mutating func identifier(_ what: String) throws(TSDLFault) -> String {
    guard case .identifier(let name) = token else { throw expected(what) }
    try advance()
    return name
  }

  /// A number with an optional sign, as a bit pattern.
  mutating func integer() throws(TSDLFault) -> Int64 {
    let isNegative = try take(.minus)
    if !isNegative { _ = try take(.plus) }
    guard case .number(let magnitude) = token else { throw expected("a number") }
    try advance()
    let value = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- value : value
  }

  mutating func unsigned(atMost limit: UInt64 = .max) throws(TSDLFault) -> UInt64 {
    guard case .number(let value) = token else { throw expected("a number of 0 or more") }
    guard value <= limit else { throw fault("\(value) is too large here: at most \(limit)") }
    try advance()
    return value
  }

  /// Names joined by dots.
  mutating func path() throws(TSDLFault) -> [String] {
    var names = [try identifier("a name")]
    while try take(.dot) { names.append(try identifier("a name")) }
    return names
  }

  /// A type that may be named: else names could nest types deeper than braces may.
  func checked(_ type: FieldClass) throws(TSDLFault) -> FieldClass {
    guard type.depth <= Self.deepestNesting else {
      throw fault("types are nested more than \(Self.deepestNesting) deep")
    }
    return type
  }

  // MARK: Declarations

  mutating func declaration() throws(TSDLFault) {
    if try take(.semicolon) { return }
    guard case .identifier(let word) = token else { throw expected("a declaration") }
    switch word {
    case "trace": try traceBlock()
    case "env": try environmentBlock()
    case "clock": try clockBlock()
    case "stream": try streamBlock()
    case "event": try eventBlock()
    case "callsite": try skipBlock()
    default:
      guard try typeDeclaration() else {
        _ = try type()
        try expect(.semicolon)
        return
      }
    }
  }

  private mutating func skipBlock() throws(TSDLFault) {
    try advance()
    try expect(.leftBrace)
    var depth = 1
    while depth > 0 {
      if isAt(.leftBrace) { depth += 1 }
      if isAt(.rightBrace) { depth -= 1 }
      if token == .end { throw expected("'}'") }
      try advance()
    }
    try expect(.semicolon)
  }

  /// Reads a `typealias` or a `typedef`, if one stands here.
  mutating func typeDeclaration() throws(TSDLFault) -> Bool {
    if isAt("typealias") {
      try advance()
      let type = try type()
      try expect(.assign)
      var words: [String] = []
      while case .identifier(let word) = token {
        words.append(word)
        try advance()
      }
      while try take(.star) { words.append("*") }
      guard !words.isEmpty else { throw expected("a name") }
      try expect(.semicolon)
      scopes.name(try checked(type), alias: words.joined(separator: " "))
      return true
    }
    if isAt("typedef") {
      try advance()
      let base = try type()
      repeat {
        let name = try identifier("a name")
        scopes.name(try checked(try arrays(of: base)), alias: name)
      } while try take(.comma)
      try expect(.semicolon)
      return true
    }
    return false
  }
}
