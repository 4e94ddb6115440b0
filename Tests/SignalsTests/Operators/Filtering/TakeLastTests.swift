// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("takeLast")
struct TakeLastTests {
  private let subject = Subject<Int>()

  @Test("sends the last values at completion, fewer if there are fewer", arguments: 0...9)
  func values(_ count: Int) {
    let recorder = subject.takeLast(count).recorded()
    for value in 1...7 { subject.sendNext(value) }
    #expect(recorder.events == [])
    subject.sendCompleted()
    #expect(recorder.events == (1...7).suffix(count).map { .next($0) } + [.completed])
  }

  @Test("sends no values if the source fails")
  func error() {
    let recorder = subject.takeLast(2).recorded()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
  }

  @Test("stops when it is disposed while it sends")
  func dispose() {
    let log = Log<Int>()
    let subscription = Box<Disposable?>(nil)
    subscription.value = subject.takeLast(3).subscribe(next: {
      log.append($0)
      if $0 == 2 { subscription.value?.dispose() }
    })
    for value in 1...3 { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(log.all == [1, 2])
    subscription.value = nil
  }

  @Test("keeps no more values than it will send")
  func bounded() {
    let lives = Lives()
    let subject = Subject<Lives.One>()
    let recorder = subject.takeLast(2).recorded()
    for _ in 0..<10 {
      lives.withOne { subject.sendNext($0) }
      #expect(lives.count <= 2)
    }
    #expect(lives.count == 2)
    subject.sendCompleted()
    #expect(recorder.events.count == 3)
  }
}
