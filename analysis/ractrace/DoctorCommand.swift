// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceSession

/// The command `ractrace doctor [PROGRAM|PID]`.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let abstract = "Tell what keeps this machine, or a program, from being traced"
  static let details = """
    Tell what keeps this machine from tracing, each thing with its remedy: tools, libraries, \
    session daemons, groups, variables, shared memory, containers; and with PROGRAM or PID whether \
    that has the tracepoints, once or twice, and finds the daemon that ractrace uses. Nothing is \
    started, stopped or changed.
    """
  static let arguments = ArgumentRule.atMost(1, "PROGRAM|PID")
  static var options: [Option<Self>] {
    [
      Option("format", argument: "FORMAT", help: "text or json (default text)", set: \.format),
      Option("all", "a", help: "Show also what is as it should be", set: \.showsAll),
      Option(
        "color", argument: "WHEN", help: "auto, always or never (default auto)", set: \.color),
    ]
  }
  static let examples = [
    Example("ractrace doctor", "What is wrong with this machine."),
    Example(
      "ractrace doctor --all ./program", "Everything, and whether a program has tracepoints."),
    Example("ractrace doctor --format json 4711", "A process that runs, for programs."),
  ]
  static let statuses = [
    StatusMeaning("0", "no problem was found; notes are none"),
    StatusMeaning("1", "a problem was found"),
    StatusMeaning("2", "wrong usage"),
  ]

  /// The formats of findings.
  enum Format: String, CaseIterable, ArgumentConvertible {
    case text
    case json
  }

  var format = Format.text
  var showsAll = false
  var color = ColorChoice.auto
  var target: String?

  mutating func take(_ arguments: [String]) { target = arguments.first }

  mutating func run() throws -> ExitStatus {
    let target: Diagnosis.Target? = target.map { word in
      if let id = Int32(word), id > 0 { .process(id) } else { .program(word) }
    }
    let findings = Diagnosis(of: .current, target: target).findings
    switch format {
    case .text:
      var out = OutputBuffer()
      out.append(
        text: DoctorText(findings: findings, showsAll: showsAll, style: Style(isOn: color.isOn))
          .render())
      try out.finish()
    case .json:
      var json = JSONWriter(OutputBuffer())
      DoctorJSON(findings: findings, target: self.target).write(&json)
      try json.out.finish()
    }
    return findings.contains { $0.level == .problem } ? .finding : .success
  }
}
