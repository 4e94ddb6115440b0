// SPDX-License-Identifier: MIT

public import CTF

/// One pass over the events of a trace: turns records into events of the model and drops those
/// that are not wanted.
@usableFromInline
struct EventPass: ~Copyable {
  private let selection: TraceSelection
  @usableFromInline let from: Int64
  @usableFromInline let to: Int64
  private let selectsSignals: Bool
  private let selectsProcesses: Bool
  @usableFromInline let selects: Bool
  @usableFromInline let bindings: UnsafeMutablePointer<EventBinding>
  private let bindingCount: Int
  @usableFromInline let tables: UnsafeMutablePointer<PassTables>
  private var wantedSignals: [Bool] = []

  /// The processes that were met.
  var processes: ProcessTable { tables.pointee.processes }
  /// The time of the latest event.
  @usableFromInline var last = Int64.min

  @usableFromInline
  init(_ trace: SignalTrace) {
    selection = trace.selection
    selectsSignals = !selection.signals.isEmpty
    selectsProcesses = !selection.processes.isEmpty
    from = trace.selectedBegin
    to = trace.selectedEnd
    selects = selectsSignals || selectsProcesses
    bindingCount = trace.bindings.count
    bindings = .allocate(capacity: bindingCount)
    for (index, binding) in trace.bindings.enumerated() {
      (bindings + index).initialize(to: binding)
    }
    tables = .allocate(capacity: 1)
    tables.initialize(to: PassTables(trace))
  }

  @inlinable deinit { close() }

  @usableFromInline
  func close() {
    bindings.deinitialize(count: bindingCount)
    bindings.deallocate()
    tables.deinitialize(count: 1)
    tables.deallocate()
  }

  /// Hands out the events until `body` returns false.
  @inlinable
  @inline(__always)
  mutating func run(_ cursor: inout EventCursor, _ body: (borrowing ModelEvent) -> Bool) {
    if from > .min { cursor.seek(to: from) }
    let tables = tables
    cursor.run { record in
      let time = record.timestamp
      if time > last { last = time }
      guard time >= from else { return true }
      guard time <= to else { return false }
      let binding = bindings + record.classIndex
      tables.pointee.findProcess(record, binding)
      let event = ModelEvent(record.lent(), binding, tables)
      return selects && !isWanted(event) || body(event)
    }
  }

  @usableFromInline
  mutating func isWanted(_ event: borrowing ModelEvent) -> Bool {
    if selectsSignals, !isWanted(event.signal) { return false }
    return !selectsProcesses || selection.wants(tables.pointee.processes[event.process])
  }

  private mutating func isWanted(_ signal: NameID?) -> Bool {
    guard let signal else { return false }
    while wantedSignals.count <= signal.index {
      let signals = tables.pointee.signals
      let name = signals.pointee.text(NameID(index: wantedSignals.count))
      wantedSignals.append(selection.wants(signal: name))
    }
    return wantedSignals[signal.index]
  }
}

extension PassTables {
  /// Finds the process of an event, and takes its name from an event of its main thread, or of
  /// any as long as there is none of that.
  @inlinable
  @inline(__always)
  mutating func findProcess(
    _ record: borrowing EventRecord, _ binding: UnsafePointer<EventBinding>
  ) {
    if let quick = binding.pointee.quick {
      let vpid = record.signedHalf(quick.vpid)
      processes.find(host: binding.pointee.host, vpid: vpid)
      guard processes.wantsName else { return }
      let isMain = record.signedHalf(quick.vtid) == vpid
      if isMain || !processes.hasName { nameProcess(record, binding, isMain: isMain) }
    } else {
      findProcessSlowly(record, binding)
    }
  }

  @usableFromInline
  mutating func findProcessSlowly(
    _ record: borrowing EventRecord, _ binding: UnsafePointer<EventBinding>
  ) {
    let vpid = Self.half(binding.pointee.vpid, of: record) ?? binding.pointee.fixedProcess
    processes.find(host: binding.pointee.host, vpid: vpid)
    guard processes.wantsName else { return }
    let vtid = Self.half(binding.pointee.vtid, of: record)
    let isMain = vtid != nil && vtid == vpid
    if isMain || !processes.hasName { nameProcess(record, binding, isMain: isMain) }
  }

  /// The number in a field of 32 bits.
  private static func half(_ field: FieldHandle?, of record: borrowing EventRecord) -> Int32? {
    guard let field else { return nil }
    return Int32(truncatingIfNeeded: record.boundUnsigned(field))
  }

  @usableFromInline
  mutating func nameProcess(
    _ record: borrowing EventRecord, _ binding: UnsafePointer<EventBinding>, isMain: Bool
  ) {
    guard let field = binding.pointee.procname else { return }
    processes.offer(name: record.string(field), ofMainThread: isMain, to: processes.found)
  }
}
