// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("flatten")
struct FlattenTests {
  private let outer = Subject<Signal<Int>>().named("outer")
  private let inner = [Subject<Int>(), Subject<Int>(), Subject<Int>()]
  private let started = Log<Int>()

  private func send(_ index: Int) {
    onScheduler {
      outer.sendNext(
        Signal { [inner, started] subscriber in
          started.append(index)
          return inner[index].subscribe(subscriber)
        })
    }
  }

  // Behaviour 97.
  @Test("without a limit subscribes each signal when it arrives")
  func unlimited() {
    #expect(outer.flatten().description == "outer.flatten")
    let recorder = outer.flatten().recorded()
    send(0)
    send(1)
    #expect(started.all == [0, 1])
    inner[0].sendNext(1)
    inner[1].sendNext(2)
    send(2)
    #expect(started.all == [0, 1, 2])
    inner[2].sendNext(3)
    #expect(recorder.events == [.next(1), .next(2), .next(3)])
  }

  // Behaviours 98, 165.
  @Test("with a limit of one subscribes each signal after the one before, also after the source")
  func limited() {
    for signal in [outer.flatten(maxConcurrent: 1), outer.concat()] {
      let recorder = signal.recorded()
      let before = started.all.count
      send(0)
      send(1)
      #expect(started.all.dropFirst(before) == [0])
      inner[0].sendNext(1)
      #expect(recorder.events == [.next(1)])
      recorder.subscription?.dispose()
    }
    let recorder = outer.flatten(maxConcurrent: 1).recorded()
    let before = started.all.count
    for index in 0...2 { send(index) }
    outer.sendCompleted()
    for index in 0...2 {
      #expect(started.all.dropFirst(before) == Array(0...index)[...])
      inner[index].sendNext(index + 1)
      onScheduler { inner[index].sendCompleted() }
    }
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  // Behaviour 99.
  @Test("completes only after the source and the last signal", arguments: [1, .max])
  func completed(_ maxConcurrent: Int) {
    let recorder = outer.flatten(maxConcurrent: maxConcurrent).recorded()
    send(0)
    inner[0].sendCompleted()
    #expect(recorder.events == [])
    send(1)
    send(2)
    outer.sendCompleted()
    #expect(recorder.events == [])
    onScheduler { inner[1].sendCompleted() }
    #expect(recorder.events == [])
    inner[2].sendCompleted()
    #expect(recorder.events == [.completed])
  }

  // Behaviour 100.
  @Test("source and result are freed after completion", arguments: [1, .max])
  func freed(_ maxConcurrent: Int) {
    weak var source: Signal<Signal<Int>>?
    weak var result: Signal<Int>?
    do {
      let outer = Subject<Signal<Int>>()
      let signal = outer.flatten(maxConcurrent: maxConcurrent)
      source = outer
      result = signal
      signal.subscribe()
      onScheduler { outer.sendNext(.just(1)) }
      outer.sendCompleted()
    }
    #expect(source == nil)
    #expect(result == nil)
  }

  @Test("fails when the source or a signal does")
  func errors() {
    let recorder = outer.flatten().recorded()
    send(0)
    inner[0].sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
    #expect(
      Signal<Signal<Int>>.error(TestError.second).flatten().recorded().events
        == [.error(TestError.second)])
  }

  // Behaviour 223.
  @Test("of one signal of one signal is that one")
  func law() {
    #expect(Signal.just(Signal.just(1)).flatten().recorded().events == [.next(1), .completed])
  }

  // Behaviours 224, 225, 226.
  @Test("as flatMap of one, of several and of empty signals keeps the order")
  func flatMapLaws() {
    #expect(Signal.just(1).flatMap { .just($0 + 1) }.recorded().events == [.next(2), .completed])
    #expect(
      Signal(sequence: 1...3).flatMap { .just($0 + 1) }.recorded().events
        == [.next(2), .next(3), .next(4), .completed])
    #expect(
      Signal(sequence: 1...3).flatMap { $0 == 2 ? .empty : .just($0) }.recorded().events
        == [.next(1), .next(3), .completed])
  }
}
