// SPDX-License-Identifier: MIT

import Testing
import TraceModel

@Suite("SubscriptionTable")
struct SubscriptionTableTests {
  @Test(
    "does what a dictionary does, whatever is put in and taken out, few keys or many",
    arguments: [300, 5_000] as [UInt64])
  func likeDictionary(ids: UInt64) {
    var table = SubscriptionTable<Int>()
    var expected: [SubscriptionKey: Int] = [:]
    var state: UInt64 = 1
    for step in 0..<Int(ids) * 66 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = SubscriptionKey(
        host: 0, process: Int32(state >> 60 & 1), id: state >> 33 % ids + 1)
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
