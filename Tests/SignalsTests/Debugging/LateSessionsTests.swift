// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Sessions that attach late")
struct LateSessionsTests {
  private static let delay = LateSessions.repeatDelay

  @Test("are told at once, and once more after a while")
  func oneSession() {
    let sessions = LateSessions()
    #expect(!sessions.areDue(0, at: { 100 }))
    #expect(sessions.areDue(7, at: { 200 }))
    #expect(!sessions.areDue(7, at: { 200 + Self.delay - 1 }))
    #expect(sessions.areDue(7, at: { 200 + Self.delay }))
    #expect(!sessions.areDue(7, at: { 200 + 5 * Self.delay }))
  }

  @Test("are told anew when another one comes or goes, and not when none is left")
  func severalSessions() {
    let sessions = LateSessions()
    #expect(sessions.areDue(7, at: { 0 }))
    #expect(sessions.areDue(9, at: { 10 }))
    #expect(sessions.areDue(7, at: { 20 }))
    #expect(!sessions.areDue(0, at: { 20 + 2 * Self.delay }))
    #expect(sessions.areDue(7, at: { 30 + 2 * Self.delay }))
  }

  @Test("do not make a probe ask for the time when there is nothing to wait for")
  func time() {
    let sessions = LateSessions()
    let asked = Box(0)
    let now: () -> UInt64 = {
      asked.value += 1
      return UInt64(asked.value) * Self.delay
    }
    #expect(!sessions.areDue(0, at: now))
    #expect(sessions.areDue(7, at: now))
    #expect(sessions.areDue(7, at: now))
    #expect(!sessions.areDue(7, at: now))
    #expect(asked.value == 2)
  }

  @Test("are told by one of the threads that find them")
  func race() {
    for listeners in 1...200 as ClosedRange<UInt> {
      let sessions = LateSessions()
      let count = Log<Int>()
      onThreads(3) { _ in
        if sessions.areDue(listeners, at: { 0 }) { count.append(1) }
      }
      #expect(count.all.count == 1)
    }
  }
}
