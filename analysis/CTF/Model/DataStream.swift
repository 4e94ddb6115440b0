// SPDX-License-Identifier: MIT

/// One stream of packets: what one buffer of one CPU was written to.
public struct DataStream: Sendable {
  /// A file with packets of the stream.
  public struct File: Sendable, Equatable {
    /// Where it is.
    public let path: String
    /// Its size in bytes, when it was opened.
    public let size: Int
  }

  /// The index in ``CTFTraceSet/streams``.
  public let index: Int
  /// The index of the trace in ``CTFTraceSet/traces``.
  public let traceIndex: Int
  /// The files, at least one; several if the tracer went on in a new one.
  public internal(set) var files: [File]
  /// The id of the stream class, or nil if there is no packet.
  public let streamClassID: UInt64?
  /// The number of the buffer in its channel.
  public let instanceID: UInt64?
  /// The CPU, or nil if the trace does not tell.
  public let cpu: Int?
  /// The packets, in the order in which they were written.
  public internal(set) var packets: [Packet]

  /// The first file.
  public var path: String { files[0].path }

  /// The name of the first file: the channel and the number of the CPU.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The begin of the first packet in ns since 1970.
  public var begin: Int64? { packets.first?.begin }
  /// The end of the last packet in ns since 1970.
  public var end: Int64? { packets.last?.end }
}
