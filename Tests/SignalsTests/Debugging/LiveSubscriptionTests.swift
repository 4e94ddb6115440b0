// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Signals

/// What is listed is the whole process's: each test has a process of its own.
@Suite("SignalDebug")
struct LiveSubscriptionTests {
  @Test("lists what is open with name, subscriber and parent, in the order of begin")
  func list() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      listedChain()
    }
  }

  @Test("lists a subscription no longer when it has ended, was disposed, or is freed")
  func ends() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let first = Subject<Int>().named("first")
      var second: Subject<Int>? = Subject<Int>().named("second")
      first.subscribe()
      let subscription = first.map { $0 }.subscribe()
      second?.subscribe()
      #expect(
        SignalDebug.liveSubscriptions.map(\.signal) == ["first", "first.map", "first", "second"])
      subscription.dispose()
      #expect(SignalDebug.liveSubscriptions.map(\.signal) == ["first", "second"])
      first.sendCompleted()
      #expect(SignalDebug.liveSubscriptions.map(\.signal) == ["second"])
      second = nil
      #expect(SignalDebug.liveSubscriptions.isEmpty)
    }
  }

  @Test("does not list a subscription whose listener is told of the end")
  func inTerminal() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>()
      let counts = Log<Int>()
      subject.subscribe(
        next: { _ in counts.append(SignalDebug.liveSubscriptions.count) },
        completed: { counts.append(SignalDebug.liveSubscriptions.count) })
      subject.sendNext(1)
      subject.sendCompleted()
      #expect(counts.all == [1, 0])
    }
  }

  @Test("lists nothing that began while it was off, and forgets all when it is switched off")
  func switching() async {
    await #expect(processExitsWith: .success) {
      let subject = Subject<Int>().named("subject")
      #expect(!SignalDebug.tracksSubscriptions)
      let early = subject.subscribe()
      SignalDebug.tracksSubscriptions = true
      let late = subject.map { $0 }.subscribe()
      #expect(SignalDebug.liveSubscriptions.map(\.signal) == ["subject.map", "subject"])
      SignalDebug.tracksSubscriptions = false
      #expect(SignalDebug.liveSubscriptions.isEmpty)
      late.dispose()
      SignalDebug.tracksSubscriptions = true
      early.dispose()
      #expect(SignalDebug.liveSubscriptions.isEmpty)
    }
  }

  @Test("is switched on by the environment")
  func environment() async {
    await #expect(processExitsWith: .success) {
      setenv("RACTRACE_TRACK_SUBSCRIPTIONS", "1", 1)
      let subject = Subject<Int>()
      subject.subscribe()
      #expect(SignalDebug.liveSubscriptions.count == 1)
      #expect(SignalDebug.tracksSubscriptions)
    }
  }

  @Test("is not switched on by an empty variable, nor by 0")
  func emptyEnvironment() async {
    await #expect(processExitsWith: .success) {
      setenv("RACTRACE_TRACK_SUBSCRIPTIONS", "", 1)
      #expect(!SignalDebug.tracksSubscriptions)
    }
    await #expect(processExitsWith: .success) {
      setenv("RACTRACE_TRACK_SUBSCRIPTIONS", "0", 1)
      let subject = Subject<Int>()
      subject.subscribe()
      #expect(SignalDebug.liveSubscriptions.isEmpty)
    }
  }

  @Test("retains neither subscriptions nor what they hold")
  func lifetime() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let lives = Lives()
      do {
        let subject = Subject<Int>()
        lives.withOne { one in _ = subject.subscribe(next: { _ in _ = one }) }
        #expect(SignalDebug.liveSubscriptions.count == 1)
        #expect(lives.count == 1)
      }
      #expect(lives.count == 0)
      #expect(SignalDebug.liveSubscriptions.isEmpty)
    }
  }

  @Test("can be asked while other threads subscribe and dispose")
  func threads() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>().named("s")
      onThreads(4) { thread in
        for _ in 0..<500 {
          if thread == 0 {
            #expect(SignalDebug.liveSubscriptions.allSatisfy { $0.signal.hasPrefix("s") })
          } else {
            subject.map { $0 }.subscribe().dispose()
          }
        }
      }
      #expect(SignalDebug.liveSubscriptions.isEmpty)
    }
  }
}

/// Apart, because a body in a macro has no lines of its own.
private func listedChain() {
  onScheduler {
    let clicks = Subject<Int>().named("clicks")
    clicks.map { $0 }.subscribe()
    let line = #line - 1
    let copies = Subject<Int>().named("copies")
    clicks.subscribe(copies)
    let live = SignalDebug.liveSubscriptions
    let place = "SignalsTests/LiveSubscriptionTests.swift:\(line)"
    #expect(live.map(\.signal) == ["clicks.map", "clicks", "clicks"])
    #expect(live.map(\.subscriber) == [place, "clicks.map", "copies"])
    #expect(live.map(\.parentID) == [nil, live[0].id, nil])
    #expect(live.map(\.values) == [0, 0, 0])
    #expect(live[1].signalID == clicks.id && live[2].signalID == clicks.id)
    #expect(Set(live.map(\.id)).count == 3)
    #expect(live[0].age >= live[1].age && live[1].age >= live[2].age)
    #expect(live[1].description.hasPrefix("clicks → clicks.map (\(live[1].id), for "))
  }
}
