// SPDX-License-Identifier: MIT

/// Something that receives the events of a signal.
///
/// It receives any number of values, then at most one of an error and completion, then nothing.
/// ``Subject`` and ``CallbackSubscriber`` are subscribers, and a ``Signal``'s block is handed one.
/// In a type of one's own calls may come from every thread, from one signal never two at a time.
/// Where it is subscribed to several signals, each may call it while another one does.
///
/// The RAC protocol is RACSubscriber.
public protocol Subscriber<Value>: AnyObject, Sendable {
  /// The type of the values.
  associatedtype Value: Sendable

  /// Receives a value.
  func sendNext(_ value: Value)

  /// Receives the reason why there will be no more; nothing follows.
  func sendError(_ error: any Error)

  /// Learns that there will be no more; nothing follows.
  func sendCompleted()

  /// Receives the disposable of the subscription, before its first event.
  ///
  /// Disposing it ends the subscription. It may be called more than once, for a subscriber of
  /// several signals.
  func didSubscribe(with disposable: CompoundDisposable)
}
