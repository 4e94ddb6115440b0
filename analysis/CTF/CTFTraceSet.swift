// SPDX-License-Identifier: MIT

/// The traces below some folders, opened together, their events on one axis of time.
///
/// ```swift
/// let set = try CTFTraceSet.open(paths)
/// guard let next = set.eventClasses.first(where: { $0.name == "racsignal:next" }),
///   let signal = next.field("signal")
/// else { return }
/// let trust = set.forEachEvent(in: .time) { event in
///   guard event.classIndex == next.index else { return }
///   print(event.timestamp, event.string(signal))
/// }
/// if !trust.isWhole { print("events are missing") }
/// ```
///
/// Opening reads the metadata and the packets' headers, no event; where the metadata is lost, also
/// packets, to find out what they are. It does not write, does not follow a trace that still grows,
/// and keeps no file open. Where a file has become shorter meanwhile, as by `lttng clear`, that is
/// damage; but packets above 1 MiB, and what needs more than 24 MiB or a quarter of the files that the
/// process may have open, are read where they are mapped, and what is mapped and gone ends the process
/// (SIGBUS).
public final class CTFTraceSet: Sendable {
  /// How to open traces.
  public struct Options: Sendable {
    /// The path of a `metadata` file that is lent to every trace whose own is empty, missing
    /// or cannot be read; or of a folder in or below which a trace lends its own.
    ///
    /// It must come from a session that recorded the same program with the same channels,
    /// events and contexts, on the same kind of machine. Its UUID is not compared with that of
    /// the packets; instead the first packets of each stream are read, and it is refused if it does
    /// not read most of them to their last bit. Its clock is used, so times are right only within
    /// the same boot of the same machine. A trace with metadata of its own does not use it.
    public var metadata: String?
    /// Whether the schema of RACTrace's own providers is tried where there is no metadata.
    ///
    /// It is taken only if every packet of a channel fits it to its last bit.
    public var usesBuiltInSchema = true
    /// What is added to the times of some traces, in ns: by folder, for the traces in it and
    /// below, the innermost first; else by host name.
    ///
    /// Traces of one boot need none, since they share a clock; those of several machines may,
    /// as far as their wall clocks differ.
    public var clockOffsets: [String: Int64] = [:]

    /// The usual way.
    public init() {}
  }

  /// The traces, in the order of the paths given and alphabetically below each.
  public let traces: [CTFTrace]
  /// The streams of all traces, by trace and file name.
  public let streams: [DataStream]
  /// The event classes of all traces.
  public let eventClasses: [EventClass]
  /// Every field of every class, by its ``FieldID``.
  public let fields: [FieldDeclaration]
  /// What the packets' headers tell of losses; damage inside events is not known yet.
  public let trust: Trust

  let tables: DecodeTables
  private let streamPlans: [StreamPlan]
  private let sparseIDs: [[SparseID]]
  private let planOfStream: [Int?]

  /// When the first packet was opened, in ns since 1970; nil if there is none.
  public let begin: Int64?
  /// When the last packet was closed, in ns since 1970; nil if there is none.
  ///
  /// Events may lie behind it where a tracer did not close its last packet.
  public let end: Int64?

  /// Opens every trace below the paths.
  ///
  /// A trace that cannot be read is told in ``trust`` if another one can.
  ///
  /// - Parameters:
  ///   - paths: Folders: of a session, of a trace, or of many of them.
  ///   - options: How.
  /// - Returns: The traces.
  /// - Throws: `CTFError` if a path is no readable folder or holds no trace, if no trace can be read,
  ///   if the metadata that is lent cannot be or does not fit, or if a clock offset is for none of them.
  public static func open(
    _ paths: [String], options: Options = Options()
  ) throws(CTFError) -> CTFTraceSet {
    let discovery = try Discovery(paths)
    var opener = TraceOpener(damage: discovery.damage, options: options)
    opener.lent = try options.metadata.map { path throws(CTFError) in try LentMetadata(path) }
    opener.usesBuiltInSchema = options.usesBuiltInSchema
    opener.siblings = discovery.folders
    var firstError: CTFError?
    for folder in discovery.folders {
      do throws(CTFError) {
        try opener.add(folder)
      } catch {
        firstError = firstError ?? error
        opener.report(error, folder)
      }
    }
    if let firstError, opener.traces.isEmpty { throw firstError }
    if firstError == nil, let unused = opener.axis.unusedOffset {
      throw CTFError(.unusedOption, "a clock offset for '\(unused)', where no trace is")
    }
    return CTFTraceSet(opener)
  }

  init(_ opener: TraceOpener) {
    let scanned = opener.scan()
    traces = scanned.traces
    streams = scanned.streams
    planOfStream = scanned.plans.map { plan in
      plan.flatMap { opener.undecodedPlans.contains($0) ? nil : $0 }
    }
    eventClasses = opener.eventClasses
    fields = opener.fields
    tables = scanned.tables
    streamPlans = opener.streamPlans
    sparseIDs = opener.sparseIDs
    let streams = scanned.streams
    begin = streams.lazy.compactMap { $0.packets.lazy.map(\.begin).min() }.min()
    end = streams.lazy.compactMap { $0.packets.lazy.map(\.end).max() }.max()
    trust = scanned.trust.adding(undecoded: streams) { index in
      scanned.plans[index].map { opener.undecodedPlans.contains($0) } ?? false
    }
  }

  func plan(ofStream index: Int) -> (StreamPlan, [SparseID])? {
    planOfStream[index].map { (streamPlans[$0], sparseIDs[$0]) }
  }

  /// A cursor over the events.
  ///
  /// - Precondition: The selection is one of these traces'.
  /// - Parameters:
  ///   - order: The order.
  ///   - selection: Which events.
  /// - Returns: The cursor, in front of the first event.
  /// - Complexity: O(*s*) in the number of streams, for a slice also in that of packets. Opens the
  ///   files when it reads them.
  public func events(
    in order: EventOrder = .time, selecting selection: EventSelection = .all
  ) -> EventCursor {
    selection.check(self)
    return EventCursor(self, order: order, selection: selection)
  }

  /// Hands out every selected event.
  ///
  /// - Precondition: The selection is one of these traces'.
  /// - Parameters:
  ///   - order: The order.
  ///   - selection: Which events.
  ///   - body: Receives each event, which it cannot keep.
  /// - Returns: What was lost, with the damage that was met.
  /// - Throws: What `body` throws.
  @discardableResult
  public func forEachEvent<E: Error>(
    in order: EventOrder = .time, selecting selection: EventSelection = .all,
    _ body: (borrowing EventRecord) throws(E) -> Void
  ) throws(E) -> Trust {
    var cursor = events(in: order, selecting: selection)
    try cursor.forEach(body)
    return cursor.trust
  }
}
