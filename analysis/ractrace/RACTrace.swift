// SPDX-License-Identifier: MIT

import CommandLineKit

/// The whole tool: its commands and what stands around them.
var ractrace: Program {
  Program(
    name: "ractrace",
    details: """
      Tell what flows through reactive code: record a program under LTTng, or ask a recorded \
      trace which signals fired, who listened, what failed and what was lost.
      """,
    version: """
      ractrace \(Version.tool) (tracepoint contract \(Version.contract), \
      \(Version.hasLTTng ? "with" : "without") lttng support)
      """,
    commands: commands,
    examples: [
      Example("ractrace record --output run1 -- ./program", "Record a program."),
      Example("ractrace summary run1", "Show what its signals did."),
      Example("ractrace events run1 --signal 'login*'", "Show what some of them did, in order."),
    ],
    statuses: Statuses.all,
    translate: failure(from:))
}

/// The commands, in the order in which the help lists them: one line for each.
private var commands: [Subcommand] {
  [
    Subcommand(RecordCommand.self),
    Subcommand(SummaryCommand.self),
    Subcommand(EventsCommand.self),
    Subcommand(SubscriptionsCommand.self),
    Subcommand(FlowCommand.self),
    Subcommand(LatencyCommand.self),
    Subcommand(CheckCommand.self),
    Subcommand(DiffCommand.self),
    Subcommand(FoldCommand.self),
    Subcommand(MergeCommand.self),
    Subcommand(DoctorCommand.self),
    Subcommand(CompletionCommand.self),
    Subcommand(ManualCommand.self),
  ]
}

/// The versions that the tool knows of itself.
enum Version {
  static let tool = "0.1.0"
  static let contract = 1
  #if LTTng
  static let hasLTTng = true
  #else
  static let hasLTTng = false
  #endif
}

/// The exit statuses of the tool, for the help texts.
enum Statuses {
  static let all = [
    StatusMeaning("0", "done"),
    StatusMeaning("1", "a check or a comparison found something"),
    StatusMeaning("2", "wrong usage or unreadable input"),
    StatusMeaning("3", "with --on-loss=fail: the trace lost what the answer needed"),
  ]
  /// Of commands that only read traces and look for nothing.
  static var reading: [StatusMeaning] { all.filter { $0.status != "1" } }
}
