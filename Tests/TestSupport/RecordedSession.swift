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
    folder = try TemporaryFolder()
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    let session = "test-\(getpid())-\(number)"
    try lttng("create", session, "--output", path)
    for event in events { try lttng("enable-event", "--session", session, "--userspace", event) }
    for context in contexts {
      try lttng("add-context", "--session", session, "--userspace", "--type", context)
    }
    try lttng("start", session)
    try body()
    try lttng("stop", session)
    try lttng("destroy", session)
  }

  private func lttng(_ arguments: String...) throws {
    let outcome = try Program.run(["lttng"] + arguments, seconds: 60)
    guard outcome.status == 0 else {
      throw SupportError("lttng \(arguments) ended with \(outcome.status): \(outcome.errors)")
    }
  }
}
