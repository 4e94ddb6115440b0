// SPDX-License-Identifier: MIT

import BenchmarkKit
import Glibc
import Signals
import Synchronization

/// Measures two threads that send into one subject, until the last value is delivered, beside one
/// thread that sends as many, and prints a line; and one for the longest queue.
///
/// The bar means that two threads get at least half as many values through as one does.
func measureContention() {
  let values = 200_000
  let longest = Atomic<Int>(0)
  let times = measureInTurn(
    batches: 25, operations: values,
    [1, 2].map { threads in
      {
        let longestNow = sendFromThreads(threads, values: values)
        longest.max(longestNow, ordering: .relaxed)
      }
    })
  report(
    "two threads into one subject, a value, by one", measured: times[1].minimum,
    baseline: times[0].minimum, bar: 2)
  report(
    "longest queue of that", measured: Double(longest.load(ordering: .relaxed)), baseline: nil,
    unit: "values")
}

/// Sends values from some threads into one subject, and returns when all are delivered.
///
/// - Returns: The longest queue that was seen.
private func sendFromThreads(_ threads: Int, values: Int) -> Int {
  let subject = Subject<Int>()
  let received = Received(subject)
  subject.subscribe(next: { received.note($0) })
  let isReady = Atomic<Int>(0)
  onThreads(threads) {
    isReady.wrappingAdd(1, ordering: .acquiringAndReleasing)
    while isReady.load(ordering: .acquiring) < threads {}
    for value in 0..<values / threads { subject.sendNext(value) }
  }
  precondition(received.count == values)
  return received.longestQueue
}

/// What the subscriber has seen.
private final class Received: @unchecked Sendable {
  // Unchecked: the subject serialises the deliveries, and the threads are joined before it is read.
  private(set) var count = 0
  private(set) var longestQueue = 0
  private unowned let subject: Subject<Int>

  init(_ subject: Subject<Int>) { self.subject = subject }

  func note(_ value: Int) {
    count += 1
    // Seldom, because to ask takes the lock.
    if count & 1023 == 0 { longestQueue = max(longestQueue, subject.pendingCount) }
  }
}

/// Runs a body on threads of its own, and returns when all have returned.
private func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let work = Work(body)
  let threads = (0..<count).map { _ in
    var thread: pthread_t = 0
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    precondition(status == 0, "pthread_create failed with \(status)")
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}
