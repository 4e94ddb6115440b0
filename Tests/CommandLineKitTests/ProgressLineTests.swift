// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import Testing

@testable import CommandLineKit

@Suite("ProgressLine")
struct ProgressLineTests {
  private final class Share: Sendable {
    let value = Atomic(1)
  }

  /// What was written to a pipe so far.
  private final class Pipe {
    let ends: [Int32]

    init() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
      self.ends = ends
    }

    deinit { for end in ends { close(end) } }

    func text() -> String {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(ends[0], &buffer, buffer.count)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
  }

  @Test("is drawn over itself, gone at the end, and does not come again")
  func drawing() {
    let pipe = Pipe()
    let share = Share()
    let line = ProgressLine(descriptor: pipe.ends[1], sharesTerminal: false) {
      let now = share.value.load(ordering: .relaxed)
      return now == 0 ? nil : "\(now) %\u{7}"
    }
    #expect(line.draw())
    share.value.store(2, ordering: .relaxed)
    #expect(line.draw())
    #expect(pipe.text() == "\r1 %\\x07\u{1b}[K\r2 %\\x07\u{1b}[K")
    line.end()
    #expect(pipe.text() == "\r\u{1b}[K")
    #expect(!line.draw())
    line.end()
    #expect(pipe.text() == "")
  }

  @Test("leaves no trace of itself where it was never drawn")
  func short() {
    let pipe = Pipe()
    let line = ProgressLine(descriptor: pipe.ends[1], sharesTerminal: false) { nil }
    #expect(line.draw())
    line.end()
    #expect(pipe.text() == "")
  }

  @Test("is drawn by a thread of its own")
  func thread() {
    let pipe = Pipe()
    let line = ProgressLine(
      descriptor: pipe.ends[1], sharesTerminal: false, wait: .milliseconds(1),
      step: .milliseconds(1)
    ) { "x" }
    line.start()
    var descriptor = pollfd(fd: pipe.ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&descriptor, 1, 60_000) == 1)
    line.end()
    #expect(pipe.text().hasSuffix("\r\u{1b}[K"))
  }

  @Test("is not there where standard error is no terminal")
  func noTerminal() {
    #expect(isatty(2) == 1 || ProgressLine.start { "x" } == nil)
  }
}
