// SPDX-License-Identifier: MIT

/// What an analysis must have seen for a figure to be exact.
///
/// ```swift
/// let needs = FigureNeeds(kinds: [.subscribed, .disposed], from: begin, to: end)
/// let windows = trace.losses.windows(meeting: needs)
/// ```
public struct FigureNeeds: Sendable, Equatable {
  /// The names of the events that count, such as `racsignal:next`; nil means all.
  public var events: Set<String>?
  /// The groups of buffers that the events come from, as in `SignalTrace.bufferGroup(ofClass:)`;
  /// nil means all.
  public var groups: Set<String>?
  /// The begin of the span, in ns since 1970.
  public var from: Int64
  /// The end of the span, in ns since 1970.
  public var to: Int64

  /// Needs.
  ///
  /// - Parameters:
  ///   - events: The names of the events that count; nil means all.
  ///   - groups: The groups of buffers that they come from; nil means all.
  ///   - from: The begin of the span, in ns since 1970.
  ///   - to: The end of the span.
  public init(
    events: Set<String>? = nil, groups: Set<String>? = nil, from: Int64 = .min, to: Int64 = .max
  ) {
    self.events = events
    self.groups = groups
    self.from = from
    self.to = to
  }

  /// Needs by kind.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events that count.
  ///   - groups: The groups of buffers that they come from; nil means all.
  ///   - from: The begin of the span, in ns since 1970.
  ///   - to: The end of the span.
  public init(
    kinds: Set<EventKind>, groups: Set<String>? = nil, from: Int64 = .min, to: Int64 = .max
  ) {
    self.init(events: Set(kinds.compactMap(\.name)), groups: groups, from: from, to: to)
  }
}

extension TraceLosses {
  /// The loss windows that touch a figure.
  ///
  /// - Parameter needs: What the figure needs.
  /// - Returns: The windows, by stream and time.
  /// - Complexity: O(*w* + *d*) for *w* windows and *d* domains.
  public func windows(meeting needs: FigureNeeds) -> [LossWindow] {
    let concerned = domains.map { concerns($0, needs) }
    return windows.filter { window in
      window.from <= needs.to && window.to >= needs.from
        && (window.domain.map { concerned[$0] } ?? true)
    }
  }

  /// Whether all the events that a figure needs were recorded, or would have been if they had
  /// happened.
  ///
  /// - Parameter needs: What the figure needs; without names, nothing is asked for.
  /// - Returns: False if one is declared nowhere in its buffers.
  public func recorded(_ needs: FigureNeeds) -> Bool {
    guard var missing = needs.events else { return true }
    for domain in domains where needs.groups?.contains(domain.group) ?? true {
      missing.subtract(domain.events)
    }
    return missing.isEmpty
  }

  /// The names of all events that were recorded, or would have been if they had happened.
  public var recordedEvents: Set<String> { Set(domains.lazy.flatMap(\.events)) }

  /// At most how many events of a figure are missing.
  ///
  /// - Parameter needs: What the figure needs.
  /// - Returns: Their number, or nil if nobody can tell.
  public func lostMaximum(_ needs: FigureNeeds) -> UInt64? {
    Self.lostMaximum(of: windows(meeting: needs))
  }

  /// The losses in some groups of buffers.
  ///
  /// - Parameter groups: The groups; nil means all.
  /// - Returns: The windows that concern them; the rest as it is.
  public func concerning(_ groups: Set<String>?) -> TraceLosses {
    guard groups != nil else { return self }
    var losses = self
    losses.windows = windows(meeting: FigureNeeds(groups: groups))
    return losses
  }

  private func concerns(_ domain: LossDomain, _ needs: FigureNeeds) -> Bool {
    if let groups = needs.groups, !groups.contains(domain.group) { return false }
    guard let events = needs.events else { return true }
    return domain.events.contains { events.contains($0) }
  }
}
