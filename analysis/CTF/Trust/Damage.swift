// SPDX-License-Identifier: MIT

/// A part of a trace that could not be read.
public struct Damage: Sendable, Equatable {
  /// The kind of damage.
  public enum Kind: String, Sendable {
    /// A metadata file that cannot be used to its end.
    case metadata
    /// A trace that cannot be read at all: all its events are missing.
    case trace
    /// Bytes that should begin a packet and do not.
    case badMagic
    /// A packet of another trace.
    case foreignPacket
    /// A header with sizes that cannot be.
    case badSize
    /// A file that ends inside a packet.
    case truncated
    /// A packet whose stream class the metadata does not declare.
    case unknownStream
    /// An event whose class the metadata does not declare.
    case unknownEvent
    /// An event that does not fit into its packet.
    case badEvent
    /// Zero bytes after the last packet; nothing is lost.
    case zeroTail
    /// An index that does not agree with the packets; it is not used, and nothing is lost.
    case badIndex
    /// A file or a folder that cannot be read.
    case unreadable
  }

  /// The kind.
  public var kind: Kind
  /// The file.
  public var path: String
  /// Where it begins in the file, in bytes.
  public var offset: Int
  /// What is wrong, for people.
  public var what: String
  /// The index of the stream, if it is in a stream.
  public var streamIndex: Int?
  /// From when events may be missing, in ns since 1970.
  public var from: Int64?
  /// Until when events may be missing, in ns since 1970.
  public var to: Int64?
  /// How many whole packets are lost by it, if an index tells of them.
  public var packets: UInt64?

  /// Whether it is not known which streams there would be.
  public var hidesTrace: Bool {
    streamIndex == nil && (kind == .trace || kind == .unreadable)
  }
}

extension Damage {
  /// The same, without the packets that an index knows of behind a file's end where a later
  /// chunk of the buffer is there: the gap in the packets' numbers tells of them.
  func withoutGap(in places: [RingBuffers.Place]) -> Damage {
    guard packets != nil, let to, let last = places.last, last.packet.begin >= to else {
      return self
    }
    var damage = self
    damage.packets = nil
    return damage
  }
}
