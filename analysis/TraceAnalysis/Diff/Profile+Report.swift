// SPDX-License-Identifier: MIT

public import TraceModel

extension Profile {
  /// A profile as it is compared: the slices that no loss meets.
  public struct Report: Sendable {
    /// When the first buffer was opened, in ns since 1970; nil for a trace without packets.
    public var origin: Int64?
    /// The begin of what was analysed, in ns since 1970; nil for a trace without packets.
    public var begin: Int64?
    /// The end of what was analysed, in ns since 1970; nil for a trace without packets.
    public var end: Int64?
    /// What was lost.
    public var losses: TraceLosses
    /// What was not recorded, so that its figures are not compared.
    public var missing: MissingParts
    /// How many signals there are.
    public var signalCount: Int
    /// How many ns of the span are in slices that no loss meets.
    public var wholeTime: UInt64 = 0
    /// Whether a loss meets the events that are compared.
    public var isTouchedByLoss = false

    /// The numbers of the slices that no loss meets, in order, and their lengths in ns.
    private(set) var whole: [(number: Int64, length: UInt64)] = []
    /// What each signal did in these slices.
    private(set) var signals: [String: [Slice]] = [:]
    /// How many slices there are, with those that a loss meets.
    private(set) var sliceCount = 0

    /// The length of what was analysed, in ns.
    public var duration: UInt64 {
      guard let begin, let end, end > begin else { return 0 }
      return UInt64(bitPattern: end &- begin)
    }

    init(_ state: State) {
      origin = state.origin
      begin = state.begin
      end = state.end
      losses = state.losses
      missing = state.missing
      signalCount = state.signals.count
      guard let begin, let end else { return }
      let slices = state.grid.slice(of: begin)...state.grid.slice(of: end)
      let lossy = lossySlices(state, slices, begin...end)
      sliceCount = slices.count
      isTouchedByLoss = !lossy.isEmpty
      for slice in slices where !lossy.contains(slice) {
        let bounds = state.grid.bounds(slice).clamped(to: begin...end)
        let length = UInt64(bitPattern: bounds.upperBound &- bounds.lowerBound) &+ 1
        whole.append((slice, length))
        wholeTime &+= length
      }
      signals = state.signals.mapValues { all in
        // What is stamped outside of all buffers is in no slice.
        all.filter { slices.contains($0.number) && !lossy.contains($0.number) }
      }.filter { !$0.value.isEmpty }
    }

    /// The slices in which events are missing that are compared.
    private func lossySlices(
      _ state: State, _ slices: ClosedRange<Int64>, _ span: ClosedRange<Int64>
    ) -> Set<Int64> {
      let needs = FigureNeeds(
        kinds: [.subscribed, .next, .error, .completed, .disposed, .delivered],
        from: span.lowerBound, to: span.upperBound)
      var lossy: Set<Int64> = []
      for window in state.losses.windows(meeting: needs) {
        let first = max(slices.lowerBound, state.grid.slice(of: window.from))
        let last = min(slices.upperBound, state.grid.slice(of: window.to))
        if first <= last { lossy.formUnion(first...last) }
      }
      return lossy
    }

    /// Divides the time into windows, and each of these into 16 groups of whole slices.
    ///
    /// - Parameter count: How many windows.
    /// - Returns: The windows in order; nil if there are too few whole slices.
    func windows(_ count: Int) -> [Window]? {
      let groups = count * ExchangeTest.slices
      guard whole.count >= groups else { return nil }
      var windows = Array(repeating: Window(), count: count)
      for (index, slice) in whole.enumerated() {
        let group = index * groups / whole.count
        let place = Place(
          window: group / ExchangeTest.slices, group: group % ExchangeTest.slices)
        windows[place.window].lengths[place.group] &+= slice.length
        windows[place.window].groups[slice.number] = place.group
      }
      return windows
    }
  }

  private struct Place {
    var window: Int
    var group: Int
  }

  /// A part of the time in 16 groups of slices.
  struct Window: Sendable {
    /// The length of each group in ns.
    var lengths = Array(repeating: 0 as UInt64, count: ExchangeTest.slices)
    /// The group that a slice belongs to.
    var groups: [Int64: Int] = [:]

    /// What a signal did in each group.
    func divided(_ slices: [Slice]) -> [Slice] {
      var divided = (0..<ExchangeTest.slices).map { Slice(number: Int64($0)) }
      for slice in slices {
        guard let group = groups[slice.number] else { continue }
        divided[group].merge(slice)
      }
      return divided
    }
  }

  /// The profile of what was seen, after `end`.
  ///
  /// - Returns: The profile.
  public func result() -> Report { Report(state) }
}
