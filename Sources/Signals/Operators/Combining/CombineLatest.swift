// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the latest values of this signal and another one, as pairs.
  ///
  /// See ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b)`.
  public final func combineLatest<Other: Sendable>(
    _ other: Signal<Other>
  ) -> Signal<(Value, Other)> {
    .combineLatest(self, other)
  }

  /// A signal of the latest values of this signal and two others.
  ///
  /// See ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b, c)`.
  public final func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Value, Second, Third)> {
    .combineLatest(self, second, third)
  }

  /// A signal of the latest values of this signal and three others.
  ///
  /// See ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b, c, d)`.
  public final func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Value, Second, Third, Fourth)> {
    .combineLatest(self, second, third, fourth)
  }

  /// A signal of the latest values of two signals, as pairs.
  ///
  /// They are subscribed in their order. Once each has sent a value, each further value of any of
  /// them makes a new pair, with the latest of the others. What they send while a pair is being
  /// delivered is queued and combined by the thread that is already delivering, so that nothing
  /// overlaps. An error of any of them ends it and disposes the others. It completes after all of
  /// them have. The name is `combineLatest(a, b)`.
  ///
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public static func combineLatest<First: Sendable, Second: Sendable>(
    _ first: Signal<First>, _ second: Signal<Second>
  ) -> Signal where Value == (First, Second) {
    let offsets = (offset(\Value.0), offset(\Value.1))
    return combining([first, second]) { downstream in
      let gate = CombineLatestGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
      ]
    }
  }

  /// A signal of the latest values of three signals.
  ///
  /// See ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b, c)`.
  public static func combineLatest<First: Sendable, Second: Sendable, Third: Sendable>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal where Value == (First, Second, Third) {
    let offsets = (offset(\Value.0), offset(\Value.1), offset(\Value.2))
    return combining([first, second, third]) { downstream in
      let gate = CombineLatestGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
        gate.link(third, to: downstream, at: offsets.2),
      ]
    }
  }

  /// A signal of the latest values of four signals.
  ///
  /// See ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b, c, d)`.
  public static func combineLatest<
    First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable
  >(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
    _ fourth: Signal<Fourth>
  ) -> Signal where Value == (First, Second, Third, Fourth) {
    let offsets = (offset(\Value.0), offset(\Value.1), offset(\Value.2), offset(\Value.3))
    return combining([first, second, third, fourth]) { downstream in
      let gate = CombineLatestGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
        gate.link(third, to: downstream, at: offsets.2),
        gate.link(fourth, to: downstream, at: offsets.3),
      ]
    }
  }

  /// A signal of the latest values of any number of signals, as arrays in their order.
  ///
  /// Without signals it completes at once. For the rest see
  /// ``combineLatest(_:_:)-swift.type.method``. The name is `combineLatest(a, b)`.
  ///
  /// - Complexity: O(*n*) for a value, and the allocation of the array.
  public static func combineLatest<Element: Sendable>(
    _ sources: [Signal<Element>]
  ) -> Signal where Value == [Element] {
    combining(sources) { downstream in
      let gate = CombineLatestGate(downstream, ListRow<Element>(count: sources.count))
      return sources.enumerated().map { index, source in
        gate.link(source, to: downstream, at: index * MemoryLayout<Element>.stride)
      }
    }
  }

  private static func combining(
    _ sources: [SignalBase],
    _ makeLinks: @escaping @Sendable (PassthroughSubscriber<Value>) -> [Link]
  ) -> Signal {
    JunctionSignal(
      .listed("combineLatest", sources.map(\.name)),
      isRedacted: sources.contains(where: \.isRedacted)
    ) { downstream in
      let links = makeLinks(downstream)
      if links.isEmpty { downstream.sendCompleted() }
      return .inOrder(links)
    }
  }
}
