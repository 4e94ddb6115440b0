// SPDX-License-Identifier: MIT

/// What an executable or a library tells of itself, as far as tracing is concerned.
///
/// Every offset and count is checked and every part that is read has a limit, so that any file
/// may be given. Only 64-bit little-endian files are understood.
struct ELFFile {
  /// The libraries that it asks for, by name.
  private(set) var needed: [String] = []
  /// Where it says that they are, with `$ORIGIN` as it stands there.
  private(set) var searchPaths: [String] = []
  /// The names of the functions that it takes from libraries.
  private(set) var imports: Set<String> = []
  /// The texts of its tracepoints: names of providers and of events.
  private(set) var tracepointTexts: Set<String> = []

  /// Whether it brings the contract's provider with it.
  var hasProvider: Bool { tracepointTexts.contains("racsignal") }

  private struct Section {
    var name: Int
    var offset: Int
    var size: Int
    var link: Int
  }

  private static let mostSections = 4_096
  private static let mostBytes = 8 << 20

  /// Reads a file; nil if it is none of this kind, or damaged.
  init?(_ path: String) {
    guard let header = File.bytes(path, limit: 64), header.count == 64,
      header[..<6] == [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    else { return nil }
    let count = Int(Self.number(header, 60, 2))
    let names = Int(Self.number(header, 62, 2))
    guard Self.number(header, 58, 2) == 64, count <= Self.mostSections,
      let table = Self.part(path, Self.number(header, 40, 8), count * 64)
    else { return nil }
    let sections = (0..<count).map { index in
      let place = index * 64
      return Section(
        name: Int(Self.number(table, place, 4)),
        offset: Int(truncatingIfNeeded: Self.number(table, place + 24, 8)),
        size: Int(truncatingIfNeeded: Self.number(table, place + 32, 8)),
        link: Int(Self.number(table, place + 40, 4)))
    }
    guard names < count, let texts = Self.part(path, sections[names]) else { return nil }
    for section in sections {
      switch Self.text(texts, section.name) {
      case ".dynamic":
        guard section.link < count, let strings = Self.part(path, sections[section.link]),
          let entries = Self.part(path, section)
        else { continue }
        readDynamic(entries, strings)
      case ".dynsym":
        guard section.link < count, let strings = Self.part(path, sections[section.link]),
          let symbols = Self.part(path, section)
        else { continue }
        readSymbols(symbols, strings)
      case "lttng_ust_tracepoints_strings", "__tracepoints_strings":
        guard let bytes = Self.part(path, section) else { continue }
        for text in bytes.split(separator: 0) {
          tracepointTexts.insert(String(decoding: text, as: UTF8.self))
        }
      default: break
      }
    }
  }

  private mutating func readDynamic(_ entries: [UInt8], _ strings: [UInt8]) {
    for place in stride(from: 0, to: entries.count - 15, by: 16) {
      let value = Int(truncatingIfNeeded: Self.number(entries, place + 8, 8))
      switch Self.number(entries, place, 8) {
      case 1: needed.append(Self.text(strings, value))
      // DT_RPATH and DT_RUNPATH
      case 15, 29:
        searchPaths += Self.text(strings, value).split(separator: ":").map(String.init)
      default: break
      }
    }
  }

  private mutating func readSymbols(_ symbols: [UInt8], _ strings: [UInt8]) {
    for place in stride(from: 0, to: symbols.count - 23, by: 24)
    where Self.number(symbols, place + 6, 2) == 0 {
      imports.insert(Self.text(strings, Int(Self.number(symbols, place, 4))))
    }
  }

  private static func part(_ path: String, _ section: Section) -> [UInt8]? {
    part(path, UInt64(bitPattern: Int64(section.offset)), section.size)
  }

  private static func part(_ path: String, _ offset: UInt64, _ size: Int) -> [UInt8]? {
    guard (0...mostBytes).contains(size), offset < 1 << 40,
      let bytes = File.bytes(path, from: Int(offset), limit: size), bytes.count == size
    else { return nil }
    return bytes
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  private static func text(_ bytes: [UInt8], _ place: Int) -> String {
    guard bytes.indices.contains(place) else { return "" }
    return String(decoding: bytes[place...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
