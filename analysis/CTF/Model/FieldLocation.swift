// SPDX-License-Identifier: MIT

/// Where an earlier field stands that tells a length or a choice.
public struct FieldLocation: Sendable, Equatable {
  /// Where the way to the field begins.
  enum Origin: Sendable, Equatable {
    /// TSDL: in any enclosing structure, the innermost first, then in the outer scopes.
    case anywhere
    /// CTF 2: so many structures outside of the innermost that is being read.
    case enclosing(Int)
    /// CTF 2: in a scope.
    case scope(FieldScope)
  }

  /// The names, outermost first, as the metadata has them.
  public var path: [String]
  /// Where the way begins.
  var origin = Origin.anywhere
}

/// A structure at the root of a packet or of an event.
enum FieldScope: Sendable {
  case packetHeader, packetContext, eventHeader, eventContext, ownContext, payload

  /// The name in TSDL.
  var name: [String] {
    switch self {
    case .packetHeader: ["trace", "packet", "header"]
    case .packetContext: ["stream", "packet", "context"]
    case .eventHeader: ["stream", "event", "header"]
    case .eventContext: ["stream", "event", "context"]
    case .ownContext: ["event", "context"]
    case .payload: ["event", "fields"]
    }
  }
}

/// What a field of a header tells the reader.
enum FieldRole: UInt8, Sendable {
  case magic, traceUUID, streamClassID, streamInstanceID
  case packetBegin, packetEnd, contentSize, packetSize, sequenceNumber, discardedEvents, cpu
  case eventClassID, timestamp

  static let count = 13
}
