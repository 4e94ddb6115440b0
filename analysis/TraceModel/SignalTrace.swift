// SPDX-License-Identifier: MIT

public import CTF

/// One or several traces, seen as what signals did.
///
/// ```swift
/// let trace = try SignalTrace.open(["run1"])
/// var errors = 0
/// trace.forEach(fields: []) { event in
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
  /// What is known to be lost: before `forEach` as far as packet headers tell, after it all.
  public private(set) var losses: TraceLosses
  /// When the first buffer was opened, in ns since 1970; nil if there is none.
  public let begin: Int64?
  /// When the last buffer was closed, or the last event happened, in ns since 1970; nil if there
  /// is none.
  public private(set) var end: Int64?

  private var processTable = ProcessTable()
  private var bindings: [EventBinding] = []
  private var domains: [[(from: Int64, to: Int64)]] = []

  /// Opens all traces below some folders.
  ///
  /// - Parameters:
  ///   - paths: The folders.
  ///   - selection: Which events are wanted.
  /// - Returns: The traces as one.
  /// - Throws: `CTFError` if one of the paths holds nothing that can be read.
  public static func open(
    _ paths: [String], selection: TraceSelection = TraceSelection()
  ) throws(CTFError) -> SignalTrace {
    SignalTrace(try CTFTraceSet.open(paths), selection: selection)
  }

  /// A view of traces that are open.
  ///
  /// - Parameters:
  ///   - set: The traces.
  ///   - selection: Which events are wanted.
  public init(_ set: CTFTraceSet, selection: TraceSelection = TraceSelection()) {
    self.set = set
    self.selection = selection
    fieldNames = set.fields.map(\.name)
    eventNames = set.eventClasses.map(\.name)
    begin = set.begin
    end = set.end
    losses = TraceLosses(set.trust, in: set)
    bind()
  }

  /// How many buffers were written.
  public var streamCount: Int { self.set.streams.count }

  /// How many packets were written.
  public var packetCount: Int { self.set.streams.reduce(0) { $0 + $1.packets.count } }

  /// The begin of what was selected, in ns since 1970.
  public var spanBegin: Int64 {
    selection.begin?.absolute(begin: begin ?? 0) ?? begin ?? 0
  }

  /// The end of what was selected, in ns since 1970.
  public var spanEnd: Int64 {
    selection.end?.absolute(begin: begin ?? 0) ?? end ?? 0
  }

  /// Whether a kind of event was recorded, or would have been if it had happened.
  ///
  /// - Parameter kind: A kind of the contract.
  /// - Returns: True if one of the traces declares it.
  public func has(_ kind: EventKind) -> Bool { bindings.contains { $0.kind == kind } }

  /// Whether any event of the contract was recorded.
  public var hasContract: Bool { bindings.contains { $0.kind != .other } }

  /// The contexts without which something is unknown: of vpid, vtid and procname those that some
  /// event class has not got.
  public var missingContexts: [String] {
    var missing: [String] = []
    if bindings.contains(where: { $0.vpid == nil && $0.fixedProcess == nil }) {
      missing.append("vpid")
    }
    if bindings.contains(where: { $0.vtid == nil }) { missing.append("vtid") }
    if bindings.contains(where: { $0.procname == nil && $0.fixedProcess == nil }) {
      missing.append("procname")
    }
    return missing
  }

  /// Hands out the selected events once, in the order of time.
  ///
  /// - Parameters:
  ///   - fields: What is decoded of each event.
  ///   - body: Gets the event, which it cannot keep. Returns false to stop.
  public func forEach(fields: ModelFields, _ body: (borrowing ModelEvent) -> Bool) {
    var fields = fields
    if !selection.signals.isEmpty { fields.insert(.signal) }
    var pass = Pass(trace: self, fields: fields)
    var cursor = set.events(in: .time)
    pass.run(&cursor, body)
    processTable = pass.processes
    if pass.last > Int64.min { end = max(end ?? pass.last, pass.last) }
    losses = TraceLosses(cursor.trust, in: set)
  }

  private func bind() {
    var numbers: [Domain: Int] = [:]
    for event in set.eventClasses {
      let trace = set.traces[event.traceIndex]
      let domain = Domain(trace: event.traceIndex, streamClass: event.streamClassID)
      let number = numbers[domain] ?? numbers.count
      numbers[domain] = number
      let host = SubscriptionKey.hostNumber(trace.string("hostname") ?? "")
      let fixed = trace.integer("vpid").map { Int32(truncatingIfNeeded: $0) }
      if let fixed, let name = trace.string("procname") {
        let process = processTable.find(host: host, vpid: fixed)
        processTable.offer(name: name, ofMainThread: false, to: process)
      }
      bindings.append(
        EventBinding(event, host: host, fixedProcess: fixed, lossDomain: number))
    }
    domains = Array(repeating: [], count: numbers.count)
    for window in set.trust.windows {
      let stream = set.streams[window.streamIndex]
      for (domain, number) in numbers
      where domain.trace == stream.traceIndex
        && (stream.streamClassID == nil || stream.streamClassID == domain.streamClass)
      {
        domains[number].append((window.from, window.to))
      }
    }
  }

  private struct Domain: Hashable {
    var trace: Int
    var streamClass: UInt64
  }
}

extension SignalTrace {
  /// One pass over the events, with its state in one place.
  private struct Pass {
    let fields: ModelFields
    let set: CTFTraceSet
    let selection: TraceSelection
    let signals: NameTable
    let subscribers: NameTable
    let from: Int64
    let to: Int64
    let hasLosses: Bool
    var processes: ProcessTable
    var bindings: [EventBinding]
    var horizons: [LossHorizon]
    /// For each signal whether it is wanted, as far as that was found out.
    var wantedSignals: [Bool] = []
    var last = Int64.min

    init(trace: SignalTrace, fields: ModelFields) {
      self.fields = fields
      set = trace.set
      selection = trace.selection
      signals = trace.signals
      subscribers = trace.subscribers
      from = trace.selection.begin == nil ? .min : trace.spanBegin
      to = trace.selection.end == nil ? .max : trace.spanEnd
      processes = trace.processTable
      bindings = trace.bindings
      horizons = trace.domains.map { LossHorizon($0) }
      hasLosses = trace.domains.contains { !$0.isEmpty }
    }

    mutating func run(
      _ cursor: inout EventCursor,
      _ body: (borrowing ModelEvent) -> Bool
    ) {
      var event = ModelEvent()
      event.set = set
      while let goesOn = cursor.next({ take($0, &event, body) }), goesOn {}
    }

    @inline(__always)
    private mutating func take(
      _ record: borrowing EventRecord, _ event: inout ModelEvent,
      _ body: (borrowing ModelEvent) -> Bool
    ) -> Bool {
      let time = record.timestamp
      last = max(last, time)
      guard time >= from else { return true }
      guard time <= to else { return false }
      fill(&event, record)
      if !selection.signals.isEmpty, !isWanted(event.signal) { return true }
      if !selection.processes.isEmpty, !selection.wants(processes.processes[event.process.index]) {
        return true
      }
      guard fields.contains(.all) else { return body(event) }
      return withUnsafePointer(to: record) { pointer in
        event.record = pointer
        event.firstPayloadField = bindings[event.classIndex].firstPayloadField
        return body(event)
      }
    }

    @inline(__always)
    private mutating func fill(_ event: inout ModelEvent, _ record: borrowing EventRecord) {
      let index = record.classIndex
      event.time = record.timestamp
      event.classIndex = index
      event.kind = bindings[index].kind
      event.process = process(of: record, index, &event.key)
      if hasLosses {
        let domain = bindings[index].lossDomain
        horizons[domain].advance(to: record.timestamp)
        event.lossEnd = horizons[domain].latestEnd
      }
      if fields.contains(.thread) {
        event.thread = bindings[index].vtid.map { Int32(truncatingIfNeeded: record.signed($0)) }
      }
      event.signal = nil
      event.subscriber = nil
      guard event.kind != .other else {
        event.key.id = 0
        event.number = 0
        event.text = nil
        return
      }
      if fields.contains(.signal), let field = bindings[index].signal {
        let id = Self.name(record, field, bindings[index].lastSignal, signals)
        bindings[index].lastSignal = id
        event.signal = id
      }
      if fields.contains(.subscriber), let field = bindings[index].subscriber {
        let id = Self.name(record, field, bindings[index].lastSubscriber, subscribers)
        bindings[index].lastSubscriber = id
        event.subscriber = id
      }
      if fields.contains(.subscription) {
        event.key.id = bindings[index].subscription.map { record.unsigned($0) } ?? 0
        event.number = bindings[index].number.map { record.unsigned($0) } ?? 0
        event.age = bindings[index].age.map { record.unsigned($0) } ?? 0
      }
      if fields.contains(.links) {
        event.parent = bindings[index].parent.map { record.unsigned($0) } ?? 0
        event.cause = bindings[index].cause.map { record.unsigned($0) } ?? 0
        event.action = bindings[index].action.map { record.unsigned($0) } ?? 0
      }
      event.text = nil
      if fields.contains(.text), let field = bindings[index].text {
        event.text = record.withBytes(field) { bytes in
          bytes.withUnsafeBytes { UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count) }
        }
      }
    }

    @inline(__always)
    private static func name(
      _ record: borrowing EventRecord, _ field: FieldHandle, _ last: NameID?, _ table: NameTable
    ) -> NameID {
      record.withBytes(field) { bytes in
        bytes.withUnsafeBytes { bytes in
          if let last, table.equals(last, bytes) { return last }
          return table.intern(bytes)
        }
      }
    }

    @inline(__always)
    private mutating func process(
      of record: borrowing EventRecord, _ index: Int, _ key: inout SubscriptionKey
    ) -> ProcessID {
      let host = bindings[index].host
      key.host = host
      guard let field = bindings[index].vpid else {
        key.process = bindings[index].fixedProcess ?? -1
        return processes.find(host: host, vpid: bindings[index].fixedProcess)
      }
      let vpid = Int32(truncatingIfNeeded: record.signed(field))
      key.process = vpid
      let process = processes.find(host: host, vpid: vpid)
      if processes.wantsName(process) { name(process, vpid, record, index) }
      return process
    }

    @inline(never)
    private mutating func name(
      _ process: ProcessID, _ vpid: Int32, _ record: borrowing EventRecord, _ index: Int
    ) {
      guard let procname = bindings[index].procname else { return }
      let isMain = bindings[index].vtid.map { record.signed($0) == Int64(vpid) } ?? false
      guard isMain || processes.processes[process.index].name == nil else { return }
      processes.offer(name: record.string(procname), ofMainThread: isMain, to: process)
    }

    private mutating func isWanted(_ signal: NameID?) -> Bool {
      guard let signal else { return false }
      while wantedSignals.count <= signal.index {
        let name = signals.text(NameID(index: wantedSignals.count))
        wantedSignals.append(selection.wants(signal: name))
      }
      return wantedSignals[signal.index]
    }
  }
}
