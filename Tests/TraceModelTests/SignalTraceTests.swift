// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@Suite("SignalTrace")
struct SignalTraceTests {
  /// What an event says, in a form to compare.
  private func histories(
    _ trace: SyntheticTrace, _ selection: TraceSelection = TraceSelection()
  ) throws -> [String] {
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path], selection: selection)
    var lines: [String] = []
    opened.forEachEvent { event in
      let signal = event.signal.map { opened.signals.text($0) } ?? "-"
      let subscriber = event.subscriber.map { opened.subscribers.text($0) } ?? "-"
      let text = event.withText { $0.map { String(decoding: $0, as: UTF8.self) } } ?? "-"
      lines.append(
        "\(event.time) \(event.kind) \(signal) \(subscriber) \(text) id \(event.subscription) "
          + "n \(event.number) age \(event.age) action \(event.action) vpid \(event.key.process)")
      return true
    }
    return lines
  }

  @Test("gives every event of the contract its fields, by their meaning")
  func contract() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("clicks", "A.swift:1", id: 7, at: 1)
      packet.next("clicks", "42", id: 7, ordinal: 3, at: 2, place: "A.swift:1")
      packet.event("racsignal:delivered", at: 3, [7])
      packet.event(
        "racsignal:alive", at: 4, [.text("ticks"), .text("B.swift:2"), 8, 1, 7, 9, 5, 60])
      packet.event("racsignal:dropped", at: 5, [.text("clicks"), .text("b"), .text("full"), 7, 4])
      packet.event("racscheduler:scheduled", at: 6, [.text("queue"), 1, 11, 500, 7])
      packet.event("racscheduler:began", at: 7, [11])
      packet.event("raccompounddisposable:added", at: 8, [.text("bag"), .text("sub"), 2])
      packet.failed("clicks", "boom", id: 7, values: 3, at: 9, place: "A.swift:1")
      packet.event("racprocess:exiting", at: 11, [.text("App"), 1])
      packet.event("other:event", at: 12, [1, .text("x")])
    }
    #expect(
      try histories(trace) == [
        "1 subscribed clicks A.swift:1 - id 7 n 0 age 0 action 0 vpid 100",
        "2 next clicks A.swift:1 42 id 7 n 3 age 0 action 0 vpid 100",
        "3 delivered - - - id 7 n 0 age 0 action 0 vpid 100",
        "4 alive ticks B.swift:2 - id 8 n 5 age 60 action 0 vpid 100",
        "5 dropped clicks b full id 7 n 4 age 0 action 0 vpid 100",
        "6 scheduled - queue - id 0 n 500 age 0 action 11 vpid 100",
        "7 began - - - id 0 n 0 age 0 action 11 vpid 100",
        "8 added - bag sub id 0 n 2 age 0 action 0 vpid 100",
        "9 error clicks A.swift:1 boom id 7 n 3 age 0 action 0 vpid 100",
        "10 disposed clicks A.swift:1 - id 7 n 3 age 0 action 0 vpid 100",
        "11 exiting - - App id 0 n 1 age 0 action 0 vpid 100",
        "12 other - - - id 0 n 0 age 0 action 0 vpid 100",
      ])
  }

  private static let filters: [(change: @Sendable (inout TraceSelection) -> Void, times: [Int])] = [
    ({ $0.kinds = [Glob("next")] }, [2, 3, 4]),
    ({ $0.kinds = [Glob("racsignal:n*"), Glob("event")] }, [2, 3, 4, 8]),
    ({ $0.kinds = [Glob("other:*")] }, [8]),
    ({ $0.kinds = [Glob("nothing")] }, []),
    ({ $0.subscribers = [Glob("B.swift:?")] }, [4]),
    ({ $0.subscribers = [Glob("B.swift:?"), Glob("queue")] }, [4, 6]),
    ({ $0.threads = [101] }, [3, 7]),
    ({ $0.threads = [101, 100] }, [1, 2, 3, 4, 5, 6, 7, 8]),
    ({ $0.texts = [TextPattern("4")] }, [2, 3]),
    ({ $0.texts = [TextPattern("4*")] }, [2]),
    ({ $0.texts = [TextPattern("time"), TextPattern("?")] }, [4, 5]),
    ({ $0.texts = [TextPattern("")] }, [2, 3, 4, 5]),
    (
      {
        $0.kinds = [Glob("next")]
        $0.signals = [Glob("clicks")]
        $0.texts = [TextPattern("4")]
        $0.threads = [100]
      }, [2]
    ),
  ]

  @Test("hands out what every filter asks for", arguments: filters.indices)
  func filtered(index: Int) throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("clicks", id: 1, at: 1)
      packet.next("clicks", "42", id: 1, ordinal: 1, at: 2)
      packet.event(
        "racsignal:next", at: 3, thread: 101,
        [.text("ticks"), .text("A.swift:1"), .text("1\u{1b}4"), 2, 1])
      packet.next("ticks", "x", id: 2, ordinal: 2, at: 4, place: "B.swift:2")
      packet.event(
        "racsignal:error", at: 5, [.text("ticks"), .text("A.swift:1"), .text("timed out"), 2, 2])
      packet.event("racscheduler:scheduled", at: 6, [.text("queue"), 1, 11, 500, 7])
      packet.event("racscheduler:began", at: 7, thread: 101, [11])
      packet.event("other:event", at: 8, [1, .text("42")])
    }
    let folder = try trace.write()
    var selection = TraceSelection()
    Self.filters[index].change(&selection)
    var times: [Int] = []
    try SignalTrace.open([folder.path], selection: selection).forEachEvent { event in
      times.append(Int(event.time))
      return true
    }
    #expect(times == Self.filters[index].times)
  }

  @Test("takes an emitter that leaves fields out, or gives them another type")
  func foreign() throws {
    var trace = SyntheticTrace(
      fields: [
        "racsignal:next": "SIGNAL extra",
        "racsignal:completed": "signal SUBSCRIBER SUBSCRIPTION_ID",
      ], origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.event("racsignal:next", at: 1, [.text("clicks"), 5])
      packet.event("racsignal:completed", at: 2, [1, .text("place"), .text("seven")])
    }
    #expect(
      try histories(trace) == [
        "1 next clicks - - id 0 n 0 age 0 action 0 vpid 100",
        "2 completed - place - id 0 n 0 age 0 action 0 vpid 100",
      ])
  }

  @Test("merges the buffers of all CPUs in the order of time")
  func order() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(cpu: 0, begin: 0, end: 100) { packet in
      for time in [1, 4, 5] as [UInt64] { packet.event("racscheduler:began", at: time, [0]) }
    }
    trace.packet(cpu: 1, begin: 0, end: 100) { packet in
      for time in [2, 3, 6] as [UInt64] { packet.event("racscheduler:began", at: time, [1]) }
    }
    #expect(try histories(trace).map { $0.prefix(2) } == ["1 ", "2 ", "3 ", "4 ", "5 ", "6 "])
  }

  @Test("hands out only what is selected")
  func selection() throws {
    var trace = SyntheticTrace(origin: 1_000)
    trace.packet(begin: 0, end: 100) { packet in
      packet.next("clicks", id: 1, ordinal: 1, at: 10)
      packet.next("clicks.map", id: 2, ordinal: 1, at: 20)
      packet.event("racsignal:delivered", at: 30, [1])
      packet.next("ticks", id: 3, ordinal: 1, at: 40, process: 200)
    }
    func times(_ change: (inout TraceSelection) -> Void) throws -> [Substring] {
      var selection = TraceSelection()
      change(&selection)
      return try histories(trace, selection).map { $0.prefix { $0 != " " } }
    }
    #expect(try times { $0.signals = [Glob("clicks*")] } == ["1010", "1020"])
    #expect(try times { $0.signals = [Glob("ticks"), Glob("*.map")] } == ["1020", "1040"])
    #expect(try times { $0.processes = [Glob("200")] } == ["1040"])
    #expect(try times { $0.processes = [Glob("ap*")] }.count == 4)
    #expect(try times { $0.begin = .fromBegin(20) } == ["1020", "1030", "1040"])
    #expect(try times { $0.end = .absolute(1_020) } == ["1010", "1020"])
    #expect(try times { $0.begin = .fromBegin(.max) } == [])
    #expect(try times { $0.end = .fromBegin(.max) }.count == 4)
  }

  @Test("names a process after its main thread, once that writes")
  func names() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.event("racscheduler:began", at: 1, process: 5, thread: 6, procname: "worker", [1])
      packet.event("racscheduler:began", at: 2, process: 5, thread: 5, procname: "app", [1])
      packet.event("racscheduler:began", at: 3, process: 7, thread: 8, procname: "only", [1])
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    opened.forEachEvent { _ in true }
    #expect(opened.processes.map(\.label) == ["app (5)", "only (7)"])
  }

  @Test("works without contexts, and says which are missing")
  func noContexts() throws {
    var trace = SyntheticTrace(hasContexts: false)
    trace.packet(begin: 0, end: 100) { $0.next("clicks", id: 1, ordinal: 1, at: 1) }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    opened.forEachEvent { _ in true }
    #expect(opened.missingContexts == [.vpid, .vtid, .procname])
    #expect(opened.processes.map(\.label) == ["unknown process"])
  }

  @Test("tells with every event how far back a loss lies")
  func losses() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { $0.next("clicks", id: 1, ordinal: 1, at: 10) }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 3) { packet in
      packet.next("clicks", id: 1, ordinal: 2, at: 150)
    }
    trace.packet(number: 2, begin: 200, end: 300, discarded: 3) { packet in
      packet.next("clicks", id: 1, ordinal: 6, at: 250)
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    var ends: [Int64] = []
    opened.forEachEvent { event in
      ends.append(event.lossEnd)
      return true
    }
    #expect(ends == [.min, 200, 200])
    #expect(opened.losses.discardedEvents == 3)
    #expect(opened.losses.windows.map(\.channel) == ["channel0"])
    #expect(opened.losses.windows.map(\.lost) == [3])
  }

  @Test("stops when it is told to")
  func stops() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      for time in 1...9 as ClosedRange<UInt64> { packet.event("racscheduler:began", at: time, [1]) }
    }
    let folder = try trace.write()
    var count = 0
    try SignalTrace.open([folder.path]).forEachEvent { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
  }
}
