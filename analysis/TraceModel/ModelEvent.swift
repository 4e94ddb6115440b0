// SPDX-License-Identifier: MIT

public import CTF

/// One event in the words of the contract, as long as the call that hands it out.
///
/// Nothing is decoded before it is asked for, and nothing is kept: ask once. What the event has
/// not got, or what an emitter of another version left out, is nil or 0. Names are numbers in the
/// trace's tables, so that nothing is allocated for an event.
public struct ModelEvent: ~Copyable {
  @usableFromInline let record: EventRecord
  @usableFromInline let binding: UnsafePointer<EventBinding>
  @usableFromInline let tables: UnsafeMutablePointer<PassTables>

  @inlinable @inline(__always)
  init(
    _ record: consuming EventRecord, _ binding: UnsafePointer<EventBinding>,
    _ tables: UnsafeMutablePointer<PassTables>
  ) {
    self.record = record
    self.binding = binding
    self.tables = tables
  }

  /// What it is.
  @inlinable @inline(__always)
  public var kind: EventKind { binding.pointee.kind }
  /// When it happened, in ns since 1970.
  @inlinable @inline(__always)
  public var time: Int64 { record.timestamp }
  /// The number of its class in the trace: events of one class have the same name and fields.
  @inlinable @inline(__always)
  public var classIndex: Int { record.classIndex }

  /// The process that wrote it.
  @inlinable public var process: ProcessID { tables.pointee.processes.found }
  /// The vtid, if the trace tells it.
  @inlinable
  @inline(__always)
  public var thread: Int32? {
    if let quick = binding.pointee.quickProcess { return record.signedHalf(quick.vtid) }
    return threadRead
  }

  @usableFromInline var threadRead: Int32? {
    binding.pointee.vtid.map { Int32(truncatingIfNeeded: record.boundUnsigned($0)) }
  }

  /// The signal's name in `SignalTrace.signals`.
  ///
  /// - Complexity: O(*n*) in the length of the name the first time, then O(1).
  @inlinable
  @inline(__always)
  public var signal: NameID? {
    let tables = tables
    if let known = tables.pointee.signalOfEvent { return known }
    guard let field = binding.pointee.signal else { return nil }
    let signals = tables.pointee.signals
    let id = signals.pointee.intern(bytes(of: field))
    tables.pointee.remember(id)
    return id
  }

  /// The subscriber's name or place in `SignalTrace.subscribers`; of scheduler events the
  /// scheduler, of disposable events the compound disposable.
  ///
  /// - Complexity: O(*n*) in the length of the name, each time.
  @inlinable
  public var subscriber: NameID? {
    guard let field = binding.pointee.subscriber else { return nil }
    let subscribers = tables.pointee.subscribers
    return subscribers.pointee.intern(bytes(of: field))
  }

  /// The `subscription_id`; 0 means none or unknown.
  @inlinable @inline(__always)
  public var subscription: UInt64 {
    if let quick = binding.pointee.quickSubscription { return record.word(quick) }
    return number(binding.pointee.subscription)
  }

  /// Whether the event names a signal: quicker than to ask which, where one is expected.
  ///
  /// - Parameter id: A number in `SignalTrace.signals`.
  /// - Returns: True if `signal` would be that number.
  /// - Complexity: O(*n*) in the length of the name, O(1) once the signal is known.
  @inlinable
  @inline(__always)
  public func names(_ id: NameID) -> Bool {
    let tables = tables
    if let known = tables.pointee.signalOfEvent { return known == id }
    guard namesAtFirst(id) else { return false }
    tables.pointee.remember(id)
    return true
  }

  @inlinable
  @inline(__always)
  func namesAtFirst(_ id: NameID) -> Bool {
    let signals = tables.pointee.signals
    if let quick = binding.pointee.quick {
      return signals.pointee.equals(id, record.text(quick.signal))
    }
    guard let field = binding.pointee.signal else { return false }
    return signals.pointee.equals(id, bytes(of: field))
  }

  /// What every value is asked for, if each part of it is read by one load: the usual case.
  ///
  /// For an analysis that is asked first: of the signal nothing is found, or left behind for others.
  @inlinable
  package var quickValue: QuickValue? {
    @inline(__always) get {
      guard let quick = binding.pointee.quick else { return nil }
      return QuickValue(
        key: SubscriptionKey(
          host: binding.pointee.host, process: tables.pointee.processes.vpid,
          id: record.word(quick.subscription)),
        number: record.word(quick.subscription, behind: quick.number),
        signals: tables.pointee.signals, signal: record.text(quick.signal))
    }
  }

  /// What tells the event's subscription from all others.
  @inlinable @inline(__always)
  public var key: SubscriptionKey {
    SubscriptionKey(
      host: binding.pointee.host, process: tables.pointee.processes.vpid, id: subscription)
  }

  /// `key` and `number`, which are quicker to get together.
  @inlinable @inline(__always)
  package var keyAndNumber: (key: SubscriptionKey, number: UInt64) {
    guard let quick = binding.pointee.quick else { return (key, number) }
    let key = SubscriptionKey(
      host: binding.pointee.host, process: tables.pointee.processes.vpid,
      id: record.word(quick.subscription))
    return (key, record.word(quick.subscription, behind: quick.number))
  }

  /// The number that the event carries.
  ///
  /// A value's ordinal; of an end and of `alive` the values so far; of `dropped` their count; of
  /// `scheduled` the delay in ns; of `exiting` the open subscriptions; of disposables the new total
  /// as a bit pattern. 0 also means unknown.
  @inlinable @inline(__always)
  public var number: UInt64 { number(binding.pointee.number) }
  /// Of `alive`, the subscription's age in ns.
  public var age: UInt64 { number(binding.pointee.age) }
  /// When the event's subscription began, of `subscribed` and `alive`, in ns since 1970: an age that
  /// reaches further back, as only a hostile trace tells, begins there.
  public var begun: Int64 { time &- Int64(min(age, UInt64(max(0, time)))) }
  /// The downstream subscription.
  public var parent: UInt64 { number(binding.pointee.parent) }
  /// The subscription whose delivery led to this.
  public var cause: UInt64 { number(binding.pointee.cause) }
  /// The `action_id` of scheduler events.
  public var action: UInt64 { number(binding.pointee.action) }

  /// The latest end of a loss that began before this event, in the buffers that events of this
  /// kind go to: nothing that lies before it may be paired with this event.
  @inlinable @inline(__always)
  public var lossEnd: Int64 {
    // What opening told of is in the tables; the record knows what reading has met.
    let met = record.damageEnd
    guard tables.pointee.hasLosses else { return met }
    let tables = tables
    return max(met, tables.pointee.lossEnd(binding.pointee.lossDomain, time))
  }

  /// The latest end of a loss that began before this event and may have taken a begin or an end of a
  /// delivery or of an action, in whichever channel of the same trace: no such mark that lies before
  /// it may be paired with this event.
  @inlinable
  @inline(__always)
  public var markLossEnd: Int64 {
    let met = record.damageEnd
    guard tables.pointee.hasLosses else { return met }
    let tables = tables
    return max(met, tables.pointee.lossEnd(binding.pointee.markDomain, time))
  }

  /// Lends the event's own text: a value, an error, a violation's detail, a reason, a program.
  ///
  /// - Parameter body: Gets the bytes, which must not be kept; nil if there is no text.
  /// - Returns: What the body returns.
  public func withText<Result>(
    _ body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    try body(binding.pointee.text.map { bytes(of: $0) })
  }

  /// Lends the rule that a `violation` names.
  ///
  /// - Parameter body: Gets the bytes, which must not be kept; nil for other events.
  /// - Returns: What the body returns.
  public func withRule<Result>(
    _ body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    try body(binding.pointee.rule.map { bytes(of: $0) })
  }

  /// Visits all fields of the event, those of other providers too.
  ///
  /// - Parameter visitor: Gets the fields.
  public func visit(_ visitor: inout some EventFieldVisitor) {
    if let simple = tables.pointee.simpleFields[classIndex] {
      visit(UnsafeBufferPointer(simple), of: record, tables.pointee.set, &visitor)
      return
    }
    var adapter = FieldAdapter(
      visitor, tables.pointee.set, firstPayloadField: binding.pointee.firstPayloadField)
    record.visit(&adapter)
    visitor = adapter.visitor
  }

  @inlinable
  @inline(__always)
  func number(_ field: FieldHandle?) -> UInt64 {
    guard let field else { return 0 }
    return record.boundUnsigned(field)
  }

  /// The bytes of a text, which stay in the packet as long as the record is lent.
  @inlinable
  @inline(__always)
  func bytes(of field: FieldHandle) -> UnsafeRawBufferPointer {
    record.boundBytes(field)
  }
}
