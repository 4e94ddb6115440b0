// SPDX-License-Identifier: MIT

import SignalProbes
import Testing

@testable import Signals

@Suite("The name of a signal")
struct TraceNameTests {
  private let clicks = Subject<Int>().named("clicks")
  private let keys = Subject<Int>().named("keys")

  @Test("is its kind until it is given one")
  func kinds() {
    let scheduler = TestScheduler()
    let names = [
      "\(Signal<Int> { _ in nil })", "\(Signal.just(1))", "\(Signal<Int>.empty)",
      "\(Signal<Int>.error(TestError.first))", "\(Signal<Int>.never)",
      "\(Signal<Int>.defer { .empty })", "\(Signal(sequence: [1]))", "\(Subject<Int>())",
      "\(ReplaySubject<Int>())", "\(BehaviorSubject(1))",
      "\(Signal.interval(.seconds(1), on: scheduler))",
    ]
    #expect(
      names == [
        "signal", "just", "empty", "error", "never", "defer", "sequence", "subject",
        "replaySubject", "behaviorSubject", "interval",
      ])
  }

  @Test("grows with each operator")
  func operators() {
    let scheduler = TestScheduler()
    #expect("\(clicks.map { $0 }.filter { _ in true })" == "clicks.map.filter")
    #expect("\(clicks.take(1).doNext { _ in })" == "clicks.take.doNext")
    #expect("\(clicks.flatMap { .just($0) }.catch { _ in .empty })" == "clicks.flatMap.catch")
    #expect("\(clicks.deliverOn(scheduler))" == "clicks.deliverOn")
    #expect(
      "\(clicks.delay(.zero, on: scheduler).throttle(.zero, on: scheduler))"
        == "clicks.delay.throttle")
    #expect("\(clicks.merge(keys.map { $0 }))" == "merge(clicks, keys.map)")
    #expect(
      "\(clicks.merge(keys).map { $0 }.merge(.never))" == "merge(merge(clicks, keys).map, never)")
  }

  @Test("can be given, also again, and then goes for what is derived later")
  func given() {
    let before = clicks.map { $0 }
    clicks.named("taps")
    #expect("\(clicks)" == "taps")
    #expect("\(clicks.map { $0 })" == "taps.map")
    #expect("\(before)" == "clicks.map")
    #expect("\(before.named("doubled").filter { _ in true })" == "doubled.filter")
  }

  @Test("can be given by many threads at once")
  func concurrent() {
    let subject = clicks
    onThreads(3) { thread in
      for index in 0..<500 {
        subject.named("name \(thread) \(index)")
        #expect(subject.description.hasPrefix("name "))
      }
    }
  }

  @Test("of a long chain is cut in the middle")
  func long() {
    var signal: Signal<Int> = clicks
    for _ in 0..<5_000 { signal = signal.map { $0 } }
    let name = signal.filter { _ in true }.name
    let text = withExtendedLifetime(name) {
      name.text.takeUnretainedValue().withCString { String(cString: $0) }
    }
    #expect(text.hasPrefix("clicks.….map"))
    #expect(text.hasSuffix(".map.map.filter"))
    #expect(text.contains("…"))
    #expect(text.utf8.count <= 256)
  }

  @Test("of signals merged with themselves again and again stays short")
  func exponential() {
    var signal: Signal<Int> = clicks
    for _ in 0..<60 { signal = signal.merge(signal) }
    #expect(signal.description.utf8.count < 10_000)
  }

  @Test("goes with redaction: what is derived from a redacted signal is redacted")
  func redaction() {
    #expect(!clicks.map { $0 }.isRedacted)
    clicks.redacted()
    #expect(clicks.map { $0 }.filter { _ in true }.merge(keys).take(1).isRedacted)
    #expect(!keys.isRedacted)
  }
}
