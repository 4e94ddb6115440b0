// SPDX-License-Identifier: MIT

public import CTF

/// One or several traces, seen as what signals did.
///
/// ```swift
/// let trace = try SignalTrace.open(["run1"])
/// var errors = 0
/// trace.forEachEvent { event in
///   if event.kind == .error { errors += 1 }
///   return true
/// }
/// ```
///
/// Several folders are read as one, in the order of time. Memory is bounded by the number of
/// names and processes, not by that of events. Not safe for use by several threads at a time.
public final class SignalTrace {
  /// The traces as the reader sees them.
  public let set: CTFTraceSet
  /// The names of the events by `ModelEvent.classIndex`, such as `racsignal:next`.
  public let eventNames: [String]
  /// The names of the fields by the numbers that `EventFieldVisitor` gets.
  public let fieldNames: [String]
  /// Which events are handed out.
  public let selection: TraceSelection
  /// The names of the signals that were met so far.
  public let signals = NameTable()
  /// The names of the subscribers, schedulers and compound disposables that were met so far.
  public let subscribers = NameTable()
  /// The processes that were met so far.
  public var processes: [TracedProcess] { processTable.processes }
  /// Those of them that the selection wants.
  public var selectedProcesses: [TracedProcess] { processes.filter { selection.wants($0) } }
  /// What is known to be lost: before `forEachEvent` as far as packet headers tell, after it all.
  public private(set) var losses: TraceLosses
  /// When the first buffer was opened, in ns since 1970; nil if there is none.
  public let begin: Int64?
  /// When the last buffer was closed, or the last event happened, in ns since 1970; nil if there
  /// is none.
  public private(set) var end: Int64?

  private(set) var processTable = ProcessTable()
  private(set) var bindings: [EventBinding] = []
  private(set) var domains: [[(from: Int64, to: Int64)]] = []
  private let lossDomains: LossDomains
  /// The part of the time that `forEachEvent` goes over.
  private let slice: TimeSlice
  /// Whether it is not the first part: then the buffers and the losses are another's to tell.
  private let isLaterPart: Bool
  /// Kinds that are declared elsewhere in the trace that this is a part of.
  let declared: Set<EventKind>
  private var lastEvent: Int64?
  /// What could not be read.
  private var met: [Damage] = []

  /// Opens all traces below some folders.
  ///
  /// - Parameters:
  ///   - paths: The folders.
  ///   - options: How to open them.
  ///   - selection: Which events are wanted.
  /// - Returns: The traces as one.
  /// - Throws: `CTFError` as `CTFTraceSet.open` does: if one of the paths holds no trace, if no trace
  ///   can be read, if what `options` lends cannot be, or if a clock offset is for none of them.
  public static func open(
    _ paths: [String], options: CTFTraceSet.Options = .init(),
    selection: TraceSelection = TraceSelection()
  ) throws(CTFError) -> SignalTrace {
    SignalTrace(try CTFTraceSet.open(paths, options: options), selection: selection)
  }

  /// A view of traces that are open.
  ///
  /// - Parameters:
  ///   - set: The traces.
  ///   - selection: Which events are wanted.
  public convenience init(_ set: CTFTraceSet, selection: TraceSelection = TraceSelection()) {
    self.init(set, selection, isLaterPart: false, declared: [])
  }

  /// What lies between two parts of a trace.
  convenience init(
    seam set: CTFTraceSet, declaring declared: Set<EventKind>, in losses: TraceLosses
  ) {
    self.init(set, TraceSelection(), isLaterPart: true, declared: declared)
    for window in losses.windows {
      for domain in lossDomains.touched(by: window.domain.map { losses.domains[$0] }) {
        domains[domain].append((window.from, window.to))
      }
    }
  }

  private init(
    _ set: CTFTraceSet, _ selection: TraceSelection, isLaterPart: Bool, declared: Set<EventKind>
  ) {
    self.set = set
    self.selection = selection
    self.declared = declared
    self.isLaterPart = isLaterPart
    fieldNames = set.fields.map(\.name)
    eventNames = set.eventClasses.map(\.name)
    begin = set.begin
    end = set.end
    lossDomains = LossDomains(set)
    losses = TraceLosses(set.trust, in: set, lossDomains, end: nil)
    slice = .all
    bind()
  }

  private init(_ whole: SignalTrace, _ slice: TimeSlice, isLaterPart: Bool) {
    self.set = whole.set
    selection = whole.selection
    declared = whole.declared
    fieldNames = whole.fieldNames
    eventNames = whole.eventNames
    begin = whole.begin
    end = whole.end
    lossDomains = whole.lossDomains
    losses = TraceLosses()
    bindings = whole.bindings
    domains = whole.domains
    processTable = whole.processTable
    self.slice = slice
    self.isLaterPart = isLaterPart
  }

  // MARK: Parts

  /// Divides the time, so that each part can be gone over by a thread of its own.
  ///
  /// The parts have names and processes of their own. Only the first one counts buffers and packets;
  /// none tells losses before `adopt`.
  ///
  /// - Parameters:
  ///   - count: How many parts at most.
  ///   - least: How many bytes of data a part should have at least.
  /// - Returns: The parts in the order of time; one if the trace is small.
  public func parts(_ count: Int, least: Int = 1 << 22) -> [SignalTrace] {
    self.set.slices(count, least: least).enumerated().map {
      SignalTrace(self, $0.element, isLaterPart: $0.offset > 0)
    }
  }

  /// Takes over what the parts met, after all of them have been gone over.
  ///
  /// The first part then tells all losses, as this trace does; the others tell none.
  ///
  /// - Precondition: The parts come from one call of `parts` of this trace.
  /// - Parameter parts: All parts, in the order of time.
  public func adopt(_ parts: [SignalTrace]) {
    for part in parts {
      for damage in part.met where !met.contains(damage) { met.append(damage) }
      for process in part.processes {
        let id = processTable.find(host: process.host, vpid: process.vpid)
        guard let name = process.name else { continue }
        processTable.offer(name: name, ofMainThread: process.isNamedByMainThread, to: id)
      }
      if let last = part.lastEvent {
        lastEvent = max(lastEvent ?? last, last)
        end = max(end ?? last, last)
      }
    }
    met.sort { ($0.streamIndex ?? 0, $0.from ?? .min) < ($1.streamIndex ?? 0, $1.from ?? .min) }
    takeLosses()
    for part in parts { part.end = end }
    parts.first?.losses = losses
  }

  /// How many buffers were written; those of a session's chunks and snapshots count once.
  public var streamCount: Int {
    isLaterPart ? 0 : Set(self.set.streams.lazy.map(\.bufferIndex)).count
  }

  /// How many packets were written; those that stand twice count once.
  public var packetCount: Int {
    isLaterPart
      ? 0 : self.set.streams.reduce(0) { $0 + $1.packets.lazy.filter { !$0.isRepeated }.count }
  }

  /// What tells the buffers of an event class's trace from those of others: losses of one group
  /// do not touch the events of another.
  ///
  /// - Precondition: There is such a class.
  /// - Parameter index: The number of the class, as in `ModelEvent.classIndex`.
  /// - Returns: The group, the same for all chunks of a session.
  public func bufferGroup(ofClass index: Int) -> String {
    lossDomains.domains[lossDomains.ofClass[index]].group
  }

  /// What is lost of the selection: the losses in its span and in the buffers of its processes.
  public var selectedLosses: TraceLosses {
    losses.concerning(selectedGroups).within(spanBegin, spanEnd)
  }

  /// The groups of buffers that the selected processes write to; nil: all.
  private var selectedGroups: Set<String>? {
    guard !selection.processes.isEmpty else { return nil }
    var groups: Set<String> = []
    for (index, binding) in bindings.enumerated() {
      if let fixed = binding.fixedProcess {
        let process = processTable.find(host: binding.host, vpid: fixed)
        guard selection.wants(processes[process.index]) else { continue }
      }
      groups.insert(bufferGroup(ofClass: index))
    }
    return groups
  }

  /// Hands out the selected events once, in the order of time.
  ///
  /// - Parameter body: Gets the event, which it cannot keep. Returns false to stop.
  public func forEachEvent(_ body: (borrowing ModelEvent) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var closure = ModelEventClosure(body: body)
      show(&closure)
    }
  }

  /// Shows the selected events once, in the order of time, until the visitor has seen enough.
  @inlinable
  package func show<Visitor: ModelEventVisitor>(_ visitor: inout Visitor) {
    var shown = PassVisitor(EventPass(self), visitor)
    var cursor = cursor()
    if shown.pass.from > .min { cursor.seek(to: shown.pass.from) }
    cursor.show(&shown)
    visitor = shown.visitor
    finish(shown.pass, cursor)
  }

  /// What reads the events.
  @usableFromInline
  func cursor() -> EventCursor {
    self.set.events(in: .time, selecting: .all.slice(slice))
  }

  /// Takes over what a pass over the events has met.
  @usableFromInline
  func finish(_ pass: borrowing EventPass, _ cursor: borrowing EventCursor) {
    processTable = pass.processes
    if pass.last > Int64.min {
      lastEvent = max(lastEvent ?? pass.last, pass.last)
      end = max(end ?? pass.last, pass.last)
    }
    met = cursor.damage
    if slice == .all { takeLosses() }
  }

  private func takeLosses() {
    losses = TraceLosses(
      self.set.trust.adding(met), in: set, lossDomains, end: lastEvent)
  }

  private func bind() {
    for event in set.eventClasses {
      let trace = set.traces[event.traceIndex]
      let host = SubscriptionKey.hostNumber(trace.string("hostname") ?? "")
      let fixed = trace.integer("vpid").map { Int32(truncatingIfNeeded: $0) }
      if let fixed, let name = trace.string("procname") {
        let process = processTable.find(host: host, vpid: fixed)
        processTable.offer(name: name, ofMainThread: false, to: process)
      }
      bindings.append(
        EventBinding(
          event, host: host, fixedProcess: fixed, lossDomain: lossDomains.ofClass[event.index],
          markDomain: lossDomains.markDomain(ofClass: event.index)))
    }
    domains = Array(repeating: [], count: lossDomains.count)
    var overlaps: [Int: [Int]] = [:]
    for window in set.trust.windows {
      guard let number = lossDomains.number(of: set.streams[window.streamIndex], in: set) else {
        continue
      }
      let overlapping = overlaps[number] ?? lossDomains.overlapping(number)
      overlaps[number] = overlapping
      for domain in overlapping {
        domains[domain].append((window.from, window.to))
      }
      if let marks = lossDomains.markDomain(touchedBy: number) {
        domains[marks].append((window.from, window.to))
      }
    }
  }
}
