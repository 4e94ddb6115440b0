// SPDX-License-Identifier: MIT

import Glibc

/// Calls that may never return, with a limit.
///
/// liblttng-ctl waits for the daemon without end, and a daemon may be frozen. Each call therefore
/// runs on a thread of its own; when its limit is over it is left to itself, and further calls are
/// refused until it comes back: the library keeps one connection for the whole process, and two
/// calls at once would mix their answers.
enum BoundedCall {
  /// Runs `body` on another thread.
  ///
  /// - Returns: What it returned, or nil when the limit was over first.
  static func run<Result: Sendable>(
    limit: Duration, through gate: Gate = sharedGate, _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    let deadline = Deadline(after: limit)
    guard gate.enter(before: deadline) else { return nil }
    let call = Call(gate, body)
    guard let thread = QuietThread.start({ call.perform() }) else {
      gate.leave()
      return nil
    }
    pthread_detach(thread)
    return call.result(before: deadline)
  }

  /// liblttng-ctl takes one call at a time.
  static let sharedGate = Gate()

  private final class Call<Result: Sendable>: @unchecked Sendable {
    // Unchecked: `outcome` is protected by `monitor`; the rest never changes.

    private let monitor = Monitor()
    private let gate: Gate
    private let body: @Sendable () -> Result
    private var outcome: Result?

    init(_ gate: Gate, _ body: @escaping @Sendable () -> Result) {
      self.gate = gate
      self.body = body
    }

    func perform() {
      let result = body()
      gate.leave()
      monitor.locked { outcome = result }
    }

    func result(before deadline: Deadline) -> Result? {
      monitor.wait(before: deadline) { outcome != nil }
      return monitor.locked { outcome }
    }
  }

  /// Lets one call in at a time.
  final class Gate: @unchecked Sendable {
    // Unchecked: `isBusy` is protected by `monitor`.

    private let monitor = Monitor()
    private var isBusy = false

    func enter(before deadline: Deadline) -> Bool {
      monitor.wait(before: deadline) {
        if isBusy { return false }
        isBusy = true
        return true
      }
    }

    func leave() { monitor.locked { isBusy = false } }
  }
}
