// SPDX-License-Identifier: MIT

import Synchronization

/// The core of a subject that stores values and delivers them to late subscribers.
///
/// A subscriber first catches up: it takes what is stored, and then what has come meanwhile, until
/// under the lock there is nothing left; in that same moment it joins the live subscribers. So no
/// value is lost, doubled or overtaken, and none is delivered with a lock held.
final class ReplayCore<Value: Sendable>: SubjectCore<Value>, @unchecked Sendable {
  // Unchecked: what varies is protected by `lock`.

  private let stored = Ring<Value>()
  private let capacity: Int?
  /// Whether the stored values are replayed also after the end.
  private let replaysAfterTerminal: Bool
  private var catchingUp: [CatchUp] = []
  /// Whether there are any; asked for each value, where even that question to an array costs much.
  @exclusivity(unchecked) private var isBeingReplayed = false

  /// A subscriber that is catching up, and what it has not received yet.
  private final class CatchUp: @unchecked Sendable {
    // Unchecked: protected by the core's lock.
    var values: [Value] = []
  }

  init(capacity: Int?, initial: [Value] = [], replaysAfterTerminal: Bool = true) {
    self.capacity = capacity
    self.replaysAfterTerminal = replaysAfterTerminal
    super.init()
    for value in initial { stored.append(value) }
  }

  /// The value that was stored last.
  var latest: Value? { lock.withLock { stored.last } }

  override func store(_ value: Value) -> UInt64 {
    lock.lock()
    stored.append(value)
    if isBeingReplayed { appendToReplays(value) }
    let last = list.last.load(ordering: .relaxed)
    if let capacity, stored.count > capacity {
      let oldest = stored.removeFirst()
      lock.unlock()
      // Freed here, without the lock.
      _ = consume oldest
    } else {
      lock.unlock()
    }
    return last
  }

  /// Called with the lock held.
  @inline(never)
  private func appendToReplays(_ value: Value) {
    for subscriber in catchingUp { subscriber.values.append(value) }
  }

  /// Forgets a subscriber that has caught up, or was disposed; with the lock held.
  private func forget(_ catchUp: CatchUp) {
    catchingUp.removeAll { $0 === catchUp }
    isBeingReplayed = !catchingUp.isEmpty
  }

  /// Delivers what is stored, then the terminal event or what comes live.
  func replay(to passthrough: PassthroughSubscriber<Value>) {
    let catchUp = CatchUp()
    lock.withLock {
      if replaysAfterTerminal || terminal == nil { catchUp.values = stored.elements }
      catchingUp.append(catchUp)
      isBeingReplayed = true
    }
    while !passthrough.isDisposed {
      lock.lock()
      guard catchUp.values.isEmpty else {
        var values: [Value] = []
        swap(&values, &catchUp.values)
        lock.unlock()
        for value in values {
          guard !passthrough.isDisposed else { break }
          passthrough.sendNext(value)
        }
        continue
      }
      forget(catchUp)
      let terminal = terminal
      // Without the subject nothing more can come, and the list would keep the subscriber for ever.
      if terminal == nil && !isAbandoned { link(passthrough) }
      lock.unlock()
      if let terminal {
        terminal.send(to: passthrough)
      } else if passthrough.isDisposed {
        passthrough.subscription.leaveList()
      }
      return
    }
    lock.withLock { forget(catchUp) }
  }
}
