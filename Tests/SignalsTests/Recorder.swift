// SPDX-License-Identifier: MIT

@testable import Signals

enum TestError: Error, Equatable {
  case first
  case second
}

/// A subscriber that keeps the whole history.
final class Recorder<Value: Sendable>: Subscriber {
  private let log = Log<Event<Value>>()
  private let disposables = Log<CompoundDisposable>()

  var events: [Event<Value>] { log.all }
  var values: [Value] { events.compactMap(\.value) }

  /// What the recorder was told to dispose.
  var subscription: CompoundDisposable? { disposables.all.first }

  func sendNext(_ value: Value) { log.append(.next(value)) }
  func sendError(_ error: any Error) { log.append(.error(error)) }
  func sendCompleted() { log.append(.completed) }
  func didSubscribe(with disposable: CompoundDisposable) { disposables.append(disposable) }
}

extension Signal {
  /// Subscribes a recorder, on a thread where subscribe blocks run at once.
  func recorded() -> Recorder<Value> {
    let recorder = Recorder<Value>()
    onScheduler { subscribe(recorder) }
    return recorder
  }
}

/// Runs `body` with a current scheduler, so that subscribe blocks run at once.
func onScheduler(_ body: () -> Void) {
  TestScheduler().runAsCurrent(body)
}
