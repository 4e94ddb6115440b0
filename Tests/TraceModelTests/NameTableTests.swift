// SPDX-License-Identifier: MIT

import Testing

@testable import TraceModel

@Suite("NameTable")
struct NameTableTests {
  @Test("gives each name one number, in the order in which they come")
  func numbers() {
    let table = NameTable()
    let names = (0..<1_000).map { "signal.\($0 % 100).with.a.long.name" }
    let ids = names.map { table.intern($0) }
    #expect(ids.map(\.index) == (0..<1_000).map { $0 % 100 })
    #expect(ids.map { table.text($0) } == names)
    #expect(table.count == 100)
  }

  @Test("tells names apart that differ in one byte or in length", arguments: 0..<40)
  func neighbours(length: Int) {
    let table = NameTable()
    let base = [UInt8](repeating: 0x61, count: length)
    var ids: Set<NameID> = [base.withUnsafeBytes { table.intern($0) }]
    for index in base.indices {
      var other = base
      other[index] = 0x62
      ids.insert(other.withUnsafeBytes { table.intern($0) })
    }
    ids.insert((base + [0x61]).withUnsafeBytes { table.intern($0) })
    #expect(ids.count == length + 2)
  }

  @Test("keeps bytes that are no UTF-8, and shows them as U+FFFD")
  func invalid() {
    let table = NameTable()
    let id = ([0x61, 0xFF] as [UInt8]).withUnsafeBytes { table.intern($0) }
    #expect(table.text(id) == "a\u{fffd}")
    #expect(table.withBytes(of: id) { Array($0) } == [0x61, 0xFF])
  }

  @Test("stays bounded when every name is new or very long")
  func bounded() {
    let table = NameTable()
    let long = table.intern(String(repeating: "x", count: 100_000))
    #expect(table.text(long).utf8.count == 1_024)
    for index in 0..<100_100 { _ = table.intern("name \(index)") }
    #expect(table.text(table.intern("one more")) == "(further names)")
    #expect(table.count == 100_001)
    #expect(table.text(table.intern("name 5")) == "name 5")
  }
}
