// SPDX-License-Identifier: MIT

import CTF

/// One event in the words of the contract, as long as the call that hands it out.
///
/// Fields that were not asked for, that the event has not got, or that an emitter of another
/// version left out, are nil or 0. Names are numbers in the trace's tables, so that nothing is
/// allocated for an event.
public struct ModelEvent: ~Copyable {
  /// What it is.
  public internal(set) var kind = EventKind.other
  /// When it happened, in ns since 1970.
  public internal(set) var time: Int64 = 0
  /// The number of its class in the trace: events of one class have the same name and fields.
  public internal(set) var classIndex = 0
  /// The process that wrote it.
  public internal(set) var process = ProcessID(index: 0)
  /// The vtid, if the trace tells it.
  public internal(set) var thread: Int32?
  /// The signal's name in `SignalTrace.signals`.
  public internal(set) var signal: NameID?
  /// The subscriber's name or place in `SignalTrace.subscribers`; of scheduler events the
  /// scheduler, of disposable events the compound disposable.
  ///
  /// - Complexity: O(*n*) in the length of the name, each time.
  public var subscriber: NameID? {
    guard let subscriberText, let subscribers else { return nil }
    return subscribers.intern(subscriberText)
  }
  /// The `subscription_id`; 0 means none or unknown.
  public var subscription: UInt64 { key.id }
  /// The number that the event carries.
  ///
  /// A value's ordinal; of an end and of `alive` the values so far; of `dropped` their count; of
  /// `scheduled` the delay in ns; of `exiting` the open subscriptions; of disposables the new total
  /// as a bit pattern. 0 also means unknown.
  public internal(set) var number: UInt64 = 0
  /// Of `alive`, the subscription's age in ns.
  public internal(set) var age: UInt64 = 0
  /// The downstream subscription.
  public internal(set) var parent: UInt64 = 0
  /// The subscription whose delivery led to this.
  public internal(set) var cause: UInt64 = 0
  /// The `action_id` of scheduler events.
  public internal(set) var action: UInt64 = 0
  /// The latest end of a loss that began before this event, in the buffers that events of this
  /// kind go to: nothing that lies before it may be paired with this event.
  public internal(set) var lossEnd = Int64.min

  /// What tells the event's subscription from all others.
  public internal(set) var key = SubscriptionKey(host: 0, process: -1, id: 0)

  /// The text's bytes in the mapped file, which stays mapped as long as the event is lent.
  var text: UnsafeRawBufferPointer?
  var subscriberText: UnsafeRawBufferPointer?
  var subscribers: NameTable?

  /// Lends the event's own text: a value, an error, a violation's detail, a reason, a program.
  ///
  /// - Parameter body: Gets the bytes, which must not be kept; nil if there is no text.
  /// - Returns: What the body returns.
  public func withText<Result>(
    _ body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    try body(text)
  }

  var record: UnsafePointer<EventRecord>?
  var set: CTFTraceSet?
  var firstPayloadField = -1
  /// The fields of the event's class, if they are all simple.
  var simpleFields: UnsafeBufferPointer<SimpleField>?

  /// Visits all fields of the event, those of other providers too.
  ///
  /// Does nothing unless `ModelFields.all` was asked for.
  ///
  /// - Parameter visitor: Gets the fields.
  public func visit(_ visitor: inout some EventFieldVisitor) {
    guard let record, let set else { return }
    if let simpleFields {
      visit(simpleFields, of: record.pointee, set, &visitor)
      return
    }
    var adapter = FieldAdapter(visitor, set, firstPayloadField: firstPayloadField)
    record.pointee.visit(&adapter)
    visitor = adapter.visitor
  }
}
