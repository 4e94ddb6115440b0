// SPDX-License-Identifier: MIT

import TraceTestSupport

/// Stream files that end too early or too late: section C of the list of faults.
extension Corpus {
  static let damageCases: [CorpusCase] = [
    CorpusCase("pass-cut-inside-an-event") { layout, expected in
      var trace = TestTrace.base(layout)
      let offset = trace.place(2).events[1] + 9
      trace.cut(at: offset)
      expected.packets(2)
      expected.counts["app:tick"] = 5
      expected.damage = ["truncated c_0 \(offset)"]
      expected.unknown = ["c_0 201...300"]
      return trace
    },
    CorpusCase("pass-cut-between-two-events") { layout, expected in
      var trace = TestTrace.base(layout)
      let offset = trace.place(2).events[2]
      trace.cut(at: offset)
      expected.packets(2)
      expected.counts["app:tick"] = 6
      expected.damage = ["truncated c_0 \(offset)"]
      expected.unknown = ["c_0 202...300"]
      return trace
    },
    CorpusCase("pass-cut-in-the-filling") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.cut(at: 3 * 4096 - 1)
      expected.packets(3)
      expected.damage = ["truncated c_0 \(3 * 4096 - 1)"]
      return trace
    },
    CorpusCase("pass-cut-behind-a-packet") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.cut(at: 2 * 4096)
      expected.packets(2)
      return trace
    },
    CorpusCase("pass-cut-inside-a-header") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.cut(at: 2 * 4096 + 50)
      expected.packets(2)
      expected.damage = ["truncated c_0 8192"]
      expected.unknown = ["c_0 200...300"]
      return trace
    },
    CorpusCase("pass-cut-inside-the-first-header") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.cut(at: 30)
      expected.damage = ["truncated c_0 0"]
      expected.unknown = ["c_0 0...300"]
      return trace
    },
    CorpusCase("pass-cut-behind-a-header") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.cut(at: 2 * 4096 + 84)
      expected.packets(2)
      expected.damage = ["truncated c_0 8276"]
      expected.unknown = ["c_0 200...300"]
      return trace
    },
    CorpusCase("pass-cut-beside-a-whole-stream") { layout, expected in
      var trace = TestTrace.base(layout)
      for number in 0..<2 as Range<UInt64> { trace.basePacket(number, in: "c_1", cpu: 1) }
      trace.cut(at: 90)
      expected.packets(2)
      expected.damage = ["truncated c_0 90"]
      expected.unknown = ["c_0 0...100"]
      return trace
    },
    CorpusCase("pass-stream-of-0-bytes") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.damage("c_1") { $0 = [] }
      expected.packets(3)
      return trace
    },
    CorpusCase("pass-only-streams-of-0-bytes") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.damage("c_0") { $0 = [] }
      trace.damage("c_1") { $0 = [] }
      return trace
    },
    CorpusCase("pass-no-stream-at-all") { layout, expected in
      .base(layout, packets: 0..<0)
    },
    CorpusCase("pass-tail-of-zeros") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.addZeros(70_000)
      expected.packets(3)
      expected.damage = ["zeroTail c_0 12288"]
      return trace
    },
    CorpusCase("pass-tail-of-few-zeros") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.addZeros(3)
      expected.packets(3)
      expected.damage = ["zeroTail c_0 12288"]
      return trace
    },
    CorpusCase("pass-nothing-but-zeros") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.addZeros(10_000)
      expected.damage = ["zeroTail c_0 0"]
      return trace
    },
    CorpusCase("pass-zeros-over-a-packet") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.damage { $0.replaceSubrange(4096..<8192, with: [UInt8](repeating: 0, count: 4096)) }
      expected.packets(2)
      expected.lostPackets = 1
      expected.windows = ["c_0 missingPackets 100...200: ?"]
      expected.damage = ["badMagic c_0 4096"]
      expected.unknown = ["c_0 100...200"]
      return trace
    },
    CorpusCase("pass-text-in-place-of-a-stream") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.damage("notes.txt") { $0 = Array("written by hand\n".utf8) }
      expected.packets(3)
      expected.damage = ["truncated notes.txt 0"]
      return trace
    },
  ]
}
