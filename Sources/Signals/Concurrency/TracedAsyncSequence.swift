// SPDX-License-Identifier: MIT

import CThreadState
public import SignalProbes

extension AsyncSequence {
  /// The same sequence, shown in traces as if it were a signal.
  ///
  /// ```swift
  /// for try await order in orders.traced("orders") { await ship(order) }
  /// ```
  ///
  /// Each iterator is a subscription: it emits `racsignal:subscribed` when it is made, `next` for
  /// each element, `error` or `completed` at the end, and `disposed` after that or when the iterator
  /// is dropped. A sequence that ends, or throws `CancellationError`, because its task was cancelled
  /// is shown as `disposed` alone: it was not read to its end. There are no `delivered`, because
  /// nobody can tell when an element has been dealt with.
  ///
  /// Elements, errors, their type, cancellation and isolation are those of the sequence.
  ///
  /// - Parameters:
  ///   - name: The field `signal` in traces.
  ///   - fileID: The place that traces show as `subscriber`; leave it to the default.
  ///   - line: The place that traces show as `subscriber`; leave it to the default.
  /// - Returns: The traced sequence.
  /// - Complexity: while no session listens, a load and a branch for an element; an allocation for
  ///   an iterator.
  public func traced(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TracedAsyncSequence<Self> {
    TracedAsyncSequence(self, TraceName(name), SourcePlace(fileID, line))
  }
}

/// An asynchronous sequence that is shown in traces; see
/// `AsyncSequence.traced(_:fileID:line:)`.
public struct TracedAsyncSequence<Base: AsyncSequence>: AsyncSequence {
  /// The sequence's type of elements.
  public typealias Element = Base.Element
  /// The sequence's type of errors.
  public typealias Failure = Base.Failure

  private let base: Base
  /// Only for its identity: nobody subscribes to it.
  private let signal: Signal<Never>
  private let place: SourcePlace

  init(_ base: Base, _ name: TraceName, _ place: SourcePlace) {
    self.base = base
    self.place = place
    signal = Signal(name: name, deliversSerially: true)
  }

  /// Keeps the elements out of traces: they read `(redacted)`.
  ///
  /// - Returns: The same sequence; iterators that are there already keep showing elements.
  public func redacted() -> Self {
    signal.redacted()
    return self
  }

  /// Makes an iterator of the sequence, with the tracepoint `racsignal:subscribed`.
  public func makeAsyncIterator() -> Iterator {
    let subscription = Subscription(
      signal: signal, parentID: ractrace_thread_state().pointee.subscribing, label: .place(place))
    subscription.begin()
    return Iterator(base: base.makeAsyncIterator(), subscription: subscription)
  }

  /// An iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    /// The sequence's type of elements.
    public typealias Element = Base.Element
    /// The sequence's type of errors.
    public typealias Failure = Base.Failure

    @usableFromInline var base: Base.AsyncIterator
    /// Emits `disposed` when it is freed.
    @usableFromInline let subscription: Subscription

    /// The next element of the sequence.
    ///
    /// - Throws: What the sequence throws.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do throws(Base.Failure) {
        guard let element = try await base.next(isolation: actor) else {
          subscription.traceEnd(nil)
          return nil
        }
        if SignalProbe.deliveryEnabled { subscription.traceElement(element) }
        return element
      } catch {
        subscription.traceEnd(error)
        throw error
      }
    }
  }
}

extension TracedAsyncSequence: Sendable where Base: Sendable {}

extension TracedAsyncSequence.Iterator: Sendable where Base.AsyncIterator: Sendable {}
