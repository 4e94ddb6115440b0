// SPDX-License-Identifier: MIT

/// A subscriber made from closures, which can be subscribed to several signals.
///
/// ```swift
/// let printer = CallbackSubscriber<Int>(next: { print($0) })
/// odd.subscribe(printer)
/// even.subscribe(printer)
/// ```
///
/// Its closures are never called twice at once: what is sent meanwhile, by another thread or from
/// inside a closure, is queued, and handled by the thread that is already there. The first terminal
/// event ends it: all its subscriptions are disposed, then the closure is called. After that, and
/// after ``dispose()``, everything is ignored. One thread's dispose stops calls on that thread at
/// once; a call that another thread is making may finish.
///
/// To subscribe closures to one signal, ``Signal/subscribe(next:error:completed:fileID:line:)`` is
/// shorter and cheaper. Freeing it does not end its subscriptions. The RAC class is RACSubscriber.
public final class CallbackSubscriber<Value: Sendable>: Subscriber, @unchecked Sendable {
  // Unchecked: constant; the closures are `@Sendable`.

  private final class Gate: InputGate<Event<Value>>, @unchecked Sendable {
    // Unchecked: constant.
    let place: SourcePlace
    let next: @Sendable (Value) -> Void
    let error: @Sendable (any Error) -> Void
    let completed: @Sendable () -> Void
    let subscriptions = CompoundDisposable()

    init(
      _ place: SourcePlace, next: @escaping @Sendable (Value) -> Void,
      error: @escaping @Sendable (any Error) -> Void, completed: @escaping @Sendable () -> Void
    ) {
      self.place = place
      self.next = next
      self.error = error
      self.completed = completed
      super.init()
    }

    override var isOpen: Bool { !subscriptions.isDisposed }

    override func makeHop() -> Hop {
      Hop(scheduler: place.description, id: subscriptions.traceID)
    }

    override func handle(_ event: Event<Value>) {
      guard isOpen else { return }
      if event.isTerminal { subscriptions.dispose() }
      switch event {
      case .next(let value): next(value)
      case .error(let error): self.error(error)
      case .completed: completed()
      }
    }
  }

  private let gate: Gate

  /// Makes one.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called with the error that ends it.
  ///   - completed: Called if completion ends it.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  public init(
    next: @escaping @Sendable (Value) -> Void = { _ in },
    error: @escaping @Sendable (any Error) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    gate = Gate(SourcePlace(fileID, line), next: next, error: error, completed: completed)
  }

  var place: SourcePlace { gate.place }

  /// Whether it has ended; true already while the closure for the terminal event is called.
  public var isDisposed: Bool { gate.subscriptions.isDisposed }

  /// Ends it and its subscriptions, without calling a closure.
  public func dispose() { gate.subscriptions.dispose() }

  /// Calls the closure for values, at once or at its turn.
  public func sendNext(_ value: Value) { gate.send(.next(value)) }

  /// Disposes all subscriptions and calls the closure for errors, at once or at its turn.
  public func sendError(_ error: any Error) { gate.send(.error(error)) }

  /// Disposes all subscriptions and calls the closure for completion, at once or at its turn.
  public func sendCompleted() { gate.send(.completed) }

  /// Takes a subscription over: it is disposed at the end of this subscriber, or at once if that
  /// has come.
  ///
  /// A finished one is let go at once.
  public func didSubscribe(with disposable: CompoundDisposable) {
    gate.subscriptions.addUntilDisposed(disposable)
  }
}
