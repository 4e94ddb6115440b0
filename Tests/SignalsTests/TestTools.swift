// SPDX-License-Identifier: MIT

import Glibc

@testable import Signals

/// A history that several threads may write.
//
// Unchecked: `values` is protected by `lock`.
final class Log<Element: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var values: [Element] = []

  var all: [Element] { lock.withLock { values } }

  func append(_ value: Element) {
    lock.withLock { values.append(value) }
  }
}

/// A variable for a test to share between closures that never run at the same time.
//
// Unchecked: the test sees to it; the thread sanitizer tells if it does not.
final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// Counts how many of the objects that it made are alive.
final class Lives: Sendable {
  private let living = Box(0)
  private let lock = Lock()

  var count: Int { lock.withLock { living.value } }

  final class One: Sendable {
    private let lives: Lives
    init(_ lives: Lives) {
      self.lives = lives
      lives.add(1)
    }
    deinit { lives.add(-1) }
  }

  func withOne<Result>(_ body: (One) -> Result) -> Result {
    body(One(self))
  }

  private func add(_ difference: Int) {
    lock.withLock { living.value += difference }
  }
}

/// A semaphore for threads: tests wait for things to happen, never for time to pass.
final class Semaphore: @unchecked Sendable {
  // Unchecked: a semaphore is made for that.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  func wait() { while sem_wait(semaphore) != 0 {} }
}

/// Runs `body` on several threads at once and returns when all have returned.
func onThreads(
  _ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Void
) {
  let start = Semaphore()
  var threads: [pthread_t] = []
  for index in 0..<count {
    // Not a variable: the initialiser of `pthread_attr_t` cannot be told apart in Dispatch's
    // module.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    if let stackSize { pthread_attr_setstacksize(attributes, stackSize) }
    let work = Unmanaged.passRetained(
      ThreadWork {
        start.wait()
        body(index)
      })
    var thread: pthread_t = 0
    let status = pthread_create(
      &thread, attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    precondition(status == 0, "pthread_create failed with \(status)")
    pthread_attr_destroy(attributes)
    threads.append(thread)
  }
  for _ in threads { start.signal() }
  for thread in threads { pthread_join(thread, nil) }
}

/// Runs `body` on a thread with a stack of 256 KiB.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  onThreads(1, stackSize: 256 * 1024) { _ in body() }
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
