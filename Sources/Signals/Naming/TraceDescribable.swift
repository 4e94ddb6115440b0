// SPDX-License-Identifier: MIT

/// A type that chooses its own text in traces.
///
/// ```swift
/// extension User: TraceDescribable {
///   var traceDescription: String { "user \(id)" }
/// }
/// ```
///
/// Values and errors that conform are shown as ``traceDescription`` instead of
/// `String(describing:)`. It is asked only while a session records the event, on the thread that
/// sends, and no lock is held. Whatever it returns is cut and cleaned as the tracepoint contract
/// says. To hide the values of a signal altogether, see ``SignalBase/redacted()``.
public protocol TraceDescribable {
  /// The text for traces; 256 bytes of it are kept at most.
  var traceDescription: String { get }
}
