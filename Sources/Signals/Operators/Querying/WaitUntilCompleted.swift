// SPDX-License-Identifier: MIT

extension Signal {
  /// Blocks the thread until the signal completes.
  ///
  /// Values are ignored. All else is as with the blocking ``first(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Throws: The error that the signal sends; `SignalError.wouldDeadlock`.
  @available(*, noasync, message: "it blocks the thread: say 'await'")
  public final func waitUntilCompleted(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    try completionOutcome(SourcePlace(fileID, line)).wait()
  }

  /// Returns when the signal has completed.
  ///
  /// Values are ignored. All else is as with the asynchronous ``first(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Throws: The error that the signal sends; `CancellationError`.
  public nonisolated(nonsending) final func waitUntilCompleted(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await completionOutcome(SourcePlace(fileID, line)).value()
  }

  private func completionOutcome(_ place: SourcePlace) -> Outcome<Void> {
    query(place, completed: { $0.settle(.success(())) })
  }
}
