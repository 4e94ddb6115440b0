// SPDX-License-Identifier: MIT

/// One trace: a folder with streams and a `metadata` file, which may be lost.
public struct CTFTrace: Sendable {
  /// A value of the environment.
  public enum EnvironmentValue: Sendable, Equatable {
    /// A number.
    case integer(Int64)
    /// A text.
    case string(String)
  }

  /// A line of the environment.
  public struct EnvironmentEntry: Sendable, Equatable {
    /// The name, such as `hostname`.
    public var name: String
    /// The value.
    public var value: EnvironmentValue
  }

  /// The index in ``CTFTraceSet/traces``.
  public let index: Int
  /// The folder.
  public let path: String
  /// Where the description of its events comes from.
  public let metadataOrigin: MetadataOrigin
  /// The UUID: the same for rotated chunks and snapshots of one session.
  public let uuid: [UInt8]?
  /// What the tracer says of itself, of the host and of the process.
  public let environment: [EnvironmentEntry]
  /// The clocks.
  public let clocks: [ClockClass]
  /// The indices of its event classes in ``CTFTraceSet/eventClasses``.
  public let eventClasses: Range<Int>
  /// The indices of its streams in ``CTFTraceSet/streams``.
  public internal(set) var streams: Range<Int>

  /// A text of the environment.
  ///
  /// - Parameter name: Its name, such as `hostname`.
  /// - Returns: The first of the name, or nil if no text has it.
  public func string(_ name: String) -> String? {
    for entry in environment where entry.name == name {
      if case .string(let value) = entry.value { return value }
    }
    return nil
  }

  /// A number of the environment.
  ///
  /// - Parameter name: Its name, such as `vpid`.
  /// - Returns: The first of the name, or nil if no number has it.
  public func integer(_ name: String) -> Int64? {
    for entry in environment where entry.name == name {
      if case .integer(let value) = entry.value { return value }
    }
    return nil
  }
}
