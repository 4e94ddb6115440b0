// SPDX-License-Identifier: MIT

/// A kind of event in one stream class of one trace.
///
/// The same name may stand for several kinds with different fields: join by name, decode by
/// kind.
public struct EventClass: Sendable {
  /// The index in ``CTFTraceSet/eventClasses``.
  public let index: Int
  /// The index of the trace in ``CTFTraceSet/traces``.
  public let traceIndex: Int
  /// The id of the stream class in the trace.
  public let streamClassID: UInt64
  /// The id in the stream class.
  public let id: UInt64
  /// The name, such as `racsignal:next`.
  public let name: String
  /// The LTTng log level, 0 (emergency) to 14 (debug).
  public let logLevel: Int?
  /// The model URI.
  public let modelURI: String?
  /// The contexts: first those of the channel, then those of the event alone.
  public let context: [Field]
  /// The fields of the payload.
  public let payload: [Field]

  /// A field at the top of a context or a payload.
  public struct Field: Sendable {
    /// The name, without the `_` that LTTng puts before names in TSDL.
    public let name: String
    /// The type.
    public let fieldClass: FieldClass
    /// The way to read it.
    public let handle: FieldHandle
  }

  /// The way to read a payload field, or nil if there is none of that name.
  ///
  /// - Complexity: O(*n*) in the number of fields. Resolve once, not for each event.
  public func field(_ name: String) -> FieldHandle? {
    payload.first { $0.name == name }?.handle
  }

  /// The way to read a context field, or nil if there is none of that name.
  ///
  /// - Complexity: O(*n*) in the number of fields. Resolve once, not for each event.
  public func contextField(_ name: String) -> FieldHandle? {
    context.first { $0.name == name }?.handle
  }
}
