// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceSession

@testable import ractrace

@Suite("ractrace doctor")
struct DoctorTests {
  private let findings = [
    Finding(.ok, .tools, "a tool is there"),
    Finding(.note, .container, "this is a container\u{1b}[1m", remedy: "mind it"),
    Finding(.problem, .daemon, "no daemon", remedy: "start it"),
  ]

  @Test("tells problems first, then notes, and what is well if asked to")
  func text() {
    #expect(
      DoctorText(findings: findings, showsAll: false, style: Style(isOn: false)).render() == """
        problem: no daemon
          hint: start it
        note: this is a container\\x1b[1m
          hint: mind it
        1 problem, 1 note, 1 as it should be (--all shows it)

        """)
    #expect(
      DoctorText(findings: findings, showsAll: true, style: Style(isOn: false)).render()
        .hasSuffix("ok: a tool is there\n1 problem, 1 note, 1 as it should be\n"))
  }

  @Test("tells programs each finding and how many there are")
  func json() throws {
    let outcome = try Program.run([
      Program.built("ractrace"), "doctor", "--format=json", "/no\u{1b}/such",
    ])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.first
        == #"{"type":"header","tool":"ractrace","contract":1,"analysis":"doctor","traces":[],"begin":null}"#
    )
    #expect(
      outcome.lines.contains(
        #"{"type":"finding","level":"problem","topic":"program","#
          + #""message":"'/no\u001b/such' is not there","remedy":"name it by its path"}"#))
    #expect(outcome.lines.last?.hasPrefix(#"{"type":"total","target":"/no\u001b/such","#) == true)
  }

  @Test("refuses two targets")
  func usage() throws {
    let outcome = try Program.run([Program.built("ractrace"), "doctor", "1", "2"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'2' is one argument too many"))
  }

  @Test("ends with 0 where a daemon answers, and with 1 where it is frozen", .needsPrivateDaemon)
  func daemon() throws {
    let folder = try TemporaryFolder()
    let outcome = try PrivateDaemon.run(
      """
      cd "$2"
      "$1" doctor --all > out || { cat out; exit 9; }
      grep -q '^ok: the session daemon answers$' out
      kill -STOP $RACTRACE_PRIVATE_SESSIOND
      "$1" doctor > frozen && exit 8
      kill -CONT $RACTRACE_PRIVATE_SESSIOND
      grep -q "^note: lttng-sessiond $RACTRACE_PRIVATE_SESSIOND of user [0-9]* is stopped$" frozen
      grep '^problem:' frozen
      """, arguments: [Program.built("ractrace"), folder.path])
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "problem: the session daemon takes connections and does not answer"
      ])
  }
}
