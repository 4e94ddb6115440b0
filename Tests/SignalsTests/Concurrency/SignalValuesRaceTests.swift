// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("values(buffering:) under several threads", .timeLimit(.minutes(5)))
struct SignalValuesRaceTests {
  @Test("loses nothing and keeps the order of a thread that sends while a task reads")
  func stress() async throws {
    let count = 20_000
    let subject = Subject<Int>()
    let values = subject.values(buffering: .unbounded)
    let iterator = values.makeAsyncIterator()
    let task = Task {
      var iterator = iterator
      var read: [Int] = []
      while let value = try await iterator.next() { read.append(value) }
      return read
    }
    await onOtherThreads(1) { _ in
      for value in 0..<count { subject.sendNext(value) }
      subject.sendCompleted()
    }
    #expect(try await task.value == Array(0..<count))
  }

  @Test("loses nothing where two threads send at once to one subscription")
  func overlapping() async throws {
    let count = 5_000
    let subscriber = Box<PassthroughSubscriber<Int>?>(nil)
    let signal = Signal<Int> {
      subscriber.value = $0
      return nil
    }
    let values = signal.values(buffering: .unbounded)
    let box = Box<SignalValues<Int>.Iterator?>(nil)
    onScheduler { box.value = values.makeAsyncIterator() }
    let made = box.value.take()
    let iterator = try #require(made)
    let task = Task {
      var iterator = iterator
      var read: [[Int]] = [[], []]
      while let value = try await iterator.next() { read[value % 2].append(value) }
      return read
    }
    await onOtherThreads(2) { thread in
      for value in 0..<count { subscriber.value?.sendNext(2 * value + thread) }
    }
    subscriber.value.take()?.sendCompleted()
    #expect(
      try await task.value == [(0..<count).map { 2 * $0 }, (0..<count).map { 2 * $0 + 1 }])
  }

  @Test("counts exactly what it drops while a thread sends and a task reads")
  func dropRace() async throws {
    let count = 20_000
    for policy in [BufferingPolicy.newest(3), .oldest(3)] {
      let subject = Subject<Int>()
      let values = subject.values(buffering: policy)
      let iterator = values.makeAsyncIterator()
      let task = Task {
        var iterator = iterator
        var read: [Int] = []
        while let value = try await iterator.next() { read.append(value) }
        return read
      }
      await onOtherThreads(1) { _ in
        for value in 0..<count { subject.sendNext(value) }
        subject.sendCompleted()
      }
      let read = try await task.value
      #expect(read == read.sorted())
      #expect(Set(read).count == read.count)
      #expect(read.count + values.droppedCount == count)
      if case .newest = policy { #expect(read.last == count - 1) }
    }
  }

  @Test("ends once, whatever wins, where a value, the end and the cancellation race")
  func cancellationRace() async throws {
    for round in 0..<1_000 {
      let lives = Lives()
      let subject = Subject<Lives.One>()
      let iterator = subject.values(buffering: .newest(1)).makeAsyncIterator()
      let task = Task {
        var iterator = iterator
        var count = 0
        while try await iterator.next() != nil { count += 1 }
        return count
      }
      await onOtherThreads(2) { thread in
        if thread == 0 {
          lives.withOne { subject.sendNext($0) }
          if round % 3 == 0 { subject.sendCompleted() }
        } else {
          task.cancel()
        }
      }
      let count = try await task.value
      #expect(count <= 1)
      #expect(lives.count == 0)
      // Nobody is subscribed any more.
      lives.withOne { subject.sendNext($0) }
      #expect(lives.count == 0)
    }
  }
}
