// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A real session, made by hand with lttng in the tests' own daemon, around what this process does.
///
/// Other tests of the process run meanwhile, and their events are recorded too: tell yours by
/// names and ids.
public final class RecordedSession {
  private static let counter = Atomic<Int>(0)

  private let folder: TemporaryFolder
  private let name: String

  /// The trace's folder; it is there as long as this object.
  public var path: String { folder.path + "/trace" }

  /// Records what `body` does.
  ///
  /// - Parameters:
  ///   - events: Patterns of the events to enable.
  ///   - contexts: The contexts to add.
  ///   - body: What is recorded.
  /// - Throws: `SupportError` if lttng refuses something, and what `body` throws.
  public init(events: [String], contexts: [String] = [], _ body: () throws -> Void) throws {
    (folder, name) = try Self.makePlace()
    try start(events, contexts)
    try body()
    try end()
  }

  /// Records what an asynchronous `body` does; see ``init(events:contexts:_:)``.
  public init(
    events: [String], contexts: [String] = [], _ body: () async throws -> Void
  ) async throws {
    (folder, name) = try Self.makePlace()
    try start(events, contexts)
    try await body()
    try end()
  }

  private static func makePlace() throws -> (TemporaryFolder, String) {
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return (try TemporaryFolder(), "test-\(getpid())-\(number)")
  }

  private func start(_ events: [String], _ contexts: [String]) throws {
    try lttng("create", name, "--output", path)
    for event in events { try lttng("enable-event", "--session", name, "--userspace", event) }
    for context in contexts {
      try lttng("add-context", "--session", name, "--userspace", "--type", context)
    }
    try lttng("start", name)
  }

  private func end() throws {
    try lttng("stop", name)
    try lttng("destroy", name)
  }

  private func lttng(_ arguments: String...) throws {
    let outcome = try Program.run(["lttng"] + arguments, seconds: 60)
    guard outcome.status == 0 else {
      throw SupportError("lttng \(arguments) ended with \(outcome.status): \(outcome.errors)")
    }
  }
}
