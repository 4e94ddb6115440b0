// SPDX-License-Identifier: MIT

/// What a finished session left behind.
public struct RecordingResult: Sendable, Equatable {
  /// The trace's directory, as an absolute path.
  public var output: String
  /// The name of the session, which itself is gone.
  public var sessionName: String
  /// The shared memory that the buffers took, in bytes, all processes that lived at once together.
  public var bufferMemory: Int
  /// How many programs of this session's user registered with it.
  public var programs: Int
  /// What was taken from the buffers of killed programs because the daemon had not delivered it.
  public var rescue = Rescue()
  /// What went wrong without spoiling the trace.
  public var problems: [RecordingError] = []

  /// Packets that a killed program left in its buffers.
  public struct Rescue: Sendable, Equatable {
    /// How many packets joined the trace.
    public var packets = 0
    /// Their content in bytes.
    public var bytes = 0
    /// Where they lie, below the trace's directory; nil if there were none.
    public var directory: String?
  }
}
