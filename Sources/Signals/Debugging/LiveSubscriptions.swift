// SPDX-License-Identifier: MIT

import CThreadState
import Glibc
import SignalProbes
import Synchronization

/// The subscriptions that are open, listed while ``SignalDebug/tracksSubscriptions`` is true.
enum LiveSubscriptions {
  private static let flag = Atomic<Bool>(false)
  private static let list = List()

  /// Whether subscriptions are listed: all that there is to pay while they are not.
  @inline(__always)
  static var areTracked: Bool { flag.load(ordering: .relaxed) }

  /// Does what the environment asks for, once, before anybody else decides.
  static func readEnvironment() { _ = environment }

  private static let environment: Void = {
    guard let value = getenv("RACTRACE_TRACK_SUBSCRIPTIONS") else { return }
    let text = String(cString: value)
    if text != "" && text != "0" { flag.store(true, ordering: .relaxed) }
  }()

  static func track(_ isOn: Bool) {
    readEnvironment()
    flag.store(isOn, ordering: .sequentiallyConsistent)
    if !isOn { list.removeAll() }
  }

  /// Lists a subscription that begins.
  ///
  /// Before its `subscribed`: a session that comes too late for that one finds it in the list.
  @inline(never)
  static func add(_ subscription: Subscription) {
    announceIfAsked()
    let cause = SignalProbe.causesEnabled ? ractrace_thread_state().pointee.cause : 0
    list.add(Entry(subscription, began: now, causeID: cause))
    subscription.progress.bitwiseOr(Subscription.Progress.tracked, ordering: .relaxed)
  }

  /// Strikes a subscription off that ends, and waits for its `alive`, if that is on its way.
  ///
  /// Before its `disposed`.
  @inline(never)
  static func remove(_ subscription: Subscription) {
    list.remove(subscription.id)
    subscription.waitUntilAnnounced()
  }

  /// Those that are open, in the order in which they began.
  static var all: [(subscription: Subscription, entry: Entry)] {
    list.entries.sorted { $0.number < $1.number }.compactMap { entry in
      guard let subscription = entry.subscription, !subscription.hasEnded else { return nil }
      return (subscription, entry)
    }
  }

  /// Nanoseconds of the clock that ages are measured by.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension LiveSubscriptions {
  /// A subscription in the list, which does not retain it: its end must not depend on being watched.
  final class Entry: @unchecked Sendable {
    // Unchecked: `number` is written with the list's lock held, before anybody else has the entry.
    weak let subscription: Subscription?
    let id: UInt64
    let causeID: UInt64
    private let began: UInt64
    fileprivate(set) var number: UInt64 = 0

    init(_ subscription: Subscription, began: UInt64, causeID: UInt64) {
      self.subscription = subscription
      id = subscription.id
      self.began = began
      self.causeID = causeID
    }

    func age(at now: UInt64) -> UInt64 { now > began ? now - began : 0 }
  }

  private final class List: @unchecked Sendable {
    // Unchecked: `content` and `count` are protected by `lock`.
    private let lock = Lock()
    private var content: [UInt64: Entry] = [:]
    private var count: UInt64 = 0

    var entries: [Entry] { lock.withLock { Array(content.values) } }

    func add(_ entry: Entry) {
      lock.withLock {
        // It may have been switched off meanwhile; then nobody would strike the entry off.
        guard LiveSubscriptions.areTracked else { return }
        count += 1
        entry.number = count
        content[entry.id] = entry
      }
    }

    func remove(_ id: UInt64) {
      let entry = lock.withLock { content.removeValue(forKey: id) }
      // Freed here, without the lock.
      _ = consume entry
    }

    func removeAll() {
      var all: [UInt64: Entry] = [:]
      lock.withLock { swap(&all, &content) }
    }
  }
}
