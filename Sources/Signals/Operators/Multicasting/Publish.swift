// SPDX-License-Identifier: MIT

extension Signal {
  /// Shares one subscription to this signal among any number of subscribers, by a ``Subject``.
  ///
  /// Nothing is subscribed before ``MulticastConnection/connect()``. Subscribers receive what the
  /// source sends from then on, serialised by the subject; one that comes late misses what was
  /// before, except the terminal event. The connection's signal is named `source.publish`.
  ///
  /// - Returns: The connection.
  public final func publish() -> MulticastConnection<Value> {
    let subject = Subject<Value>(
      core: SubjectCore(), name: TraceName(.applied("publish", to: name)))
    if isRedacted { subject.redacted() }
    return MulticastConnection(from: self, to: subject)
  }

  /// Shares one subscription to this signal among any number of subscribers, by a subject of one's
  /// own.
  ///
  /// The kind of the subject says what late subscribers receive. It keeps its name, and shows values
  /// in traces unless it is ``SignalBase/redacted()`` itself. What else is sent to it, subscribers
  /// receive too.
  ///
  /// - Parameter subject: What is subscribed to this signal by ``MulticastConnection/connect()``.
  /// - Returns: The connection.
  public final func multicast(_ subject: Subject<Value>) -> MulticastConnection<Value> {
    MulticastConnection(from: self, to: subject)
  }

  /// A connection with a new subject that replays, to which nobody else sends.
  final func replayed(as name: TraceName, capacity: Int? = nil) -> MulticastConnection<Value> {
    let subject = ReplaySubject<Value>(capacity: capacity, name: name)
    if isRedacted { subject.redacted() }
    let connection = multicast(subject)
    subject.source = connection.users.subscription
    return connection
  }

  /// The same, named after an operator that is applied to this signal.
  final func replayed(by operatorName: String, capacity: Int? = nil) -> MulticastConnection<Value> {
    replayed(as: TraceName(.applied(operatorName, to: name)), capacity: capacity)
  }
}
