// SPDX-License-Identifier: MIT

import Synchronization

extension Signal {
  /// A signal of signals, one for each key that a function makes of the values.
  ///
  /// ```swift
  /// requests.groupBy { $0.host }.subscribe(next: { group in
  ///   group.subscribe(next: { print(group.key, $0) })
  /// })
  /// ```
  ///
  /// A group is sent before its first value, on that thread; who subscribes to it in that very
  /// delivery misses nothing, who comes later misses what was before. Each value goes to the group
  /// of its key only. An error or completion is passed on, and then sent to all groups, in the
  /// order in which they came to be. Dispose ends neither: the groups then just stay silent. Events
  /// of a source that may overlap are serialised. The name is `source.groupBy`, a group's name
  /// `source.groupBy.group`.
  ///
  /// The groups are kept until the source ends.
  ///
  /// - Parameter makeKey: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is the first of its group.
  public final func groupBy<Key: Hashable & Sendable>(
    _ makeKey: @escaping @Sendable (Value) -> Key
  ) -> Signal<GroupedSignal<Key, Value>> {
    OperatorSignal("groupBy", of: self) {
      GroupByPass(from: $0, to: $1, makeKey)
    }
  }
}

private final class GroupByPass<Key: Hashable & Sendable, Value: Sendable>:
  OperatorPass<Value, GroupedSignal<Key, Value>>, @unchecked Sendable
{
  // Unchecked: `groups` and `ordered` are touched only at the turn of an event.
  private let makeKey: @Sendable (Value) -> Key
  private var groups: [Key: GroupedSignal<Key, Value>] = [:]
  private var ordered: [GroupedSignal<Key, Value>] = []

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<GroupedSignal<Key, Value>>,
    _ makeKey: @escaping @Sendable (Value) -> Key
  ) {
    self.makeKey = makeKey
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    let key = makeKey(value)
    let group = groups[key] ?? makeGroup(key)
    group.send(.next(value))
  }

  private func makeGroup(_ key: Key) -> GroupedSignal<Key, Value> {
    let subscription = downstream.subscription
    let group = GroupedSignal<Key, Value>(
      key, name: TraceName(.applied("group", to: subscription.name)),
      isRedacted: subscription.hidesValues.load(ordering: .relaxed))
    groups[key] = group
    ordered.append(group)
    passNext(group)
    return group
  }

  override func forwardError(_ error: any Error) {
    downstream.sendError(error)
    endGroups(.error(error))
  }

  override func forwardCompleted() {
    downstream.sendCompleted()
    endGroups(.completed)
  }

  private func endGroups(_ event: Event<Value>) {
    let all = ordered
    ordered = []
    groups = [:]
    for group in all { group.send(event) }
  }
}
