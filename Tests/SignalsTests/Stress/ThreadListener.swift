// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

@testable import Signals

/// The number of a thread of the stress tests: 0 for all threads that are not theirs.
enum ThreadNumber {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    return key
  }()

  static var current: Int {
    get { Int(bitPattern: pthread_getspecific(key)) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }
}

/// What listens in the stress tests on threads: it keeps the history, and sees by itself whether
/// calls overlap or come when they must not.
final class ThreadListener: Sendable {
  private let log = Log<Event<Int>>()
  private let taps = Log<Int>()
  private let problems = Log<String>()
  private let calls = Atomic<Int>(0)
  private let subscription = Log<Disposable>()
  /// The threads whose dispose has returned.
  private let disposers = Log<Int>()
  private let ended = Semaphore()

  /// How many values it takes before it disposes itself, inside its delivery.
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  /// What has come to the end of the chain.
  var events: [Event<Int>] { log.all }
  /// What has come to its begin.
  var tapped: [Int] { taps.all }

  /// Subscribes to what `chain` makes of a source.
  func listen(to source: Signal<Item>, through chain: (Signal<Item>) -> Signal<Item>) {
    let tapped = source.doNext { [taps] in taps.append($0.number) }
    subscription.append(
      chain(tapped).subscribe(
        next: { self.receive(.next($0.number)) }, error: { self.receive(.error($0)) },
        completed: { self.receive(.completed) }))
  }

  func dispose() {
    guard let subscription = subscription.all.first else { return }
    subscription.dispose()
    if ThreadNumber.current > 0 { disposers.append(ThreadNumber.current) }
  }

  /// Waits for the terminal event.
  func waitForEnd() { ended.wait() }

  private func receive(_ event: Event<Int>) {
    if calls.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
      problems.append("\(event) overlaps another event")
    }
    let thread = ThreadNumber.current
    if thread > 0 && disposers.all.contains(thread) {
      problems.append("\(event) on thread \(thread) after its dispose")
    }
    log.append(event)
    if events.count >= limit { dispose() }
    calls.wrappingSubtract(1, ordering: .relaxed)
    if event.isTerminal { ended.signal() }
  }

  /// What was wrong, the grammar included.
  func findProblems() -> [String] {
    var all = problems.all
    if let terminal = events.firstIndex(where: \.isTerminal), terminal != events.count - 1 {
      all.append("events after a terminal one: \(events)")
    }
    return all
  }
}
