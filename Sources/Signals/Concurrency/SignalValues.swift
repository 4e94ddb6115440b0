// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

extension Signal {
  /// The values of the signal, for `for try await`.
  ///
  /// ```swift
  /// for try await click in clicks.values(buffering: .newest(1)) { await show(click) }
  /// ```
  ///
  /// Each iterator has a subscription of its own, made when the iterator is, on that thread: from
  /// then on values are kept, also while nobody awaits. An error is thrown, after the values before
  /// it; completion ends the loop. The signal is never slowed down: the policy says which values
  /// are kept for a reader that is slower.
  ///
  /// The subscription is disposed when the iterator is dropped, thus also when the loop is left,
  /// and when the task is cancelled while it awaits, or awaits next. Then the loop ends without an
  /// error, and what was kept is let go. A signal that is freed without having ended leaves its
  /// reader waiting, as a signal that just sends nothing does.
  ///
  /// In traces `subscriber` is the place of this call. A value that is dropped emits
  /// `racsignal:dropped`, and is counted by ``SignalValues/droppedCount``. The RAC family has
  /// nothing like it.
  ///
  /// - Parameters:
  ///   - policy: Which values are kept; its number is not negative.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: The sequence.
  /// - Complexity: O(1) for a value; no allocation but for the growth of the buffer.
  public final func values(
    buffering policy: BufferingPolicy, fileID: StaticString = #fileID, line: UInt = #line
  ) -> SignalValues<Value> {
    precondition(policy.limit >= 0, "values(buffering: \(policy)) cannot keep less than nothing")
    return SignalValues(self, policy, SourcePlace(fileID, line))
  }
}

/// The values of a signal as an asynchronous sequence; see
/// ``Signal/values(buffering:fileID:line:)``.
public struct SignalValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The signal's type of values.
  public typealias Element = Value
  /// Signals may fail with any error.
  public typealias Failure = any Error

  private let signal: Signal<Value>
  private let policy: BufferingPolicy
  private let place: SourcePlace
  private let dropped = Counter()

  init(_ signal: Signal<Value>, _ policy: BufferingPolicy, _ place: SourcePlace) {
    self.signal = signal
    self.policy = policy
    self.place = place
  }

  /// How many values were dropped so far, by all iterators of this sequence and of its copies.
  public var droppedCount: Int { dropped.count.load(ordering: .relaxed) }

  /// Subscribes to the signal.
  public func makeAsyncIterator() -> Iterator {
    let buffer = ValueBuffer<Value>(policy)
    let subscription = Subscription(
      signal: signal, parentID: ractrace_thread_state().pointee.subscribing, label: .place(place))
    let iterator = Iterator(reader: Reader(buffer, subscription))
    signal.connect(BufferPass(subscription, buffer, policy, dropped))
    return iterator
  }

  /// One reader of the values, to be used by one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: Reader

    /// How many values were dropped so far because this iterator was too slow.
    public var droppedCount: Int { reader.buffer.droppedCount }

    /// The next value; nil after completion, after the error was thrown, and once the task is
    /// cancelled.
    ///
    /// - Throws: The error that the signal has sent.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Value? {
      try await reader.next(isolation: actor)
    }
  }

  fileprivate final class Counter: Sendable {
    let count = Atomic<Int>(0)
  }

  /// Ties the subscription to the life of an iterator and of its copies.
  final class Reader: Sendable {
    let buffer: ValueBuffer<Value>
    private let subscription: Subscription

    init(_ buffer: ValueBuffer<Value>, _ subscription: Subscription) {
      self.buffer = buffer
      self.subscription = subscription
    }

    deinit { close() }

    private func close() {
      subscription.dispose()
      buffer.close()
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
      guard !Task.isCancelled else {
        close()
        return nil
      }
      // Without the handler for cancellation, which costs more than all the rest.
      switch buffer.take() {
      case .value(let value): return value
      case .error(let error): throw error
      case .end: return nil
      case .later: break
      }
      return try await withTaskCancellationHandler(
        operation: {
          try await withUnsafeThrowingContinuation(isolation: actor) { continuation in
            switch buffer.take(for: continuation) {
            case .value(let value): continuation.resume(returning: value)
            case .error(let error): continuation.resume(throwing: error)
            case .end: continuation.resume(returning: nil)
            case .later: break
            }
          }
        }, onCancel: { close() }, isolation: actor)
    }
  }
}

/// The end of a chain whose listener is a buffer.
private final class BufferPass<Value: Sendable>: PassthroughSubscriber<Value>, @unchecked Sendable {
  // Unchecked: constant; the buffer takes overlapping events.

  private let buffer: ValueBuffer<Value>
  private let policy: BufferingPolicy
  private let dropped: SignalValues<Value>.Counter

  init(
    _ subscription: Subscription, _ buffer: ValueBuffer<Value>, _ policy: BufferingPolicy,
    _ dropped: SignalValues<Value>.Counter
  ) {
    self.buffer = buffer
    self.policy = policy
    self.dropped = dropped
    super.init(subscription)
  }

  override func forwardNext(_ value: Value) {
    guard buffer.append(value) else { return }
    dropped.count.wrappingAdd(1, ordering: .relaxed)
    subscription.traceDropped("buffer full, \(policy)")
  }

  override func forwardError(_ error: any Error) { buffer.finish(error) }

  override func forwardCompleted() { buffer.finish(nil) }
}
