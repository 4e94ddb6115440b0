// SPDX-License-Identifier: MIT

import Synchronization

/// What stands between a signal, which sends when it likes, and one reader, which asks when it
/// likes.
final class ValueBuffer<Value: Sendable>: @unchecked Sendable {
  // Unchecked: all that varies is protected by `lock`. A reader is resumed, and values are freed,
  // without it.

  typealias Reader = UnsafeContinuation<Value?, any Error>

  /// What there is for a reader.
  enum Answer {
    case value(Value)
    case error(any Error)
    case end
    /// Nothing yet.
    case later
  }

  private enum End {
    case error(any Error)
    case completed
  }

  private let policy: BufferingPolicy
  private let lock = Lock()
  /// Nil once nothing more will be read.
  private var values: Ring<Value>? = Ring()
  /// What comes after the values.
  private var end: End?
  /// Waits for the next value; only while there is none.
  private var reader: Reader?
  private var dropped = 0

  init(_ policy: BufferingPolicy) {
    self.policy = policy
  }

  /// How many values were dropped.
  var droppedCount: Int { lock.withLock { dropped } }

  /// Whether a reader waits, for tests.
  var isAwaited: Bool { lock.withLock { reader != nil } }

  /// Hands a value to the reader, or keeps it as the policy says.
  ///
  /// - Returns: Whether a value, this or another one, was dropped.
  func append(_ value: Value) -> Bool {
    lock.lock()
    guard let values, end == nil else {
      lock.unlock()
      return false
    }
    if let reader = reader.take() {
      lock.unlock()
      reader.resume(returning: value)
      return false
    }
    guard values.count >= policy.limit else {
      values.append(value)
      lock.unlock()
      return false
    }
    dropped += 1
    if case .newest(1...) = policy {
      let oldest = values.removeFirst()
      values.append(value)
      lock.unlock()
      _ = consume oldest
    } else {
      lock.unlock()
    }
    return true
  }

  /// Ends it, after the values that wait: with an error, or with nil for completion.
  func finish(_ error: (any Error)?) {
    lock.lock()
    guard values != nil, end == nil else { return lock.unlock() }
    guard let reader = reader.take() else {
      end = error.map { .error($0) } ?? .completed
      return lock.unlock()
    }
    values = nil
    lock.unlock()
    if let error { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
  }

  /// Ends it at once, and lets go of the values that wait.
  func close() {
    lock.lock()
    let rest = values.take()
    let reader = reader.take()
    end = nil
    lock.unlock()
    reader?.resume(returning: nil)
    _ = consume rest
  }

  /// Takes what is there for the reader.
  ///
  /// - Parameter reader: What to resume later if there is nothing; only for one reader at a time.
  /// - Returns: What is there.
  func take(for reader: Reader? = nil) -> Answer {
    lock.lock()
    defer { lock.unlock() }
    precondition(self.reader == nil, "next() was called while another call of it is waiting")
    guard let values else { return .end }
    if !values.isEmpty { return .value(values.removeFirst()) }
    guard let end else {
      self.reader = reader
      return .later
    }
    self.values = nil
    switch end {
    case .error(let error): return .error(error)
    case .completed: return .end
    }
  }
}
