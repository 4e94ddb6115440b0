// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing

/// A trace of the demo, recorded with `ractrace record` under a daemon of its own.
final class DemoTrace: Sendable {
  /// The one that the tests of a suite `.withDemoTrace` share.
  @TaskLocal static var shared: DemoTrace?

  /// What the recording left behind.
  let recording: Outcome
  private let folder: TemporaryFolder

  /// The trace's folder; it is there as long as this object.
  var path: String { folder.path + "/trace" }

  init() throws {
    folder = try TemporaryFolder()
    recording = try PrivateDaemon.run(
      #"exec "$1" record --detail all --output "$2" -- "$3""#,
      arguments: [
        Program.built("ractrace"), folder.path + "/trace", Program.built("RACTraceDemo"),
      ])
    guard recording.status == 0 else { throw SupportError(recording.errors) }
  }

  /// Runs ractrace beside the trace, which is named `trace` there, as if in a terminal of a width.
  func run(_ command: [String], columns: Int = 80) throws -> Outcome {
    try Program.run(
      [Program.built("ractrace")] + command, environment: ["COLUMNS": "\(columns)"],
      in: folder.path)
  }

  /// The lines of some types of an answer in JSON, as far as `Row` wants them.
  func rows<Row: Decodable>(
    _ types: String..., in command: [String], status: Int32 = 0
  ) throws -> [Row] {
    let outcome = try run(command + ["--format", "json"])
    try #require(outcome.status == status, "\(outcome.errors)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try outcome.lines.filter { line in
      types.contains { line.hasPrefix(#"{"type":"\#($0)","#) }
    }.map { try decoder.decode(Row.self, from: Data($0.utf8)) }
  }
}

/// Records the demo once for a suite and all in it: ``DemoTrace/shared``.
struct DemoTraceTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await DemoTrace.$shared.withValue(DemoTrace()) { try await function() }
  }
}

extension Trait where Self == DemoTraceTrait {
  static var withDemoTrace: Self { Self() }
}

/// What the commands say of one trace of the demo.
@Suite("A trace of the demo", .needsPrivateDaemon, .withDemoTrace)
struct DemoAnswers {}
