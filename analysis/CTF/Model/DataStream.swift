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
  /// The number of the buffer that it was written from.
  ///
  /// The streams of a session's rotated chunks and snapshots that came from one buffer have the
  /// same number: their packets are numbered on and on, and each is read once.
  public internal(set) var bufferIndex = 0

  /// The name: that of its file, without the file's number where there may be several.
  public internal(set) var name: String
  /// The channel: the name without the number of the CPU.
  public internal(set) var channel: String

  init(
    index: Int, traceIndex: Int, files: [File], streamClassID: UInt64?, instanceID: UInt64?,
    cpu: Int?, packets: [Packet]
  ) {
    self.index = index
    self.traceIndex = traceIndex
    self.files = files
    self.streamClassID = streamClassID
    self.instanceID = instanceID
    self.cpu = cpu
    self.packets = packets
    let path = files[0].path
    name = path.split(separator: "/").last.map(String.init) ?? path
    channel = name
  }

  /// The first file.
  public var path: String { files[0].path }

  /// The begin of the first packet in ns since 1970.
  public var begin: Int64? { packets.first?.begin }
  /// The end of the last packet in ns since 1970.
  public var end: Int64? { packets.last?.end }
}
