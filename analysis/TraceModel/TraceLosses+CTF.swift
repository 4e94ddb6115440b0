// SPDX-License-Identifier: MIT

import CTF

extension TraceLosses {
  /// What the reader says, with the names of the places.
  ///
  /// - Parameters:
  ///   - trust: What the reader says.
  ///   - set: The traces.
  ///   - table: Their loss domains.
  ///   - end: The end of the last event, or nil if none was read.
  init(_ trust: Trust, in set: CTFTraceSet, _ table: LossDomains, end: Int64?) {
    self.init()
    domains = table.domains
    let begin = set.begin ?? 0
    let whole = begin...max(begin, set.end ?? begin, end ?? begin)
    let spans = Spans(set, trust, whole: whole)
    for window in trust.windows {
      let stream = set.streams[window.streamIndex]
      let span = spans.ofTrace[stream.traceIndex] ?? whole
      windows.append(
        LossWindow(window, stream, in: set, span: span, domain: table.number(of: stream, in: set)))
    }
    discardedEvents = trust.discardedEvents
    lostPackets = trust.lostPackets
    repeatedPackets = UInt64(trust.repeatedPackets)
    for entry in trust.damage {
      damage.append(
        Damage(
          file: entry.path, offset: entry.offset, what: entry.what,
          kind: Self.snakeCase(entry.kind.rawValue)))
      guard entry.hidesTrace else { continue }
      windows.append(
        LossWindow(
          trace: entry.path, channel: "", from: whole.lowerBound, to: whole.upperBound,
          cause: .damage))
    }
    uncovered = trust.uncovered.spans.map { span in
      let stream = set.streams[span.streamIndex]
      return UncoveredSpan(
        trace: set.traces[stream.traceIndex].path, channel: stream.channel, cpu: stream.cpu,
        from: span.from, to: span.to)
    }
    unlistedUncovered = UInt64(trust.uncovered.unlisted)
    uncoveredTotal = trust.uncovered.total
    // As parts that are put together: the numbers of streams are nobody else's.
    sortWindows()
    clockSteps = trust.clockSteps.map {
      ClockStep(trace: set.traces[$0.traceIndex].path, nanoseconds: $0.nanoseconds)
    }
  }

  /// The spans of the traces that have windows without bounds.
  private struct Spans {
    private(set) var ofTrace: [Int: ClosedRange<Int64>] = [:]

    init(_ set: CTFTraceSet, _ trust: Trust, whole: ClosedRange<Int64>) {
      for window in trust.windows where window.from == .min || window.to == .max {
        let stream = set.streams[window.streamIndex]
        guard ofTrace[stream.traceIndex] == nil else { continue }
        ofTrace[stream.traceIndex] = set.span(ofTrace: stream.traceIndex) ?? whole
      }
    }
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase { text += "_" }
      text += letter.lowercased()
    }
  }
}

extension LossWindow {
  fileprivate init(
    _ window: Trust.LossWindow, _ stream: DataStream, in set: CTFTraceSet,
    span: ClosedRange<Int64>, domain: Int?
  ) {
    trace = set.traces[stream.traceIndex].path
    cpu = stream.cpu
    channel = stream.channel
    // A loss that nothing bounds begins and ends with the traces.
    from = window.from == .min ? min(span.lowerBound, window.to) : window.from
    to = window.to == .max ? max(span.upperBound, from) : window.to
    lost = window.count
    packets = window.packets
    cause = Cause(window.cause)
    mayBeOversize = window.mayBeOversize
    isBetweenTraces = window.isBetweenTraces
    self.domain = domain
  }
}

extension LossWindow.Cause {
  fileprivate init(_ cause: Trust.LossWindow.Cause) {
    switch cause {
    case .discarded: self = .discarded
    case .missingPackets: self = .missingPackets
    case .missingStart: self = .missingStart
    case .stalledTail: self = .stalledTail
    case .damage: self = .damage
    }
  }
}
