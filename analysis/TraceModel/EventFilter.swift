// SPDX-License-Identifier: MIT

/// Tells which events a selection asks for by what they say.
///
/// That is their signal, kind, subscriber, thread and text; not their process and their time.
public struct EventFilter {
  /// Whether it asks anything.
  let isOn: Bool

  private let selection: TraceSelection
  /// By class, whether its name is wanted.
  private let classes: [Bool]
  /// By number in their tables, as far as they were met, whether names are wanted.
  private var wantedSignals: [Bool] = []
  private var wantedSubscribers: [Bool] = []

  /// What a selection asks of the events of a trace.
  ///
  /// - Parameters:
  ///   - selection: The selection.
  ///   - trace: The trace that the events come from.
  public init(_ selection: TraceSelection, for trace: SignalTrace) {
    self.selection = selection
    classes = trace.eventNames.map { selection.wants(event: $0) }
    isOn =
      !selection.signals.isEmpty || !selection.kinds.isEmpty || !selection.subscribers.isEmpty
      || !selection.threads.isEmpty || !selection.texts.isEmpty
  }

  /// Whether an event is wanted; what is quick to tell is asked first.
  ///
  /// - Parameter event: An event of the trace.
  /// - Returns: True if it is what all parts of the selection ask for.
  /// - Complexity: That of matching its text, if texts are asked for; patterns of names are
  ///   matched once for each name.
  public mutating func wants(_ event: borrowing ModelEvent) -> Bool {
    guard classes[event.classIndex] else { return false }
    if !selection.signals.isEmpty {
      guard let signal = event.signal, wants(signal: signal, event) else { return false }
    }
    if !selection.threads.isEmpty {
      guard let thread = event.thread, selection.threads.contains(thread) else { return false }
    }
    if !selection.subscribers.isEmpty {
      guard let subscriber = event.subscriber, wants(subscriber: subscriber, event) else {
        return false
      }
    }
    guard !selection.texts.isEmpty else { return true }
    return event.withText { text in
      guard let text else { return false }
      return selection.texts.contains { $0.matches(text) }
    }
  }

  private mutating func wants(signal: NameID, _ event: borrowing ModelEvent) -> Bool {
    let names = event.tables.pointee.signals
    while wantedSignals.count <= signal.index {
      let name = names.pointee.text(NameID(index: wantedSignals.count))
      wantedSignals.append(selection.wants(signal: name))
    }
    return wantedSignals[signal.index]
  }

  private mutating func wants(subscriber: NameID, _ event: borrowing ModelEvent) -> Bool {
    let names = event.tables.pointee.subscribers
    while wantedSubscribers.count <= subscriber.index {
      let name = names.pointee.text(NameID(index: wantedSubscribers.count))
      wantedSubscribers.append(selection.subscribers.contains { $0.matches(name) })
    }
    return wantedSubscribers[subscriber.index]
  }
}
