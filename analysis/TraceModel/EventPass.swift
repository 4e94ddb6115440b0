// SPDX-License-Identifier: MIT

public import CTF

/// One pass over the events of a trace: what turns records into events of the model, and tells
/// those that are wanted.
@usableFromInline
struct EventPass: ~Copyable {
  private let selection: TraceSelection
  @usableFromInline let from: Int64
  @usableFromInline let to: Int64
  private let selectsProcesses: Bool
  @usableFromInline let bindings: UnsafeMutablePointer<EventBinding>
  private let bindingCount: Int
  @usableFromInline let tables: UnsafeMutablePointer<PassTables>
  private var filter: EventFilter

  /// The processes that were met.
  var processes: ProcessTable { tables.pointee.processes }
  /// The time of the latest event.
  var last: Int64 { tables.pointee.last }

  @usableFromInline
  init(_ trace: SignalTrace) {
    selection = trace.selection
    selectsProcesses = !selection.processes.isEmpty
    from = trace.selectedBegin
    to = trace.selectedEnd
    filter = EventFilter(trace.selection, for: trace)
    bindingCount = trace.bindings.count
    bindings = .allocate(capacity: bindingCount)
    for (index, binding) in trace.bindings.enumerated() {
      (bindings + index).initialize(to: binding)
    }
    tables = .allocate(capacity: 1)
    tables.initialize(to: PassTables(trace, selects: selectsProcesses || filter.isOn))
  }

  @inlinable deinit { close() }

  @usableFromInline
  func close() {
    bindings.deinitialize(count: bindingCount)
    bindings.deallocate()
    tables.deinitialize(count: 1)
    tables.deallocate()
  }

  @usableFromInline
  mutating func isWanted(_ event: borrowing ModelEvent) -> Bool {
    if filter.isOn, !filter.wants(event) { return false }
    return !selectsProcesses || selection.wants(tables.pointee.processes[event.process])
  }
}

/// What is shown a trace's events one after the other; see `EventVisitor`.
@usableFromInline
package protocol ModelEventVisitor {
  /// Looks at an event, which it cannot keep.
  ///
  /// - Returns: False to stop.
  mutating func visit(_ event: borrowing ModelEvent) -> Bool
}

/// A closure as a visitor.
struct ModelEventClosure: ModelEventVisitor {
  let body: (borrowing ModelEvent) -> Bool

  mutating func visit(_ event: borrowing ModelEvent) -> Bool { body(event) }
}

/// Shows the events of a pass to a visitor.
@usableFromInline
struct PassVisitor<Visitor: ModelEventVisitor>: EventVisitor, ~Copyable {
  @usableFromInline var pass: EventPass
  @usableFromInline var visitor: Visitor

  @inlinable
  init(_ pass: consuming EventPass, _ visitor: Visitor) {
    self.pass = pass
    self.visitor = visitor
  }

  @inlinable
  @inline(__always)
  package mutating func visit(_ record: borrowing EventRecord) -> Bool {
    let time = record.timestamp
    let tables = pass.tables
    if time > tables.pointee.last { tables.pointee.last = time }
    guard time >= pass.from else { return true }
    guard time <= pass.to else { return false }
    let binding = pass.bindings + record.classIndex
    tables.pointee.event &+= 1
    tables.pointee.findProcess(record, binding)
    let event = ModelEvent(record.lent(), binding, tables)
    if tables.pointee.selects, !pass.isWanted(event) { return true }
    return visitor.visit(event)
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
    if let quick = binding.pointee.quickProcess {
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
