// SPDX-License-Identifier: MIT

extension Trust {
  /// A span in which a stream lost events.
  ///
  /// It concerns all event classes of its stream class, in every process that writes to the
  /// stream's buffers.
  public struct LossWindow: Sendable, Equatable {
    /// Why events are missing.
    public enum Cause: String, Sendable {
      /// The counter of discarded events rose.
      case discarded
      /// Packet numbers are missing.
      case missingPackets
      /// The stream does not start at its first packet.
      case missingStart
      /// The stream's last packet is full and ends long before those of its siblings: the rest was
      /// never delivered, as when a program is killed while it writes an event.
      case stalledTail
      /// Something could not be read.
      case damage
    }

    /// The index of the stream in ``CTFTraceSet/streams``.
    public var streamIndex: Int
    /// The begin in ns since 1970; where nothing bounds the loss, the least number there is.
    ///
    /// ``CTFTraceSet/span(ofTrace:)`` bounds it for those who show it.
    public var from: Int64
    /// The end in ns since 1970; where nothing bounds the loss, the greatest number there is.
    public var to: Int64
    /// How many events were lost; nil means unknown.
    public var count: UInt64?
    /// How many packets are missing; nil where it is not whole packets that are.
    public var packets: UInt64?
    /// Why.
    public var cause: Cause
    /// Whether events were discarded though the packet had space left: they may be larger than a
    /// sub-buffer.
    public var mayBeOversize: Bool
    /// Whether the missing packets lie between two traces, as two chunks of a session, so that they
    /// may stand in a third.
    public var isBetweenTraces: Bool

    /// A window.
    public init(
      streamIndex: Int, from: Int64, to: Int64, count: UInt64? = nil, packets: UInt64? = nil,
      cause: Cause, mayBeOversize: Bool = false, isBetweenTraces: Bool = false
    ) {
      self.streamIndex = streamIndex
      self.from = from
      self.to = to
      self.count = count
      self.packets = packets
      self.cause = cause
      self.mayBeOversize = mayBeOversize
      self.isBetweenTraces = isBetweenTraces
    }
  }
}
