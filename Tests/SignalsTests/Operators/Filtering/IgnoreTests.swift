// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("ignore and ignoreValues")
struct IgnoreTests {
  private final class Name: Equatable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (left: Name, right: Name) -> Bool { left.text == right.text }
  }

  // Behaviour 239.
  @Test("ignore leaves out a value and passes the others and the end")
  func value() {
    #expect(
      Signal(sequence: [1, 2, 1, 3]).ignore(1).recorded().events
        == [.next(2), .next(3), .completed])
  }

  // Behaviour 240.
  @Test("ignore leaves out other objects that are equal")
  func equalObjects() {
    let names = Signal(sequence: [Name("a"), Name("b"), Name("a")])
    #expect(names.ignore(Name("a")).map(\.text).recorded().events == [.next("b"), .completed])
  }

  // Behaviour 193.
  @Test("ignore leaves out nils")
  func nils() {
    #expect(
      Signal<Int?>(sequence: [nil, 1, nil, 2]).ignore(nil).recorded().events
        == [.next(1), .next(2), .completed])
  }

  // Behaviours 177, 178.
  @Test("ignoreValues passes the end and nothing else")
  func ignoreValues() {
    for end in [Event<Int>.completed, .error(TestError.first)] {
      let subject = Subject<Int>()
      let recorder = subject.ignoreValues().recorded()
      subject.sendNext(1)
      subject.sendNext(2)
      #expect(recorder.events == [])
      end.send(to: subject)
      #expect(recorder.events == [end])
    }
  }
}
