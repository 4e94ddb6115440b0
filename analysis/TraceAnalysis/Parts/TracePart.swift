// SPDX-License-Identifier: MIT

public import TraceModel

/// What is written down of a part of a trace, so that it can be put together with other parts: the
/// analyses of the events that are alone in their time, and the others as they are.
///
/// A part is a whole trace, or one chunk of a rotated one. Its size is bounded by the names, by what
/// is open, and by what lies in its first and last moments; not by the number of events.
public struct TracePart: Codable, Sendable {
  /// A process that wrote events of the part.
  struct Owner: Codable, Sendable, Hashable {
    var host: Int32
    var process: Int32
  }

  /// The times of events of the contract, in ns since 1970; nil where there are none.
  struct Times: Codable, Sendable, Hashable {
    var first: Int64?
    var firstAlone: Int64?
    var lastAlone: Int64?
    var last: Int64?

    mutating func add(_ time: Int64, isAlone: Bool) {
      first = min(first ?? time, time)
      last = max(last ?? time, time)
      guard isAlone else { return }
      firstAlone = min(firstAlone ?? time, time)
      lastAlone = max(lastAlone ?? time, time)
    }
  }

  /// What tells a part from others of other times or processes.
  struct Content: Hashable {
    var begin: Int64
    var end: Int64?
    var times: Times
    var owners: Set<Owner>
    var packets: Int
    var events: [String: UInt64]
  }

  /// The content; nil without any packet.
  var content: Content? {
    let summary = fold.summary
    guard let begin, summary.packets > 0 else { return nil }
    return Content(
      begin: begin, end: summary.trace.end, times: times, owners: Set(owners),
      packets: summary.packets, events: summary.events)
  }

  static let currentVersion = 3

  /// What tells a part from other files, and its version: to be read and checked first, since a part
  /// of another version may hold other things.
  public struct Head: Decodable {
    var format: String
    var version: Int

    /// Refuses what is no part, or one of another version.
    ///
    /// - Throws: `TracePartError`.
    public func check() throws(TracePartError) {
      guard format == "ractrace-part" else { throw .notAPart }
      guard version == TracePart.currentVersion else { throw .version(version) }
    }
  }

  /// What tells the file from others.
  var format = "ractrace-part"
  var version = currentVersion
  /// The folders that were analysed.
  public private(set) var traces: [String]
  /// What was selected of them, for people; parts of different selections do not go together.
  public private(set) var selection: String
  /// The begin of the part, in ns since 1970.
  var begin: Int64?
  var owners: [Owner]
  var times = Times()
  var buffers: [BufferEdges]
  /// The names of the kinds that the part declares.
  var declared: [String]
  var head = CarriedEvents()
  var tail = CarriedEvents()
  var losses: TraceLosses
  var fold: Fold.Partial

  /// How much may be carried, in bytes.
  static let mostCarried = 64 << 20

  /// Analyses a part.
  ///
  /// - Parameters:
  ///   - trace: The part.
  ///   - traces: The folders, for people.
  ///   - selection: What was selected of them, for people.
  ///   - overlap: How long streams of this part and of a neighbour may be in each other's time at
  ///     most, in ns.
  /// - Throws: `TracePartError` if more than 64 MiB of events lie in that time, or if more began
  ///   before the part than can be kept.
  public init(
    of trace: SignalTrace, traces: [String], selection: String = "", overlap: Int64 = 100_000_000
  ) throws(TracePartError) {
    var fold = Fold()
    fold.begin(trace)
    let own = trace.ownSpan(overlap: overlap)
    var (head, tail) = (EventCarrier(trace), EventCarrier(trace))
    var times = Times()
    var isFull = false
    trace.forEachEvent { event in
      let time = event.time
      let isEarly = time <= own.from
      if isEarly || time >= own.to, isEarly ? head.carry(event) : tail.carry(event) {
        times.add(time, isAlone: false)
        isFull = head.events.size + tail.events.size > Self.mostCarried
      } else {
        if event.kind != .other { times.add(time, isAlone: true) }
        fold.observe(event)
      }
      return !isFull
    }
    guard !isFull else { throw .tooMuchToCarry }
    guard fold.isMergeable else { throw .tooManyBegunBefore }
    fold.end(trace)
    self.traces = traces
    self.selection = selection
    self.head = head.events
    self.tail = tail.events
    self.times = times
    begin = trace.begin
    owners = trace.selectedProcesses.map { Owner(host: $0.host, process: $0.vpid ?? -1) }
    buffers = trace.bufferEdges
    declared = trace.declaredKinds.compactMap(\.name).sorted()
    losses = trace.selectedLosses
    fold.losses = TraceLosses()
    self.fold = fold.partial
  }

  /// Refuses what is no part, or cannot be one.
  ///
  /// - Throws: `TracePartError` if it was written by another version, or does not hold together.
  func check() throws(TracePartError) {
    try Head(format: format, version: version).check()
    guard fold.summary.isPlausible else { throw .notAPart }
    let domains = losses.domains.indices
    guard losses.windows.allSatisfy({ $0.domain.map(domains.contains) ?? true }) else {
      throw .notAPart
    }
  }
}

/// Why parts could not be made or put together.
public struct TracePartError: Error, Equatable {
  /// What is wrong.
  public var message: String
  /// What to do about it.
  public var remedy: String

  static let tooMuchToCarry = TracePartError(
    message: "more than 64 MiB of events lie where the streams of this part begin or end",
    remedy: "let streams overlap less: --overlap 10ms; or fold larger chunks")
  static let tooManyBegunBefore = TracePartError(
    message: "more subscriptions and deliveries began before this part than can be kept",
    remedy: "analyse the parts together: ractrace summary PART1 PART2 …")
  static let notAPart = TracePartError(
    message: "it is no part of a trace as `ractrace fold' writes it",
    remedy: "make one: ractrace fold TRACE > part")
  static func version(_ version: Int) -> TracePartError {
    TracePartError(
      message: "the part was written by another version of the tool (\(version), this is "
        + "\(TracePart.currentVersion))",
      remedy: "fold the trace again with this version")
  }
  static func overlapping(_ one: String, _ other: String) -> TracePartError {
    TracePartError(
      message: "'\(one)' and '\(other)' overlap in time and share a process or a buffer, so their "
        + "events have no order",
      remedy: "give each part once; fold the trace once, or its chunks with a longer --overlap")
  }
  static let otherSelection = TracePartError(
    message: "the parts were selected differently, by --signal, --process, --begin or --end",
    remedy: "fold all of them with the same options")
}
