// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("switch and if")
struct SwitchTests {
  private let key = Subject<Int?>().named("key")
  private let cases = [Subject<String>(), Subject<String>(), Subject<String>()]
  private let fallback = Subject<String>()

  private func run(_ fallback: Signal<String>? = nil) -> Recorder<String> {
    Signal.switch(
      key, cases: [0: cases[0], 1: cases[1], 2: cases[2]] as [Int?: Signal<String>],
      default: fallback
    ).recorded()
  }

  // Behaviour 110.
  @Test("switch sends nothing before a key")
  func nothing() {
    let recorder = run()
    for signal in cases { signal.sendNext("x") }
    #expect(recorder.events == [])
    #expect(key.switch(cases: [Int?: Signal<Int>]()).description == "key.switch")
  }

  // Behaviour 111.
  @Test("switch sends the values and errors of the case for the latest key only")
  func latest() {
    let recorder = run()
    key.sendNext(0)
    cases[0].sendNext("a")
    cases[1].sendNext("b")
    key.sendNext(1)
    cases[0].sendNext("c")
    cases[1].sendNext("d")
    key.sendNext(2)
    cases[0].sendError(TestError.first)
    cases[1].sendError(TestError.first)
    #expect(recorder.events == [.next("a"), .next("d")])
    cases[2].sendError(TestError.second)
    #expect(recorder.events == [.next("a"), .next("d"), .error(TestError.second)])
  }

  // Behaviour 112.
  @Test("switch does not complete with the key alone")
  func keyCompleted() {
    let recorder = run()
    key.sendNext(0)
    key.sendCompleted()
    #expect(recorder.events == [])
  }

  // Behaviour 113.
  @Test("switch completes after the key and the latest case")
  func completed() {
    let recorder = run()
    key.sendNext(0)
    key.sendCompleted()
    cases[0].sendNext("a")
    cases[0].sendCompleted()
    #expect(recorder.events == [.next("a"), .completed])
  }

  // Behaviour 114.
  @Test("switch takes the default for all other keys, nil as well", arguments: [9, nil])
  func otherwise(_ value: Int?) {
    let recorder = run(fallback)
    key.sendNext(value)
    cases[0].sendNext("a")
    fallback.sendNext("b")
    #expect(recorder.events == [.next("b")])
  }

  // Behaviour 115.
  @Test("switch without a default fails for all other keys", arguments: [9, nil])
  func noMatchingCase(_ value: Int?) {
    let recorder = run()
    key.sendNext(0)
    cases[0].sendNext("a")
    key.sendNext(value)
    cases[0].sendNext("b")
    #expect(recorder.events == [.next("a"), .error(SignalError.noMatchingCase)])
  }

  // Behaviour 116.
  @Test("switch has cases for nil")
  func nilCase() {
    let signals: [Int?: Signal<String>] = [nil: cases[0]]
    let recorder = key.switch(cases: signals).recorded()
    key.sendNext(nil)
    cases[0].sendNext("a")
    #expect(recorder.events == [.next("a")])
  }

  private let condition = Subject<Bool>().named("condition")

  private var conditional: Recorder<String> {
    condition.if(then: cases[1], else: cases[0]).recorded()
  }

  // Behaviour 117.
  @Test("if sends nothing before a value")
  func ifNothing() {
    let recorder = conditional
    for signal in cases { signal.sendNext("x") }
    #expect(recorder.events == [])
    #expect(condition.if(then: cases[0], else: cases[1]).description == "condition.if")
  }

  // Behaviour 118.
  @Test("if follows the signal for the latest value, and ignores errors of the other one")
  func ifLatest() {
    let recorder = conditional
    condition.sendNext(true)
    cases[0].sendNext("a")
    cases[1].sendNext("b")
    condition.sendNext(false)
    cases[0].sendNext("c")
    cases[1].sendError(TestError.first)
    #expect(recorder.events == [.next("b"), .next("c")])
    cases[0].sendError(TestError.second)
    #expect(recorder.events == [.next("b"), .next("c"), .error(TestError.second)])
  }

  // Behaviour 119.
  @Test("if does not complete with the condition alone")
  func ifConditionCompleted() {
    let recorder = conditional
    condition.sendNext(true)
    condition.sendCompleted()
    #expect(recorder.events == [])
  }

  // Behaviour 120.
  @Test("if completes after the condition and the latest signal")
  func ifCompleted() {
    let recorder = Signal.if(condition, then: cases[1], else: cases[0]).recorded()
    condition.sendNext(true)
    condition.sendCompleted()
    cases[0].sendCompleted()
    #expect(recorder.events == [])
    cases[1].sendCompleted()
    #expect(recorder.events == [.completed])
  }
}
