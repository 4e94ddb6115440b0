// SPDX-License-Identifier: MIT

public import CTF

/// Where the fields of one event class are found: resolved once, used for every event.
@usableFromInline
struct EventBinding {
  @usableFromInline let kind: EventKind
  @usableFromInline let host: Int32
  /// The vpid of the whole trace, if its buffers belong to one process.
  let fixedProcess: Int32?
  /// The number of the loss horizon of its stream class.
  @usableFromInline let lossDomain: Int
  /// The number of the loss horizon of all marks of deliveries and actions in the same buffers.
  @usableFromInline let markDomain: Int

  /// Where the fields are that tell the process, if each is read by one load.
  @usableFromInline let quickProcess: QuickProcess?
  /// The same of the fields that every value is asked for.
  @usableFromInline let quick: QuickFields?
  /// Where single ones are, under the same condition.
  @usableFromInline let quickSubscription: FieldHandle.Place?
  @usableFromInline let quickSubscriber: FieldHandle.Place?
  @usableFromInline let quickText: FieldHandle.Place?

  /// The number of the first field that is no context, or −1.
  let firstPayloadField: Int

  let vpid: FieldHandle?
  let vtid: FieldHandle?
  let procname: FieldHandle?

  @usableFromInline let signal: FieldHandle?
  @usableFromInline let subscriber: FieldHandle?
  @usableFromInline let text: FieldHandle?
  /// The rule of a `violation`.
  let rule: FieldHandle?
  @usableFromInline let subscription: FieldHandle?
  @usableFromInline let number: FieldHandle?
  let age: FieldHandle?
  let parent: FieldHandle?
  let cause: FieldHandle?
  let action: FieldHandle?

  init(
    _ event: EventClass, host: Int32, fixedProcess: Int32?, lossDomain: Int, markDomain: Int
  ) {
    kind = EventKind(eventName: event.name)
    self.host = host
    self.fixedProcess = fixedProcess
    self.lossDomain = lossDomain
    self.markDomain = markDomain
    firstPayloadField = event.payload.first?.handle.id.index ?? -1
    vpid = Self.number(event.context, "vpid")
    vtid = Self.number(event.context, "vtid")
    procname = Self.text(event.context, "procname")
    let fields = kind == .other ? [] : event.payload
    signal = Self.text(fields, "signal")
    subscriber =
      Self.text(fields, "subscriber") ?? Self.text(fields, "scheduler")
      ?? Self.text(fields, "compound_disposable")
    subscription = Self.number(fields, "subscription_id")
    parent = Self.number(fields, "parent_id")
    cause = Self.number(fields, "cause_id")
    action = Self.number(fields, "action_id")
    rule = Self.text(fields, "rule")
    age = Self.number(fields, "age_ns")
    text = Self.textName(kind).flatMap { Self.text(fields, $0) }
    number = Self.numberName(kind).flatMap { Self.number(fields, $0) }
    quickProcess = QuickProcess(vpid: vpid, vtid: vtid)
    quick = QuickFields(signal: signal, subscription: subscription, number: number)
    quickSubscription = subscription?.word
    quickSubscriber = subscriber?.text
    quickText = text?.text
  }

  private static func textName(_ kind: EventKind) -> String? {
    switch kind {
    case .next: "value"
    case .error: "error"
    case .violation: "detail"
    case .dropped: "reason"
    case .exiting: "program"
    case .added, .removed: "disposable"
    default: nil
    }
  }

  private static func numberName(_ kind: EventKind) -> String? {
    switch kind {
    case .next: "ordinal"
    case .error, .completed, .disposed, .alive: "values"
    case .dropped: "count"
    case .exiting: "subscriptions"
    case .scheduled: "delay_ns"
    case .added, .removed: "new_total"
    default: nil
    }
  }

  private static func number(_ fields: [EventClass.Field], _ name: String) -> FieldHandle? {
    for field in fields where field.name == name {
      switch field.fieldClass {
      case .integer, .enumeration: return field.handle
      default: return nil
      }
    }
    return nil
  }

  private static func text(_ fields: [EventClass.Field], _ name: String) -> FieldHandle? {
    for field in fields where field.name == name {
      switch field.fieldClass {
      case .string: return field.handle
      case .array(.integer(let element), _, _), .sequence(.integer(let element), _, _):
        return element.isText ? field.handle : nil
      default: return nil
      }
    }
    return nil
  }
}

/// Where the fields are that tell an event's process.
@usableFromInline
struct QuickProcess {
  @usableFromInline let vpid: FieldHandle.Place
  @usableFromInline let vtid: FieldHandle.Place

  init?(vpid: FieldHandle?, vtid: FieldHandle?) {
    guard let vpid = vpid?.signedHalf, let vtid = vtid?.signedHalf else { return nil }
    self.vpid = vpid
    self.vtid = vtid
  }
}

/// Where the fields are that every value is asked for.
@usableFromInline
struct QuickFields {
  @usableFromInline let signal: FieldHandle.Place
  @usableFromInline let subscription: FieldHandle.Place
  /// So many bytes behind the subscription's.
  @usableFromInline let number: Int

  init?(signal: FieldHandle?, subscription: FieldHandle?, number: FieldHandle?) {
    guard let signal = signal?.text, let subscription = subscription?.word,
      let number = number?.word, let distance = subscription.distance(to: number)
    else { return nil }
    self.signal = signal
    self.subscription = subscription
    self.number = distance
  }
}

/// What `ModelEvent.quickValue` tells.
@usableFromInline
package struct QuickValue {
  @usableFromInline package let key: SubscriptionKey
  @usableFromInline package let number: UInt64
  @usableFromInline let signals: UnsafeMutablePointer<NameStore>
  @usableFromInline let signal: UnsafeRawBufferPointer

  @inlinable
  init(
    key: SubscriptionKey, number: UInt64, signals: UnsafeMutablePointer<NameStore>,
    signal: UnsafeRawBufferPointer
  ) {
    self.key = key
    self.number = number
    self.signals = signals
    self.signal = signal
  }

  /// Whether it is a value of a signal.
  @inlinable
  @inline(__always)
  package func names(_ id: NameID) -> Bool { signals.pointee.equals(id, signal) }
}
