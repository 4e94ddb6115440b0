// SPDX-License-Identifier: MIT

/// What a `metadata` file says, whichever language it is written in.
struct MetadataFile {
  /// The model.
  var trace: TraceClass
  /// What is wrong with the file, if it can be used nevertheless.
  var damage: Damage?

  private static let largest = 1 << 26

  /// Reads a file.
  ///
  /// - Parameter path: The file.
  /// - Throws: `CTFError` if it cannot be read, is empty, or means nothing.
  init(_ path: String) throws(CTFError) {
    let file = try File(path)
    guard file.size <= Self.largest else {
      throw CTFError(
        .unsupported, "a metadata file of \(file.size) bytes is too large",
        place: .init(path: path))
    }
    try self.init(content: file.read(at: 0, count: file.size), path: path)
  }

  /// Reads a file's content: a text of either language, plain or in packets.
  init(content: [UInt8], path: String) throws(CTFError) {
    let text = MetadataText(content)
    if text.bytes.first == CTF2Parser.separator {
      let (trace, cut) = try CTF2Parser.parse(text.bytes, path: path)
      let packets = text.damage.map {
        Damage(kind: .metadata, path: path, offset: $0.offset, what: $0.what)
      }
      self.init(trace: trace, damage: packets ?? cut)
    } else {
      try self.init(tsdl: text, size: content.count, path: path)
    }
  }

  private init(trace: TraceClass, damage: Damage?) {
    self.trace = trace
    self.damage = damage
  }

  private init(tsdl text: MetadataText, size: Int, path: String) throws(CTFError) {
    guard !text.bytes.allSatisfy({ $0 == 0 || $0 == 0x20 || $0 == 0x0a }) else {
      throw CTFError(
        .emptyMetadata, "the metadata is empty", place: .init(path: path))
    }
    do throws(TSDLFault) {
      let (parsed, cut) = try TSDLParser.parse(text.bytes)
      let cutText = cut.map { "line \($0.line) is cut short: \($0.message)" }
      let what = [text.damage?.what, cutText].compactMap { $0 }.joined(separator: "; ")
      if !what.isEmpty {
        damage = Damage(
          kind: .metadata, path: path, offset: text.damage?.offset ?? size, what: what)
      }
      trace = parsed
      trace.settle()
    } catch {
      throw CTFError(
        .syntax, error.message,
        place: .init(path: path, line: error.line, column: error.column))
    }
  }
}
