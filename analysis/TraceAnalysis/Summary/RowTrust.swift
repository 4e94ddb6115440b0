// SPDX-License-Identifier: MIT

import TraceModel

extension Summary {
  /// How far the figures of one signal can be believed.
  public struct RowTrust: Sendable, Equatable {
    /// Of the number of values and their rate.
    public var next = Verdict.exact
    /// Of the numbers of subscriptions, errors, completions and disposals.
    public var lifecycle = Verdict.exact
    /// Of the quantiles of the intervals.
    public var quantiles = Verdict.exact
    /// Of what is open.
    public var open = Verdict.exact
    /// How many intervals are missing at most; nil if nobody can tell.
    public var lostIntervals: UInt64? = 0
  }

  /// Judges the rows of a summary: those of signals from the same buffers alike.
  struct RowJudge {
    private let state: State
    private var known: [Set<String>?: (next: Exactness, lifecycle: Exactness, open: Exactness)] =
      [:]

    init(_ state: State) { self.state = state }

    /// What must be seen to know the subscriptions.
    static func lifecycle(_ state: State, groups: Set<String>? = nil) -> FigureNeeds {
      FigureNeeds(
        kinds: [.subscribed, .error, .completed, .disposed], groups: groups,
        from: state.trace.begin ?? .min, to: state.trace.end ?? .max)
    }

    mutating func trust(in signal: SignalState) -> RowTrust {
      // Events without a subscription do not tell where they came from.
      let groups = signal.groups?.isEmpty == true ? nil : signal.groups
      let found = known[groups] ?? judge(groups)
      known[groups] = found
      var trust = RowTrust(
        next: found.next.verdict, lifecycle: found.lifecycle.verdict, open: found.open.verdict)
      var lost = found.next.lostMaximum
      // If no subscription is missing and each of them has all its values, none is missing.
      if trust.lifecycle == .exact, signal.whole == signal.subscriptions, signal.subscriptions > 0 {
        trust.next = .exact
        lost = 0
      }
      trust.lostIntervals = lost.flatMap { lost in
        let (sum, overflow) = lost.addingReportingOverflow(signal.broken)
        return overflow ? nil : sum
      }
      trust.quantiles = quantiles(signal, trust)
      return trust
    }

    private func judge(_ groups: Set<String>?) -> (
      next: Exactness, lifecycle: Exactness, open: Exactness
    ) {
      let span = (begin: state.trace.begin ?? .min, end: state.trace.end ?? .max)
      let next = FigureNeeds(kinds: [.next], groups: groups, from: span.begin, to: span.end)
      let lifecycle = Self.lifecycle(state, groups: groups)
      // What was not recorded has no figure that could be wrong; but nothing is open for certain.
      var recorded = lifecycle
      recorded.events?.formIntersection(state.trace.losses.recordedEvents)
      return (
        Exactness(of: .growing, next, in: state.trace.losses),
        Exactness(of: .growing, recorded, in: state.trace.losses),
        Exactness(of: .changing, lifecycle, in: state.trace.losses)
      )
    }

    /// Losses may be too few to move a quantile out of its bucket.
    private func quantiles(_ signal: SignalState, _ trust: RowTrust) -> Verdict {
      guard trust.next != .exact else { return .exact }
      guard let lost = trust.lostIntervals else { return .unknown }
      let areKnown = [0.5, 0.9, 0.99].allSatisfy { share in
        let (low, high) = signal.intervals.quantileBounds(share, lost: lost)
        return low != nil && low == high
      }
      return areKnown ? .exact : .unknown
    }
  }
}

/// The groups of buffers of a trace as bits: 63 of them, and one for all further ones.
struct BufferGroups {
  private static let most = 63

  private var names: [String] = []
  /// For each event class the bit of its group.
  private(set) var bits: [UInt64] = []

  init(_ trace: SignalTrace) {
    var numbers: [String: Int] = [:]
    for index in trace.eventNames.indices {
      let name = trace.bufferGroup(ofClass: index)
      let number = numbers[name] ?? min(names.count, Self.most)
      if number == names.count, number < Self.most {
        numbers[name] = number
        names.append(name)
      }
      bits.append(1 << UInt64(number))
    }
  }

  /// The names of some groups; nil if the bits do not tell all of them.
  func names(_ bits: UInt64) -> Set<String>? {
    guard bits >> UInt64(Self.most) == 0 else { return nil }
    return Set(names.indices.lazy.filter { bits >> UInt64($0) & 1 == 1 }.map { names[$0] })
  }
}
