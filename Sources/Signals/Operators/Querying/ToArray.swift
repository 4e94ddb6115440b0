// SPDX-License-Identifier: MIT

extension Signal {
  /// Blocks the thread until the signal completes, and returns all its values.
  ///
  /// All else is as with the blocking ``first(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The values, in order.
  /// - Throws: The error that the signal sends, whatever came before; `SignalError.wouldDeadlock`.
  /// - Complexity: O(1) for a value, amortised.
  @available(*, noasync, message: "it blocks the thread: say 'await'")
  public final func toArray(fileID: StaticString = #fileID, line: UInt = #line) throws -> [Value] {
    try arrayOutcome(SourcePlace(fileID, line)).wait()
  }

  /// All values of the signal, when it has completed.
  ///
  /// All else is as with the asynchronous ``first(fileID:line:)``.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The values, in order.
  /// - Throws: The error that the signal sends, whatever came before; `CancellationError`.
  /// - Complexity: O(1) for a value, amortised.
  public nonisolated(nonsending) final func toArray(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> [Value] {
    try await arrayOutcome(SourcePlace(fileID, line)).value()
  }

  private func arrayOutcome(_ place: SourcePlace) -> Outcome<[Value]> {
    let collected = Collected<Value>()
    return query(
      place, next: { value, _ in collected.values.append(value) },
      completed: { $0.settle(.success(collected.values)) })
  }
}

private final class Collected<Value: Sendable>: @unchecked Sendable {
  // Unchecked: touched only by the events of one subscription, which do not overlap.
  var values: [Value] = []
}
