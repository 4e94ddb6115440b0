// SPDX-License-Identifier: MIT

import CTF

/// One pass over the events of a trace: turns records into events of the model and drops those
/// that are not wanted.
///
/// What is needed for every event lies behind pointers: nothing here is counted or checked for
/// uniqueness at each use.
struct EventPass: ~Copyable {
  private let fields: ModelFields
  private let set: CTFTraceSet
  private let selection: TraceSelection
  private let signals: NameTable
  private let subscribers: NameTable
  private let from: Int64
  private let to: Int64
  private let hasLosses: Bool
  private let selectsSignals: Bool
  private let selectsProcesses: Bool
  private let bindings: UnsafeMutableBufferPointer<EventBinding>
  /// The simple fields of each class, nil where there are others.
  private let simpleFields: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<SimpleField>?>
  private let horizons: UnsafeMutableBufferPointer<LossHorizon>
  private var wantedSignals: [Bool] = []

  private(set) var processes: ProcessTable
  /// The time of the latest event.
  private(set) var last = Int64.min

  private struct Stop: Error {}

  init(_ trace: SignalTrace, fields: ModelFields) {
    self.fields = fields
    set = trace.set
    selection = trace.selection
    selectsSignals = !selection.signals.isEmpty
    selectsProcesses = !selection.processes.isEmpty
    signals = trace.signals
    subscribers = trace.subscribers
    from = trace.selectedBegin
    to = trace.selectedEnd
    processes = trace.processTable
    bindings = .allocate(capacity: trace.bindings.count)
    _ = bindings.initialize(from: trace.bindings)
    simpleFields = .allocate(capacity: trace.bindings.count)
    _ = simpleFields.initialize(
      from: trace.set.eventClasses.map { event in
        guard fields.contains(.all), let all = SimpleField.all(of: event) else { return nil }
        let copy = UnsafeMutableBufferPointer<SimpleField>.allocate(capacity: all.count)
        _ = copy.initialize(from: all)
        return copy
      })
    horizons = .allocate(capacity: trace.domains.count)
    _ = horizons.initialize(from: trace.domains.map { LossHorizon($0) })
    hasLosses = trace.domains.contains { !$0.isEmpty }
  }

  deinit {
    bindings.deinitialize().deallocate()
    for fields in simpleFields { fields?.deallocate() }
    simpleFields.deinitialize().deallocate()
    horizons.deinitialize().deallocate()
  }

  /// Hands out the events until `body` returns false.
  mutating func run(_ cursor: inout EventCursor, _ body: (borrowing ModelEvent) -> Bool) {
    var event = ModelEvent()
    event.set = set
    event.subscribers = subscribers
    do throws(Stop) {
      // swift-format-ignore: ReplaceForEachWithForLoop
      try cursor.forEach { (record) throws(Stop) in
        let time = record.timestamp
        if time > last { last = time }
        guard time >= from else { return }
        guard time <= to else { throw Stop() }
        fill(&event, record)
        if selectsSignals, !isWanted(event.signal) { return }
        if selectsProcesses, !selection.wants(processes[event.process]) { return }
        if fields.contains(.all) {
          let goesOn = withUnsafePointer(to: record) { pointer in
            event.record = pointer
            event.simpleFields = simpleFields[event.classIndex].map { UnsafeBufferPointer($0) }
            return body(event)
          }
          if !goesOn { throw Stop() }
        } else if !body(event) {
          throw Stop()
        }
      }
    } catch {}
  }

  @inline(__always)
  private mutating func fill(_ event: inout ModelEvent, _ record: borrowing EventRecord) {
    let index = record.classIndex
    let binding = bindings.baseAddress.unsafelyUnwrapped + index
    event.time = record.timestamp
    event.classIndex = index
    event.kind = binding.pointee.kind
    event.firstPayloadField = binding.pointee.firstPayloadField
    event.key.host = binding.pointee.host
    if let vpid = binding.pointee.vpid {
      event.key.process = Int32(truncatingIfNeeded: record.unsigned(vpid))
      event.process = processes.find(host: event.key.host, vpid: event.key.process)
      if processes.wantsName {
        name(event.process, event.key.process, record, binding)
      }
    } else {
      event.key.process = binding.pointee.fixedProcess ?? -1
      event.process = processes.find(host: event.key.host, vpid: binding.pointee.fixedProcess)
    }
    if hasLosses {
      let domain = binding.pointee.lossDomain
      horizons[domain].advance(to: record.timestamp)
      event.lossEnd = horizons[domain].latestEnd
    }
    // What opening told of is in the horizons; this is what reading has met.
    event.lossEnd = max(event.lossEnd, record.damageEnd)
    if fields.contains(.thread) {
      event.thread = binding.pointee.vtid.map { Int32(truncatingIfNeeded: record.unsigned($0)) }
    }
    event.signal = nil
    event.subscriberText = nil
    event.text = nil
    event.key.id = 0
    event.number = 0
    if event.kind != .other { fillContract(&event, record, binding) }
  }

  @inline(__always)
  private func fillContract(
    _ event: inout ModelEvent, _ record: borrowing EventRecord,
    _ binding: UnsafeMutablePointer<EventBinding>
  ) {
    if fields.contains(.signal), let field = binding.pointee.signal {
      let id = signals.intern(bytes(of: field, record), expecting: binding.pointee.lastSignal)
      binding.pointee.lastSignal = id
      event.signal = id
    }
    if fields.contains(.subscriber), let field = binding.pointee.subscriber {
      event.subscriberText = bytes(of: field, record)
    }
    if fields.contains(.subscription) {
      if let field = binding.pointee.subscription { event.key.id = record.unsigned(field) }
      if let field = binding.pointee.number { event.number = record.unsigned(field) }
      event.age = binding.pointee.age.map { record.unsigned($0) } ?? 0
    }
    if fields.contains(.links) {
      event.parent = binding.pointee.parent.map { record.unsigned($0) } ?? 0
      event.cause = binding.pointee.cause.map { record.unsigned($0) } ?? 0
      event.action = binding.pointee.action.map { record.unsigned($0) } ?? 0
    }
    if fields.contains(.text), let field = binding.pointee.text {
      event.text = bytes(of: field, record)
    }
  }

  /// The bytes of a text, which stay in the mapped file as long as the record is lent.
  @inline(__always)
  private func bytes(
    of field: FieldHandle, _ record: borrowing EventRecord
  ) -> UnsafeRawBufferPointer {
    record.withBytes(field) { bytes in
      bytes.withUnsafeBytes { UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count) }
    }
  }

  /// Takes the name of a process from an event of its main thread, or of any as long as there is
  /// none of that.
  @inline(never)
  private mutating func name(
    _ process: ProcessID, _ vpid: Int32, _ record: borrowing EventRecord,
    _ binding: UnsafeMutablePointer<EventBinding>
  ) {
    let isMain = binding.pointee.vtid.map { record.signed($0) == Int64(vpid) } ?? false
    guard isMain || processes[process].name == nil, let field = binding.pointee.procname else {
      return
    }
    processes.offer(name: record.string(field), ofMainThread: isMain, to: process)
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
