// SPDX-License-Identifier: MIT

extension CTF2Parser {
  /// Reads the content of a metadata file.
  ///
  /// - Returns: The model, and what is told of a text that is cut short.
  static func parse(_ content: [UInt8], path: String)
    throws(CTFError) -> (trace: TraceClass, cut: Damage?)
  {
    do throws(CTF2Fault) {
      let (trace, cut) = try parse(content)
      let damage = cut.map {
        Damage(
          kind: .metadata, path: path, offset: $0.offset,
          what: "line \($0.place(in: content).line) is cut short: \($0.message)")
      }
      return (trace, damage)
    } catch {
      let (line, column) = error.place(in: content)
      throw CTFError(
        error.code, error.message, place: .init(path: path, line: line, column: column))
    }
  }
}

extension CTF2Fault {
  /// The line and the column, in bytes, both from 1.
  func place(in content: [UInt8]) -> (line: Int, column: Int) {
    let before = content.prefix(offset)
    let line = 1 + before.reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
    let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return (line, offset - start + 1)
  }
}
