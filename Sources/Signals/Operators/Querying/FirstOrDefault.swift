// SPDX-License-Identifier: MIT

extension Signal {
  /// Blocks the thread until the first value has come, and returns it, or a default if the signal
  /// completes without one.
  ///
  /// All else is as with the blocking ``first(fileID:line:)``. In RAC an error gives the default,
  /// too; here it is thrown.
  ///
  /// - Parameters:
  ///   - defaultValue: What to return if there is no value.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The value or the default.
  /// - Throws: The error that the signal sends before a value; `SignalError.wouldDeadlock`.
  @available(*, noasync, message: "it blocks the thread: say 'await'")
  public final func firstOrDefault(
    _ defaultValue: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Value {
    try firstOutcome(SourcePlace(fileID, line), defaultValue).wait()
  }

  /// The first value of the signal, or a default if it completes without one.
  ///
  /// All else is as with the asynchronous ``first(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - defaultValue: What to return if there is no value.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The value or the default.
  /// - Throws: The error that the signal sends before a value; `CancellationError`.
  public nonisolated(nonsending) final func firstOrDefault(
    _ defaultValue: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await firstOutcome(SourcePlace(fileID, line), defaultValue).value()
  }

  private func firstOutcome(_ place: SourcePlace, _ defaultValue: Value) -> Outcome<Value> {
    query(
      place, next: { value, outcome in outcome.settle(.success(value)) },
      completed: { $0.settle(.success(defaultValue)) })
  }
}
