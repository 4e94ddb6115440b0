// SPDX-License-Identifier: MIT

import CTF

/// What a pass knows beside the event: tables that the events' names and processes are found in.
///
/// It lies behind a pointer, so that nothing in it is counted or checked for uniqueness at each
/// event.
@usableFromInline
struct PassTables: ~Copyable {
  let set: CTFTraceSet
  @usableFromInline let signals: UnsafeMutablePointer<NameStore>
  @usableFromInline let subscribers: UnsafeMutablePointer<NameStore>
  @usableFromInline var processes: ProcessTable
  @usableFromInline let hasLosses: Bool
  /// Whether an event's signal or process decides if it is wanted.
  @usableFromInline let selects: Bool
  /// The time of the latest event.
  @usableFromInline var last = Int64.min
  /// The number of the event that is shown, and that of the one whose signal is known.
  @usableFromInline var event: UInt64 = 0
  @usableFromInline var eventOfSignal: UInt64 = 0
  @usableFromInline var knownSignal = NameID(index: 0)
  /// The simple fields of each class, nil where there are others.
  let simpleFields: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<SimpleField>?>
  private let horizons: UnsafeMutableBufferPointer<LossHorizon>

  init(_ trace: SignalTrace, selects: Bool) {
    set = trace.set
    signals = trace.signals.store
    subscribers = trace.subscribers.store
    processes = trace.processTable
    self.selects = selects
    hasLosses = trace.domains.contains { !$0.isEmpty }
    horizons = .allocate(capacity: trace.domains.count)
    _ = horizons.initialize(from: trace.domains.map { LossHorizon($0) })
    simpleFields = .allocate(capacity: trace.set.eventClasses.count)
    _ = simpleFields.initialize(
      from: trace.set.eventClasses.map { event in
        guard let all = SimpleField.all(of: event) else { return nil }
        let copy = UnsafeMutableBufferPointer<SimpleField>.allocate(capacity: all.count)
        _ = copy.initialize(from: all)
        return copy
      })
  }

  deinit {
    for fields in simpleFields { fields?.deallocate() }
    simpleFields.deinitialize().deallocate()
    horizons.deinitialize().deallocate()
  }

  /// The signal of the event that is shown, if it was asked for before: several analyses in one pass
  /// look it up once.
  @inlinable var signalOfEvent: NameID? {
    @inline(__always) get { event == eventOfSignal ? knownSignal : nil }
  }

  /// Keeps the signal of the event that is shown.
  @inlinable
  @inline(__always)
  mutating func remember(_ signal: NameID) {
    knownSignal = signal
    eventOfSignal = event
  }

  /// The latest end of a loss that began before a time, which is not before the last one.
  @usableFromInline
  mutating func lossEnd(_ domain: Int, _ time: Int64) -> Int64 {
    // A copy of the pointer: under ThreadSanitizer the compiler makes a wrong cast for a change
    // behind a pointer that a type without copies holds.
    let horizons = horizons
    horizons[domain].advance(to: time)
    return horizons[domain].latestEnd
  }
}
