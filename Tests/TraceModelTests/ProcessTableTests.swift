// SPDX-License-Identifier: MIT

import Testing

@testable import TraceModel

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
