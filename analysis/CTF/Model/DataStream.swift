// SPDX-License-Identifier: MIT

/// One stream of packets: a file that one buffer of one CPU was written to.
public struct DataStream: Sendable {
  /// The index in ``CTFTraceSet/streams``.
  public let index: Int
  /// The index of the trace in ``CTFTraceSet/traces``.
  public let traceIndex: Int
  /// The file.
  public let path: String
  /// The size of the file in bytes, when it was opened.
  public let fileSize: Int
  /// The id of the stream class, or nil if there is no packet.
  public let streamClassID: UInt64?
  /// The number of the buffer in its channel.
  public let instanceID: UInt64?
  /// The CPU, or nil if the trace does not tell.
  public let cpu: Int?
  /// The packets in the order of the file.
  public internal(set) var packets: [Packet]

  /// The name of the file: the channel and the number of the CPU.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The begin of the first packet in ns since 1970.
  public var begin: Int64? { packets.first?.begin }
  /// The end of the last packet in ns since 1970.
  public var end: Int64? { packets.last?.end }
}

/// The header of a packet, as the file has it; its events are not decoded for this.
public struct Packet: Sendable, Equatable {
  /// Where it begins in the file, in bytes.
  public var offset: Int
  /// Its size in bits, header included, without the filling at the end.
  public var contentSize: Int
  /// Its size in bits, with the filling at the end.
  public var packetSize: Int
  /// When it was opened, in ns since 1970.
  public var begin: Int64
  /// When it was closed, in ns since 1970.
  public var end: Int64
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
