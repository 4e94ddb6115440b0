// SPDX-License-Identifier: MIT

import CommandLineKit
import Testing

private struct Carry: Command {
  enum Way: String, CaseIterable, ArgumentConvertible {
    case slow
    case fast
  }

  static let name = "carry"
  static let abstract = "Carry a 'thing' – or \\two"
  static let details = "...in three dots, `this' and ~that~ begin."
  static let arguments = ArgumentRule.atLeast(1, "FILE")
  static var options: [Option<Carry>] {
    [
      Option("way", "w", argument: "WAY", help: "slow or fast", set: \.way),
      Option("all", help: "Everything", section: .common, set: \.all),
    ]
  }
  static let examples = [Example(".tool carry 'a b'", "Carries")]

  var way = Way.slow
  var all = false
  mutating func take(_ arguments: [String]) {}
  mutating func run() -> CommandLineKit.ExitStatus { .success }
}

@Suite("Program.manual")
struct ManualTests {
  private let program = Program(
    name: "tool", details: "A tool: it does things.", version: "1",
    commands: [Subcommand(Carry.self)], examples: [], statuses: [])

  @Test("has a page for the program and one for each command")
  func pages() {
    #expect(program.manualPages == ["tool", "tool-carry"])
    #expect(program.manual("tool-drop", source: "tool 1") == nil)
  }

  @Test("tells a command in troff, and nothing in its texts is taken for troff")
  func command() {
    #expect(
      program.manual("tool-carry", source: "tool 1") == #"""
        .TH "TOOL\-CARRY" 1 "" "tool 1"
        .SH NAME
        tool\-carry \- Carry a \(aqthing\(aq \[u2013] or \etwo
        .SH SYNOPSIS
        .B tool carry
        [OPTION...] FILE...
        .SH DESCRIPTION
        .PP
        \&...in three dots, \(gathis\(aq and \(tithat\(ti begin.
        .SH OPTIONS
        .TP
        \fB\-w\fR \fIWAY\fR, \fB\-\-way\fR=\fIWAY\fR
        slow or fast.
        .TP
        \fB\-\-all\fR
        Everything.
        .TP
        \fB\-\-help\fR
        Give this help list.
        .TP
        \fB\-\-usage\fR
        Give a short usage message.
        .SH EXAMPLES
        .PP
        Carries
        .PP
        .in +4n
        .nf
        \&.tool carry \(aqa b\(aq
        .fi
        .in
        .SH EXIT STATUS
        .TP
        \fB0\fR
        done
        .TP
        \fB2\fR
        wrong usage or unreadable input
        .SH SEE ALSO
        .BR tool (1)

        """#)
  }

  @Test("lists the commands on the program's page")
  func whole() throws {
    let page = try #require(program.manual("tool", source: "tool 1"))
    #expect(page.contains("tool \\- A tool\n"))
    #expect(page.contains(".TP\n\\fBcarry\\fR\nCarry a \\(aqthing"))
    #expect(page.contains(".BR tool\\-carry (1)\n"))
  }
}
