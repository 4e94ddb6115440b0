// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("logNext, logError, logCompleted and logAll")
struct LogTests {
  private let lines = Log<String>()
  private var output: LogOutput { LogOutput { [lines] in lines.append($0) } }
  private let file = "SignalsTests/LogTests.swift"

  private struct Described: TraceDescribable { let traceDescription: String }

  @Test("logAll writes a line for each event: place, signal, event")
  func all() {
    let subject = Subject<Int>().named("clicks")
    subject.map { $0 * 10 }.logAll(to: output).subscribe()
    let line = #line - 1
    subject.sendNext(1)
    subject.sendNext(2)
    subject.sendCompleted()
    let failing = Signal<Int>.error(TestError.first).logAll(to: output).recorded()
    let second = #line - 1
    #expect(
      lines.all == [
        "\(file):\(line): clicks.map next 10", "\(file):\(line): clicks.map next 20",
        "\(file):\(line): clicks.map completed", "\(file):\(second): error error first",
      ])
    #expect(failing.events == [.error(TestError.first)])
  }

  @Test("logNext, logError and logCompleted write their own kind and pass everything")
  func kinds() {
    let signals: [Signal<Int>] = [
      Signal(sequence: 1...2).named("ok"),
      .merge([.just(3), .error(TestError.second)]).named("bad"),
    ]
    for signal in signals {
      let expected = signal.recorded().events
      #expect(signal.logNext("n", to: output, line: 1).recorded().events == expected)
      #expect(signal.logError("e", to: output, line: 2).recorded().events == expected)
      #expect(signal.logCompleted("c", to: output, line: 3).recorded().events == expected)
    }
    #expect(
      lines.all == [
        "\(file):1: n: ok next 1", "\(file):1: n: ok next 2", "\(file):3: c: ok completed",
        "\(file):1: n: bad next 3", "\(file):2: e: bad error second",
      ])
  }

  @Test("each line comes before the event is passed on")
  func order() {
    let subject = Subject<Int>().named("s")
    subject.logAll("up", to: output, line: 1).map { $0 + 1 }.logAll("down", to: output, line: 2)
      .subscribe(
        next: { [lines] in lines.append("got \($0)") },
        completed: { [lines] in lines.append("end") })
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(
      lines.all == [
        "\(file):1: up: s next 1", "\(file):2: down: s.logAll.map next 2", "got 2",
        "\(file):1: up: s completed", "\(file):2: down: s.logAll.map completed", "end",
      ])
  }

  @Test("nothing is written after dispose, nor for the dispose itself")
  func disposed() {
    let subject = Subject<Int>().named("s")
    let subscription = subject.logAll(to: output, line: 1).subscribe()
    subject.sendNext(1)
    subscription.dispose()
    subject.sendNext(2)
    subject.sendCompleted()
    #expect(lines.all == ["\(file):1: s next 1"])
  }

  @Test("each subscription writes for itself, and the name in traces is the operator's")
  func subscriptions() {
    let signal = Signal.just(1).logNext(to: output, line: 1)
    _ = signal.recorded()
    _ = signal.recorded()
    #expect(lines.all == ["\(file):1: just next 1", "\(file):1: just next 1"])
    #expect(signal.description == "just.logNext")
    #expect(Signal.just(1).logAll().description == "just.logAll")
    #expect(Signal.just(1).logError().description == "just.logError")
    #expect(Signal.just(1).logCompleted().description == "just.logCompleted")
  }

  @Test("texts are those of traces")
  func texts() {
    func log<Value: Sendable>(_ value: Value) {
      _ = Signal.just(value).named("v").logNext(to: output, line: 1).recorded()
    }
    log("a\n\t b")
    log(Described(traceDescription: "user  7"))
    log(Int?.none)
    log(String(repeating: "x", count: 1_000))
    #expect(
      lines.all == [
        "\(file):1: v next a b", "\(file):1: v next user 7", "\(file):1: v next nil",
        "\(file):1: v next \(String(repeating: "x", count: 253))…",
      ])
  }

  @Test("what a terminal would obey is escaped, in values, errors, names and labels")
  func controls() {
    _ = Signal.just("\u{1B}[31mred\u{7F}\u{9B}\u{202E}\u{7}").named("n\u{1B}").logNext(
      "l\u{8}", to: output, line: 1
    ).recorded()
    #expect(
      lines.all == [
        #"\#(file):1: l\x08: n\x1b next \x1b[31mred\x7f\u{9b}\u{202e}\x07"#
      ])
  }

  @Test("a line has at most 4095 bytes, whatever is in it")
  func longLines() {
    let nasty = String(repeating: "\u{E0001}", count: 64)
    _ = Signal.just(nasty).named(nasty).logNext(nasty + nasty, to: output).recorded()
    let worst = String(repeating: "\u{1}", count: 256)
    _ = Signal.just(worst).named(worst).logNext(worst, to: output).recorded()
    #expect(lines.all.count == 2)
    #expect(lines.all[0].utf8.count < LogOutput.maximumByteCount)
    #expect(lines.all[1].utf8.count <= LogOutput.maximumByteCount)
    #expect(lines.all[1].hasSuffix("…") || lines.all[1].utf8.count < 4_000)
  }

  @Test("values of a redacted signal are hidden, its errors are not")
  func redacted() {
    let secret = Subject<String>().named("secret").redacted()
    secret.map { $0 + "!" }.logAll(to: output, line: 1).subscribe()
    secret.sendNext("hush")
    secret.sendError(TestError.first)
    #expect(
      lines.all == [
        "\(file):1: secret.map next (redacted)", "\(file):1: secret.map error first",
      ])
  }

  @Test("standard error gets whole lines, also from several threads")
  func standardError() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      onThreads(4) { thread in
        let subject = Subject<String>().named("t\(thread)")
        subject.logNext(line: 7).subscribe()
        for number in 0..<250 {
          subject.sendNext("\(number) " + String(repeating: "x", count: 200))
        }
      }
    }
    let written = String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("SignalsTests/LogTests.swift:7: ") }
    for thread in 0..<4 {
      let tail = String(repeating: "x", count: 200)
      let expected = (0..<250).map {
        "SignalsTests/LogTests.swift:7: t\(thread) next \($0) \(tail)"
      }
      #expect(written.filter { $0.contains(" t\(thread) ") }.map(String.init) == expected)
    }
    #expect(written.count == 1_000)
  }
}
