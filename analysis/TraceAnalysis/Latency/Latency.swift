// SPDX-License-Identifier: MIT

public import TraceModel

/// How long deliveries take and scheduled work waits, and how long it takes from one signal to
/// another.
///
/// *Duration* is from `next`, `error` or `completed` to the `delivered` that closes it, the probes'
/// own time included; *own* time is what is left without the deliveries directly nested in it and
/// without actions that began and ended in it. What a scheduler's work waited is from `scheduled`
/// to `began`, without the delay that was asked for.
///
/// The *floor* is what a delivery takes in which nothing happens: the least duration of any in which
/// no other delivery and no action began. A subscriber that does nothing takes that long, since two
/// probes fire; as the least of all it is never too high, whatever else the machine did.
///
/// From a source to a target: for each `next` of the target its nearest ancestor `next` of the
/// source, first in what was open around it on its thread; in an action, in what had scheduled it,
/// on whichever thread that was.
///
/// Memory is bounded by the operators (16,384), by the different stacks (100,000), by threads and by
/// what is open or queued at a time.
public struct Latency: Analysis {
  /// What is asked for beside durations.
  public struct Question: Sendable {
    /// The source; nil: nothing is followed.
    public var from: Glob?
    /// The target.
    public var to: Glob?
    /// How many of the slowest deliveries are kept.
    public var slowest: Int
    /// Only signals that one of these fits are shown; empty: all.
    ///
    /// What they lie in, and what they lead to, is followed whatever its name.
    public var signals: [Glob]

    func shows(_ signal: String) -> Bool {
      signals.isEmpty || signals.contains { $0.matches(signal) }
    }

    var isAsked: Bool { from != nil && to != nil }

    /// A question.
    ///
    /// - Parameters:
    ///   - from: The source.
    ///   - to: The target.
    ///   - slowest: How many of the slowest deliveries are kept.
    ///   - signals: Which signals are shown; empty: all.
    public init(
      from: Glob? = nil, to: Glob? = nil, slowest: Int = 10, signals: [Glob] = []
    ) {
      self.from = from
      self.to = to
      self.slowest = max(0, slowest)
      self.signals = signals
    }
  }

  var state: State
  let question: Question
  /// What is counted between `begin` and `end`; copies made in between share it.
  private var counting: TableBox<CountingTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<CountingTables>?

  /// An analysis of nothing.
  ///
  /// - Parameter question: What is asked for beside durations.
  public init(_ question: Question = Question()) {
    self.question = question
    state = State(slowest: question.slowest)
  }

  /// The events between which times are measured, and who wrote them.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: [.next, .error, .completed, .delivered, .scheduled, .began, .ended, .cancelled],
      contexts: [.vpid, .vtid])
  }

  /// Takes over the trace's tables of names.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(CountingTables(trace, question))
    self.counting = counting
    tables = counting.tables
  }

  /// Takes one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new names, stacks and threads only.
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard let tables else { preconditionFailure("an event before the begin of a trace") }
    tables.pointee.observe(event)
  }

  /// Takes what was lost.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    tables?.pointee.finish(in: &state)
    tables = nil
    counting = nil
    state.trace.take(trace, needing: requirements)
  }

  /// Whether all that is open and all that ended without a begin could be kept.
  public var isMergeable: Bool { tables?.pointee.core.isMergeable ?? !state.isCurtailed }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: An analysis of the part that follows.
  public mutating func merge(later: Latency) { state.merge(later.state) }

  /// The state in a form that can be written down.
  public var partial: State { state }

  /// An analysis that goes on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) {
    state = partial
    question = Question(slowest: partial.slowest.limit)
  }

  /// Analyses a trace.
  ///
  /// The same as `AnalysisRun.run(Latency(question), over: trace, threads: threads)`, but compiled
  /// with the analysis at hand, and thus quicker.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - question: What is asked for beside durations.
  ///   - threads: How many threads at most.
  /// - Returns: The analysis of the whole trace.
  public static func of(
    _ trace: SignalTrace, _ question: Question = Question(), threads: Int = 1
  ) -> Latency {
    AnalysisRun.run(Latency(question), over: trace, threads: threads)
  }
}

extension Latency {
  /// From a begin to an end, which a clock may have told earlier.
  @inline(__always)
  static func span(_ begin: Int64, _ end: Int64) -> UInt64 {
    end > begin ? UInt64(bitPattern: end &- begin) : 0
  }
}

extension Latency: FoldableAnalysis {
  /// What the trace lost.
  public var losses: TraceLosses {
    get { state.trace.losses }
    set { state.trace.losses = newValue }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { state.trace.streams }
    set { state.trace.streams = newValue }
  }
}
