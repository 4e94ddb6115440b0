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

@Suite("SubscriptionTable")
struct SubscriptionTableTests {
  @Test("does what a dictionary does, whatever is put in and taken out")
  func likeDictionary() {
    var table = SubscriptionTable<Int>()
    var expected: [SubscriptionKey: Int] = [:]
    var state: UInt64 = 1
    for step in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = SubscriptionKey(
        host: 0, process: Int32(state >> 60 & 1), id: state >> 33 % 300 + 1)
      if state >> 40 & 1 == 0 {
        if let index = table.find(key) {
          #expect(table.remove(at: index) == expected.removeValue(forKey: key))
        } else {
          #expect(expected[key] == nil)
        }
      } else if let index = table.find(key) {
        table[index] += 1
        expected[key]? += 1
      } else {
        _ = table.insert(key, step)
        expected[key] = step
      }
    }
    #expect(table.count == expected.count)
    for index in table.indices { #expect(expected[table.key(at: index)] == table[index]) }
    for key in expected.keys { #expect(table.find(key) != nil) }
  }
}

@Suite("ProcessTable")
struct ProcessTableTests {
  @Test("knows a process by host and vpid, and what it is called")
  func processes() {
    var table = ProcessTable()
    let first = table.find(host: 1, vpid: 10)
    let second = table.find(host: 2, vpid: 10)
    let unknown = table.find(host: 1, vpid: nil)
    #expect([first, second, unknown].map(\.index) == [0, 1, 2])
    #expect(table.find(host: 1, vpid: 10) == first)
    table.offer(name: "worker", ofMainThread: false, to: first)
    table.offer(name: "other", ofMainThread: false, to: first)
    #expect(table[first].label == "worker (10)")
    table.offer(name: "app", ofMainThread: true, to: first)
    #expect(table[first].label == "app (10)")
    #expect(table[second].label == "process 10")
    #expect(table[unknown].label == "unknown process")
  }

  @Test("stays bounded when every event comes from a new process")
  func bounded() {
    var table = ProcessTable()
    for vpid in 0..<70_000 as Range<Int32> { _ = table.find(host: 0, vpid: vpid) }
    #expect(table.processes.count == ProcessTable.most + 1)
    #expect(table[table.find(host: 0, vpid: 80_000)].label == "further processes")
    #expect(table[table.find(host: 0, vpid: 5)].vpid == 5)
  }
}
