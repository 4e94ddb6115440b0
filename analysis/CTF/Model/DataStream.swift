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
