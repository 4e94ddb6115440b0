// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("materialize and dematerialize")
struct MaterializeTests {
  private let events = Subject<Event<Int>>()

  // Behaviour 179.
  @Test("materialize sends each value and completion as events, then completes")
  func values() {
    #expect(
      Signal.just(1).materialize().recorded().events
        == [.next(.next(1)), .next(.completed), .completed])
  }

  // Behaviour 180.
  @Test("materialize sends an error as an event, then completes")
  func error() {
    #expect(
      Signal<Int>.error(TestError.first).materialize().recorded().events
        == [.next(.error(TestError.first)), .completed])
  }

  // Behaviour 181.
  @Test("dematerialize sends the values of next events")
  func next() {
    let recorder = events.dematerialize().recorded()
    events.sendNext(.next(1))
    events.sendNext(.next(2))
    #expect(recorder.events == [.next(1), .next(2)])
    events.sendCompleted()
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  // Behaviours 182, 183.
  @Test("dematerialize ends with the first terminal event and ignores what follows")
  func terminal() {
    for end in [Event<Int>.completed, .error(TestError.first)] {
      let events = Subject<Event<Int>>()
      let recorder = events.dematerialize().recorded()
      events.sendNext(.next(1))
      events.sendNext(end)
      events.sendNext(.next(2))
      events.sendError(TestError.second)
      #expect(recorder.events == [.next(1), end])
    }
  }

  @Test("dematerialize passes an error of the signal of events itself")
  func ownError() {
    let recorder = events.dematerialize().recorded()
    events.sendError(TestError.second)
    #expect(recorder.events == [.error(TestError.second)])
  }

  @Test("dematerialize undoes materialize")
  func inverse() {
    #expect(
      Signal(sequence: 1...3).materialize().dematerialize().recorded().events
        == [.next(1), .next(2), .next(3), .completed])
    #expect(
      Signal<Int>.error(TestError.first).materialize().dematerialize().recorded().events
        == [.error(TestError.first)])
  }
}
