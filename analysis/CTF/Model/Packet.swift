// SPDX-License-Identifier: MIT

/// The header of a packet, as the file has it; its events are not decoded for this.
public struct Packet: Sendable, Equatable {
  /// Which of ``DataStream/files`` it stands in.
  public internal(set) var fileIndex: Int32 = 0
  /// Where it begins in the file, in bytes.
  public var offset: Int
  /// Its size in bits, header included, without the filling at the end.
  public var contentSize: Int
  /// Its size in bits, with the filling at the end.
  public var packetSize: Int
  /// When it was opened, in ns since 1970.
  public var begin: Int64
  /// When it was closed, in ns since 1970; of one that was not closed its begin.
  public var end: Int64
  /// Whether the tracer closed it; nil if the trace does not tell.
  ///
  /// What `lttng-crash` rescues was never closed: its end and its counter mean nothing.
  public var isClosed: Bool?
  /// Its number in its buffer, from 0; nil if the trace does not tell.
  public var sequenceNumber: UInt64?
  /// How many events its buffer had discarded when it was closed, a running total.
  public var discardedEvents: UInt64?
  /// Whether the same packet stands elsewhere too, as long or longer: this one is not read.
  public internal(set) var isRepeated = false
  /// The clock's value at its begin: the seed of the events' stamps.
  var beginCycles: UInt64
  /// The size of header and context, in bits: where the first event may begin.
  var headerSize: Int
}
