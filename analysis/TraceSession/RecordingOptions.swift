// SPDX-License-Identifier: MIT

/// What a recording session records, and into what.
///
/// ```swift
/// var options = RecordingOptions(output: "run1")
/// options.detail = .lifecycle
/// let session = try RecordingSession(options)
/// ```
public struct RecordingOptions: Sendable, Equatable {
  /// The trace's directory, made if it is missing, refused if it holds a trace.
  public var output: String
  /// The session's name for the daemon; nil lets the session choose one that nobody else has.
  public var sessionName: String?
  /// Which events are recorded.
  public var detail: Detail = .deliveries
  /// Who shares the buffers.
  public var buffers: Buffers = .process
  /// The size of one sub-buffer in bytes, a power of two; the largest event must fit into it.
  public var subbufferSize: Int = Self.defaultSubbufferSize(processors: SharedMemory.processors)
  /// The number of sub-buffers in each ring buffer, a power of two and at least two.
  public var subbufferCount: Int = 4
  /// Whether a program waits for room in the buffers instead of losing events.
  ///
  /// It needs `RecordingSession.environment` in the program, and lasts as long as the daemon
  /// reads: a daemon that is frozen stops the program as well.
  public var isLossless = false
  /// How long one request may take before the daemon counts as frozen.
  public var controlLimit: Duration = .seconds(5)
  /// How long the daemon may take to bring in what lies in the buffers at the end.
  public var finishLimit: Duration = .seconds(10)

  /// Options with their defaults.
  ///
  /// - Parameter output: The trace's directory.
  public init(output: String) { self.output = output }

  /// How much is recorded; each level includes those before it.
  public enum Detail: String, CaseIterable, Sendable {
    /// Subscriptions, their ends, errors, and what went wrong.
    case lifecycle
    /// And the work handed to schedulers.
    case hops
    /// And each value.
    case values
    /// And the end of each delivery, so that its duration is known.
    case deliveries
    /// And what compound disposables hold.
    case all
  }

  /// Who writes into the same buffers.
  public enum Buffers: String, CaseIterable, Sendable {
    /// Each process has its own: one that is killed inside a write disturbs nobody else.
    case process
    /// All processes of one user share theirs: less memory where there are many.
    case user
  }

  /// The size of a sub-buffer if nobody asks for another: a quarter of a processor's share of
  /// 256 MiB, as a power of two from 256 KiB to 2 MiB.
  ///
  /// Larger sub-buffers lose less than more of them do.
  ///
  /// - Parameter processors: The number of processors that the machine can have.
  /// - Returns: Bytes.
  public static func defaultSubbufferSize(processors: Int) -> Int {
    let share = (256 << 20) / (4 * max(processors, 1))
    let power = 1 << (Int.bitWidth - 1 - max(share, 1).leadingZeroBitCount)
    return min(max(power, 256 << 10), 2 << 20)
  }

  /// The shared memory that the buffers of one process (or of one user) take, in bytes: a ring
  /// buffer for each processor, each with one sub-buffer more than asked for, which the reader has.
  public var bufferMemory: Int {
    let size = (subbufferCount + 1).multipliedReportingOverflow(by: subbufferSize)
    let all = size.partialValue.multipliedReportingOverflow(by: SharedMemory.processors)
    return size.overflow || all.overflow ? .max : all.partialValue
  }

  /// Refuses what the daemon would refuse later and with less words.
  ///
  /// - Throws: `RecordingError` with the code `invalidOptions`.
  public func validate() throws(RecordingError) {
    func isPowerOfTwo(_ number: Int) -> Bool { number > 0 && number & (number - 1) == 0 }
    guard isPowerOfTwo(subbufferSize), subbufferSize >= SharedMemory.pageSize else {
      throw RecordingError(
        .invalidOptions,
        "the size of a sub-buffer must be a power of two of at least \(SharedMemory.pageSize), "
          + "not \(subbufferSize)")
    }
    guard isPowerOfTwo(subbufferCount), subbufferCount >= 2 else {
      throw RecordingError(
        .invalidOptions,
        "the number of sub-buffers must be a power of two of at least 2, not \(subbufferCount)")
    }
    guard bufferMemory != .max else {
      throw RecordingError(
        .invalidOptions, "buffers of that size are larger than any memory")
    }
    guard !output.isEmpty, !output.utf8.contains(0) else {
      throw RecordingError(.invalidOptions, "the name of the output directory is empty")
    }
    if let sessionName, !Self.isSessionName(sessionName) {
      throw RecordingError(
        .invalidOptions,
        "a session's name has 1 to 200 letters, digits, '-', '_' and '.', and is not "
          + "'\(sessionName)'")
    }
  }

  private static func isSessionName(_ name: String) -> Bool {
    let isAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
      default: false
      }
    }
    return isAllowed && !name.hasPrefix(".") && (1...200).contains(name.utf8.count)
  }
}
