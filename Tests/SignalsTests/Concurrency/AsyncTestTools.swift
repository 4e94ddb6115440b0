// SPDX-License-Identifier: MIT

import Signals

/// Lets other tasks run until something is so; a test that waits in vain runs into its time limit.
func until(_ isSo: @Sendable () -> Bool) async {
  while !isSo() { await Task.yield() }
}

/// Returns when the task is cancelled.
func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
}

/// A door that a test opens for those who await it.
struct Door: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream<Never>.makeStream()
  }

  func open() { continuation.finish() }

  /// Waits for the door, also in a task that was cancelled.
  func pass() async {
    let stream = stream
    await Task.detached { for await _ in stream {} }.value
  }
}

/// Runs `body` on several threads at once, as `onThreads` does, without blocking the caller's.
func onOtherThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    Scheduler.background().schedule {
      onThreads(count, body)
      continuation.resume()
    }
  }
}
