// SPDX-License-Identifier: MIT

/// A 64-bit ELF file with just the sections that a diagnosis reads.
struct TestELF {
  var needed: [String] = []
  var searchPath: String?
  var imports: [String] = []
  var tracepoints: [String] = []

  var bytes: [UInt8] {
    var strings: [UInt8] = [0]
    func put(_ text: String) -> UInt64 {
      strings += Array(text.utf8) + [0]
      return UInt64(strings.count - text.utf8.count - 1)
    }
    var dynamic: [UInt8] = []
    for name in needed { dynamic += number(1, 8) + number(put(name), 8) }
    if let searchPath { dynamic += number(29, 8) + number(put(searchPath), 8) }
    dynamic += number(0, 16)
    var symbols = [UInt8](repeating: 0, count: 24)
    for name in imports { symbols += number(put(name), 4) + number(0, 20) }
    let texts: [UInt8] = tracepoints.flatMap { text -> [UInt8] in Array(text.utf8) + [0, 0] }
    let parts: [(name: String, bytes: [UInt8], link: UInt64)] = [
      ("", [], 0), (".dynstr", strings, 0), (".dynamic", dynamic, 1), (".dynsym", symbols, 1),
      ("lttng_ust_tracepoints_strings", texts, 0),
    ]
    var names: [UInt8] = []
    var body: [UInt8] = []
    var table: [UInt8] = []
    for (index, part) in (parts + [(".shstrtab", [], 0)]).enumerated() {
      let name = UInt64(names.count)
      names += Array(part.name.utf8) + [0]
      let content = index == parts.count ? names : part.bytes
      table += number(name, 4) + number(0, 20) + number(UInt64(64 + body.count), 8)
      table += number(UInt64(content.count), 8) + number(part.link, 4) + number(0, 20)
      body += content
    }
    var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 33)
    header += number(UInt64(64 + body.count), 8) + number(0, 10) + number(64, 2)
    header += number(UInt64(parts.count + 1), 2) + number(UInt64(parts.count), 2)
    return header + body + table
  }

  private func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : 0 }
  }
}
