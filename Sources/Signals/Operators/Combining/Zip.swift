// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of pairs: the first value of this signal with the first of another one, the second
  /// with the second, and so on.
  ///
  /// See ``zip(_:_:)-swift.type.method``. The name is `zip(a, b)`.
  public final func zip<Other: Sendable>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    .zip(self, other)
  }

  /// A signal of the values of this signal and two others, the first with the first, and so on.
  ///
  /// See ``zip(_:_:)-swift.type.method``. The name is `zip(a, b, c)`.
  public final func zip<Second: Sendable, Third: Sendable>(
    _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal<(Value, Second, Third)> {
    .zip(self, second, third)
  }

  /// A signal of the values of this signal and three others, the first with the first, and so on.
  ///
  /// See ``zip(_:_:)-swift.type.method``. The name is `zip(a, b, c, d)`.
  public final func zip<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>
  ) -> Signal<(Value, Second, Third, Fourth)> {
    .zip(self, second, third, fourth)
  }

  /// A signal of pairs: the first value of one signal with the first of the other one, the second
  /// with the second, and so on.
  ///
  /// They are subscribed in their order. Values wait, without a limit, until each of the others has
  /// sent as many. What they send while a pair is being delivered is queued and handled by the
  /// thread that is already delivering, so that nothing overlaps. An error of any of them ends it
  /// and disposes the others, whatever waits. It completes, and disposes the others, as soon as
  /// there can be no further pair: when one has completed and none of its values waits. The name is
  /// `zip(a, b)`.
  ///
  /// - Complexity: O(1) for a value; no allocation, unless it is queued or more values wait than
  ///   ever before.
  public static func zip<First: Sendable, Second: Sendable>(
    _ first: Signal<First>, _ second: Signal<Second>
  ) -> Signal where Value == (First, Second) {
    let offsets = (offset(\Value.0), offset(\Value.1))
    return zipping([first, second]) { downstream in
      let gate = ZipGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
      ]
    }
  }

  /// A signal of the values of three signals, the first with the first, and so on.
  ///
  /// See ``zip(_:_:)-swift.type.method``. The name is `zip(a, b, c)`.
  public static func zip<First: Sendable, Second: Sendable, Third: Sendable>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>
  ) -> Signal where Value == (First, Second, Third) {
    let offsets = (offset(\Value.0), offset(\Value.1), offset(\Value.2))
    return zipping([first, second, third]) { downstream in
      let gate = ZipGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
        gate.link(third, to: downstream, at: offsets.2),
      ]
    }
  }

  /// A signal of the values of four signals, the first with the first, and so on.
  ///
  /// See ``zip(_:_:)-swift.type.method``. The name is `zip(a, b, c, d)`.
  public static func zip<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
    _ fourth: Signal<Fourth>
  ) -> Signal where Value == (First, Second, Third, Fourth) {
    let offsets = (offset(\Value.0), offset(\Value.1), offset(\Value.2), offset(\Value.3))
    return zipping([first, second, third, fourth]) { downstream in
      let gate = ZipGate(downstream, Row<Value>())
      return [
        gate.link(first, to: downstream, at: offsets.0),
        gate.link(second, to: downstream, at: offsets.1),
        gate.link(third, to: downstream, at: offsets.2),
        gate.link(fourth, to: downstream, at: offsets.3),
      ]
    }
  }

  /// A signal of the values of any number of signals, the first with the first, and so on, as
  /// arrays in the order of the signals.
  ///
  /// Without signals it completes at once. For the rest see ``zip(_:_:)-swift.type.method``. The
  /// name is `zip(a, b)`.
  ///
  /// - Complexity: O(*n*) for an array, and its allocation.
  public static func zip<Element: Sendable>(
    _ sources: [Signal<Element>]
  ) -> Signal where Value == [Element] {
    zipping(sources) { downstream in
      let gate = ZipGate(downstream, ListRow<Element>(count: sources.count))
      return sources.enumerated().map { index, source in
        gate.link(source, to: downstream, at: index * MemoryLayout<Element>.stride)
      }
    }
  }

  private static func zipping(
    _ sources: [SignalBase],
    _ makeLinks: @escaping @Sendable (PassthroughSubscriber<Value>) -> [Link]
  ) -> Signal {
    JunctionSignal(
      .listed("zip", sources.map(\.name)),
      isRedacted: sources.contains(where: \.isRedacted)
    ) { downstream in
      let links = makeLinks(downstream)
      if links.isEmpty { downstream.sendCompleted() }
      return .inOrder(links)
    }
  }
}
