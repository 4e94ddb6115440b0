// SPDX-License-Identifier: MIT

import Signals
import TestSupport
import Testing

@Suite("The tracepoints of signals", .needsPrivateDaemon)
struct ProbeRuleTraceTests {
  /// Records what `body` does on a scheduler, where subscribe blocks run at once.
  private func record(_ patterns: String..., body: () -> Void) throws -> [RecordedEvent] {
    try Recording.of(patterns) { onScheduler(body) }
  }

  /// The events of the signals whose names begin so, as `event signal value`.
  private func texts(_ events: [RecordedEvent], of name: String) -> [String] {
    events.filter { $0["signal"].hasPrefix(name) }.map { event in
      [event.name.split(separator: ":").last.map(String.init) ?? "", event["signal"]]
        .joined(separator: " ") + (event["value"].isEmpty ? "" : " " + event["value"])
    }
  }

  // Behaviour P1.
  @Test("P1: fire upstream first, each before its delivery")
  func order() throws {
    let events = try record("racsignal:next") {
      let subject = Subject<Int>().named("P1")
      subject.filter { $0 > 0 }.map { $0 + 1 }.subscribe(next: { value in
        // What the last subscriber sends comes after all probes of the value that it got.
        Signal.just(value).named("P1 inner").subscribe(next: { _ in })
      })
      subject.sendNext(1)
    }
    #expect(
      texts(events, of: "P1") == [
        "next P1 1", "next P1.filter 1", "next P1.filter.map 2", "next P1 inner 2",
      ])
  }

  // Behaviour P2.
  @Test("P2: do not fire for a disposed subscription, which gets no event either")
  func disposed() throws {
    let delivered = Recorder<Int>()
    let events = try record("racsignal:*") {
      let subject = Subject<Int>().named("P2")
      let subscription = subject.subscribe(next: { delivered.sendNext($0) })
      subject.sendNext(1)
      subscription.dispose()
      subject.sendNext(2)
      subject.sendCompleted()
    }
    #expect(
      texts(events, of: "P2") == ["subscribed P2", "next P2 1", "disposed P2"])
    #expect(delivered.events == [.next(1)])
  }

  // Behaviour P3.
  @Test("P3: show each run of white space as one space")
  func whiteSpace() throws {
    let events = try record("racsignal:next") {
      Signal.just("a\n\t b").named("P3").subscribe(next: { _ in })
    }
    #expect(texts(events, of: "P3") == ["next P3 a b"])
  }

  // Behaviour P4.
  @Test("P4: name a signal that is gone when its value comes")
  func freedSignal() throws {
    let events = try record("racsignal:next") {
      let time = TestScheduler()
      weak var gone: Signal<Int>?
      do {
        let signal = Signal.just(1).named("P4").delay(.seconds(1), on: time)
        gone = signal
        signal.subscribe(next: { _ in })
      }
      #expect(gone == nil)
      time.stepAll()
    }
    #expect(texts(events, of: "P4") == ["next P4 1", "next P4.delay 1"])
  }

  // Behaviour P5.
  @Test("P5: fire for replayed values, and for the terminal of a late subscriber")
  func replayed() throws {
    let events = try record("racsignal:next", "racsignal:completed") {
      let subject = ReplaySubject<Int>(capacity: nil).named("P5")
      subject.sendNext(1)
      subject.sendNext(2)
      subject.sendCompleted()
      subject.subscribe(next: { _ in })
    }
    #expect(texts(events, of: "P5") == ["next P5 1", "next P5 2", "completed P5"])
  }

  // Behaviour P6.
  @Test("P6: fire for a value that is sent from inside a replay, after the replay")
  func sentFromReplay() throws {
    let events = try record("racsignal:next") {
      let subject = ReplaySubject<Int>(capacity: nil).named("P6")
      subject.sendNext(1)
      subject.sendNext(2)
      subject.subscribe(next: { value in if value == 1 { subject.sendNext(3) } })
    }
    #expect(texts(events, of: "P6") == ["next P6 1", "next P6 2", "next P6 3"])
  }
}
