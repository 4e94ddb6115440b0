// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Event")
struct EventTests {
  private struct Unequal: Error { let text: String }

  // Behaviours 295, 296, 297, 298, 299.
  @Test("equals an event of the same content")
  func equality() {
    #expect(Event<Int>.completed == .completed)
    #expect(Event.next(1) == .next(1))
    #expect(Event<Int?>.next(nil) == .next(nil))
    #expect(Event<Int>.error(TestError.first) == .error(TestError.first))
    #expect(Event<Int>.error(Unequal(text: "a")) == .error(Unequal(text: "a")))
  }

  @Test("differs from an event of another kind or another content")
  func inequality() {
    #expect(Event<Int>.completed != .next(1))
    #expect(Event.next(1) != .next(2))
    #expect(Event<Int?>.next(nil) != .next(1))
    #expect(Event<Int>.error(TestError.first) != .error(TestError.second))
    #expect(Event<Int>.error(TestError.first) != .error(SignalError.timedOut))
    #expect(Event<Int>.error(Unequal(text: "a")) != .error(Unequal(text: "b")))
  }

  // Behaviours 295, 296, 297, 298, 299.
  @Test("tells whether it ends a subscription, its value and its error")
  func content() {
    #expect(!Event.next(1).isTerminal)
    #expect(!Event<Int?>.next(nil).isTerminal)
    #expect(Event<Int>.completed.isTerminal)
    #expect(Event<Int>.error(TestError.first).isTerminal)
    #expect(Event<Int>.error(TestError.first).isTerminal)
    #expect(Event.next(1).value == 1)
    #expect(Event<Int>.completed.value == nil)
    #expect(Event<Int>.completed.error == nil)
    #expect(Event<Int>.error(TestError.first).error as? TestError == .first)
  }

  @Test("sends itself to a subscriber")
  func sending() {
    let recorder = Recorder<Int>()
    for event in [Event.next(1), .error(TestError.first), .completed] { event.send(to: recorder) }
    #expect(recorder.events == [.next(1), .error(TestError.first), .completed])
  }

  @Test("describes itself by its kind and content")
  func description() {
    #expect("\(Event.next(1))" == "next 1")
    #expect("\(Event<Int>.error(SignalError.timedOut))" == "error timed out")
    #expect("\(Event<Int>.completed)" == "completed")
  }
}
