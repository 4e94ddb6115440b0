// SPDX-License-Identifier: MIT

extension Signal {
  /// Blocks the thread until the first value has come, and returns it.
  ///
  /// The signal is subscribed, and disposed before this returns. It is not for asynchronous code,
  /// which has a method of the same name to await.
  ///
  /// While it waits it blocks the scheduler that it is called on. It refuses to, if it knows that
  /// something of the subscription waits for that very scheduler (or, on the main thread, for
  /// ``Scheduler/main``): an operator's action such as a delay, a timeout or a delivery there, or
  /// one that a subscribe block has returned as its disposable. It cannot know what a subject will
  /// be sent from there, what a subscribe block has scheduled without returning it, whether two
  /// schedulers share a queue, or whether it is called inside a delivery of the subject that it
  /// waits for: that blocks for ever.
  ///
  /// The place of the call is `subscriber` in traces.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The value; nil if the signal completes without one.
  /// - Throws: The error that the signal sends before a value; `SignalError.wouldDeadlock` as said
  ///   above.
  @available(*, noasync, message: "it blocks the thread: say 'await'")
  public final func first(fileID: StaticString = #fileID, line: UInt = #line) throws -> Value? {
    try firstOutcome(SourcePlace(fileID, line)).wait()
  }

  /// The first value of the signal.
  ///
  /// The signal is subscribed on the caller's actor, and disposed before this returns, also if the
  /// task is cancelled. The place of the call is `subscriber` in traces.
  ///
  /// - Parameters:
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The value; nil if the signal completes without one.
  /// - Throws: The error that the signal sends before a value; `CancellationError` if the task is
  ///   cancelled before.
  public nonisolated(nonsending) final func first(
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value? {
    try await firstOutcome(SourcePlace(fileID, line)).value()
  }

  private func firstOutcome(_ place: SourcePlace) -> Outcome<Value?> {
    query(
      place, next: { value, outcome in outcome.settle(.success(value)) },
      completed: { $0.settle(.success(nil)) })
  }
}
