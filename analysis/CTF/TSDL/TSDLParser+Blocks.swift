// SPDX-License-Identifier: MIT

extension TSDLParser {
  /// A value behind `=` in a block.
  private enum Value {
    case integer(Int64)
    case text(String)

    var text: String {
      switch self {
      case .integer(let value): String(value)
      case .text(let text): text
      }
    }
  }

  private mutating func value() throws(TSDLFault) -> Value {
    switch token {
    case .text(var text):
      if mendsTexts, let whole = textToEndOfLine() { text = whole }
      try advance()
      return .text(text)
    case .identifier:
      return .text(try path().joined(separator: "."))
    default:
      return .integer(try integer())
    }
  }

  private mutating func number(_ value: Value) throws(TSDLFault) -> Int64 {
    guard case .integer(let number) = value else { throw fault("a number must stand here") }
    return number
  }

  private mutating func structure() throws(TSDLFault) -> StructureClass {
    guard case .structure(let structure) = try checked(try type()) else {
      throw fault("a structure must stand here")
    }
    weight += structure.weight
    guard weight <= Self.largestWeight else { throw tooLarge }
    return structure
  }

  /// Reads `{ path = value; path := type; … };`, handing out each entry at its value.
  private mutating func block(
    values: (inout TSDLParser, String, Value) throws(TSDLFault) -> Void,
    types: (inout TSDLParser, String) throws(TSDLFault) -> Void
  ) throws(TSDLFault) {
    try advance()
    try expect(.leftBrace)
    scopes.push()
    defer { scopes.pop() }
    while try !take(.rightBrace) {
      if try take(.semicolon) { continue }
      if try typeDeclaration() { continue }
      let name = try path().joined(separator: ".")
      if try take(.assign) {
        try types(&self, name)
      } else {
        try expect(.equals)
        let value = try value()
        try values(&self, name, value)
      }
      try expect(.semicolon)
    }
    try expect(.semicolon)
  }

  private mutating func noType(_ name: String) throws(TSDLFault) -> TSDLFault {
    fault("a type cannot stand at '\(name)'")
  }

  mutating func traceBlock() throws(TSDLFault) {
    var trace = self.trace
    try block { parser, name, value throws(TSDLFault) in
      switch name {
      case "byte_order":
        switch value.text {
        case "le": trace.byteOrder = .little
        case "be", "network": trace.byteOrder = .big
        default: throw parser.fault("the trace's byte order must be le or be")
        }
      case "uuid": trace.uuid = Self.uuid(value.text)
      case "major":
        guard value.text == "1" else {
          throw parser.fault("only CTF 1 is written in this language, not CTF \(value.text)")
        }
      default: break
      }
    } types: { parser, name throws(TSDLFault) in
      guard name == "packet.header" else { throw try parser.noType(name) }
      trace.packetHeader = try parser.structure()
    }
    self.trace = trace
  }

  static func uuid(_ text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == 32 else { return nil }
    return (0..<16).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }

  mutating func environmentBlock() throws(TSDLFault) {
    var entries: [CTFTrace.EnvironmentEntry] = []
    mendsTexts = true
    defer { mendsTexts = false }
    try block { _, name, value throws(TSDLFault) in
      switch value {
      case .integer(let number): entries.append(.init(name: name, value: .integer(number)))
      case .text(let text): entries.append(.init(name: name, value: .string(text)))
      }
    } types: { parser, name throws(TSDLFault) in
      throw try parser.noType(name)
    }
    trace.environment += entries
  }

  mutating func clockBlock() throws(TSDLFault) {
    var clock = ClockClass()
    try block { parser, name, value throws(TSDLFault) in
      switch name {
      case "name": clock.name = value.text
      case "uuid": clock.uuid = value.text
      case "description": clock.text = value.text
      case "freq":
        clock.frequency = UInt64(bitPattern: try parser.number(value))
        guard clock.frequency > 0 else { throw parser.fault("a clock's frequency cannot be 0") }
      case "offset_s": clock.offsetSeconds = try parser.number(value)
      case "offset": clock.offsetCycles = try parser.number(value)
      default: break
      }
    } types: { parser, name throws(TSDLFault) in
      throw try parser.noType(name)
    }
    trace.clocks.append(clock)
  }

  mutating func streamBlock() throws(TSDLFault) {
    var stream = StreamClass()
    try block { parser, name, value throws(TSDLFault) in
      if name == "id" { stream.id = UInt64(bitPattern: try parser.number(value)) }
    } types: { parser, name throws(TSDLFault) in
      switch name {
      case "packet.context": stream.packetContext = try parser.structure()
      case "event.header": stream.eventHeader = try parser.structure()
      case "event.context": stream.eventContext = try parser.structure()
      default: throw try parser.noType(name)
      }
    }
    trace.streamClasses.append(stream)
  }

  mutating func eventBlock() throws(TSDLFault) {
    var event = EventRecordClass()
    try block { parser, name, value throws(TSDLFault) in
      switch name {
      case "name": event.name = value.text
      case "id": event.id = UInt64(bitPattern: try parser.number(value))
      case "stream_id": event.streamClassID = UInt64(bitPattern: try parser.number(value))
      case "loglevel": event.logLevel = Int(try parser.number(value))
      case "model.emf.uri": event.modelURI = value.text
      default: break
      }
    } types: { parser, name throws(TSDLFault) in
      switch name {
      case "context": event.context = try parser.structure()
      case "fields": event.payload = try parser.structure()
      default: throw try parser.noType(name)
      }
    }
    trace.eventClasses.append(event)
  }
}
