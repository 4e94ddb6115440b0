// SPDX-License-Identifier: MIT

import Testing

@testable import TraceSession

@Suite("SessionName")
struct SessionNameTests {
  @Test(
    "is made of a program's, with nothing that a shell or a path would mind",
    arguments: [
      ("./program", "program"), ("/usr/bin/env", "env"), ("a b;c", "a_b_c"), ("..", "program"),
      ("", "program"), ("-rf", "rf"), ("x\u{1b}[1m", "x__1m"), ("søk", "søk"),
    ])
  func base(program: String, name: String) {
    #expect(SessionName.base(of: program) == name)
  }

  @Test("is never given to two sessions")
  func unique() {
    #expect(Set((0..<100).map { _ in SessionName.unique() }).count == 100)
  }
}
