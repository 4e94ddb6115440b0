// SPDX-License-Identifier: MIT

import TraceTestSupport

/// Names, ids, several traces: section B of the list of faults.
extension Corpus {
  static let identityCases: [CorpusCase] = [
    CorpusCase("pass-one-name-of-two-kinds") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(name: "app:tick", fields: [.integer("_n", 32)]),
          .init(name: "app:tick", fields: [.string("_n"), .integer("_m", 64)]),
        ], layout: layout)
      trace.packet { packet in
        packet.event(0, at: 1, [1])
        packet.event(1, at: 2, [.text("one"), 1])
        packet.event(1, at: 3, [.text(""), 1])
      }
      expected.counts = ["app:tick": 3]
      return trace
    },
    CorpusCase("pass-one-id-in-two-stream-classes") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.channels.append(.init(events: [.init(name: "other:event", fields: [.string("_s")])]))
      trace.packet(in: "d_0", channel: 1) { packet in
        packet.event(0, at: 5, [.text("x")])
        packet.event(0, at: 6, [.text("y")])
      }
      expected.packets(3)
      expected.counts["other:event"] = 2
      return trace
    },
    CorpusCase("pass-enumeration-value-out-of-range") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(name: "app:state", fields: [.enumeration("_s", 8, ["on": 1...1]), .string("_t")])
        ], layout: layout)
      trace.packet { packet in
        packet.event(0, at: 1, [1, .text("a")])
        packet.event(0, at: 2, [200, .text("b")])
      }
      expected.counts = ["app:state": 2]
      return trace
    },
    CorpusCase("pass-no-context") { layout, expected in
      var trace = TestTrace(events: TestTrace.baseEvents, layout: layout)
      trace.packet { $0.event("app:tick", at: 1, [1]) }
      expected.counts = ["app:tick": 1]
      return trace
    },
    CorpusCase("pass-two-sessions-in-one-folder") { variant, expected in
      var second = TestTrace.base(variant.layout, packets: 0..<0)
      second.uuid = Array(101...116)
      second.basePacket(0)
      var files = TraceFiles()
      files.add(.base(variant.layout), in: "a", variant.language)
      files.add(second, in: "b", variant.language)
      expected.packets(4)
      return files
    },
    CorpusCase("pass-stream-of-an-overwritten-trace") { variant, expected in
      var other = TestTrace.base(variant.layout, packets: 0..<0)
      other.uuid = Array(101...116)
      other.basePacket(0, in: "c_1", cpu: 1)
      var files = TraceFiles()
      files.add(.base(variant.layout), variant.language)
      files["c_1"] = other.streams["c_1"] ?? []
      expected.packets(3)
      expected.damage = ["foreignPacket c_1 0"]
      expected.unknown = ["c_1 0...100"]
      return files
    },
    CorpusCase("pass-two-hosts") { variant, expected in
      var files = TraceFiles()
      for host in ["one", "two"] {
        var trace = TestTrace.base(variant.layout, packets: 0..<0)
        trace.environment = [("hostname", .text(host)), ("domain", .text("ust"))]
        trace.clock.uuid = "boot-of-\(host)"
        trace.uuid[1] = host == "one" ? 1 : 2
        for number in 0..<3 as Range<UInt64> { trace.basePacket(number) }
        files.add(trace, in: "\(host)/session-1/ust/uid/0/64-bit", variant.language)
      }
      expected.packets(6)
      return files
    },
    CorpusCase("pass-several-traces-in-order-of-their-paths") { variant, expected in
      var files = TraceFiles()
      for (index, folder) in ["b", "a", "c"].enumerated() {
        var trace = TestTrace(
          events: [.init(name: "in:\(folder)")], layout: variant.layout)
        trace.uuid[0] = UInt8(index)
        trace.packet(end: 100) { $0.event(0, at: 5) }
        files.add(trace, in: folder, variant.language)
      }
      expected.counts = ["in:a": 1, "in:b": 1, "in:c": 1]
      expected.times = ["in:a 5", "in:b 5", "in:c 5"]
      return files
    },
    CorpusCase("pass-kernel-trace-beside") { variant, expected in
      var kernel = TestTrace(
        events: [
          .init(
            name: "sched_switch", fields: [.fixedText("_prev_comm", 16), .integer("_tid", 32)]),
          .init(name: "irq_entry", fields: [.integer("_irq", 32)]),
        ], layout: variant.layout, header: .compact)
      kernel.environment = [("domain", .text("kernel")), ("hostname", .text("h"))]
      kernel.uuid = Array(201...216)
      for (cpu, name) in ["kernel_0", "kernel_1"].enumerated() {
        kernel.packet(in: name, end: 1000, cpu: UInt64(cpu)) { packet in
          packet.event("sched_switch", at: 5, [.text("swapper"), 0])
          packet.event("irq_entry", at: 1 << 30, isExtended: true, [9])
          packet.event("irq_entry", at: (1 << 30) + 7, [9])
        }
      }
      var files = TraceFiles()
      files.add(kernel, in: "kernel", variant.language)
      files.add(.base(variant.layout), in: "ust/uid/0/64-bit", variant.language)
      expected.packets(3)
      expected.counts["sched_switch"] = 2
      expected.counts["irq_entry"] = 4
      return files
    },
  ]
}
