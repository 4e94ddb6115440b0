// SPDX-License-Identifier: MIT

public import TraceModel

/// What an answer says of the trace that it comes from: its span, its processes, what was lost and
/// what was not recorded.
public struct AnalysedTrace: Codable, Sendable {
  /// When the first buffer was opened, in ns since 1970; nil for a trace without packets.
  public private(set) var origin: Int64?
  /// The begin of what was analysed, in ns since 1970; nil for a trace without packets.
  public private(set) var begin: Int64?
  /// The end of what was analysed, in ns since 1970; nil for a trace without packets.
  public private(set) var end: Int64?
  /// What was lost.
  public internal(set) var losses = TraceLosses()
  /// How many buffers were written.
  public internal(set) var streams = 0
  /// What the analysis needs and was not recorded.
  public private(set) var missing = MissingParts(hasContract: false)
  private var names: [ProcessKey: ProcessName] = [:]

  /// Nothing yet.
  public init() {}

  /// The length of what was analysed, in ns.
  public var duration: UInt64 {
    guard let begin, let end, end > begin else { return 0 }
    return UInt64(bitPattern: end &- begin)
  }

  /// Something that happened so often, by the second; nil if the span has no length.
  ///
  /// - Parameter count: How often it happened.
  /// - Returns: The rate in Hz.
  public func rate(_ count: UInt64) -> Double? {
    duration > 0 ? Double(count) / (Double(duration) / 1e9) : nil
  }

  /// The names of the processes, in order.
  public var processes: [String] { names.values.map(\.label).sorted() }

  /// What a process is called.
  ///
  /// - Parameters:
  ///   - host: The number of its host, as in `SubscriptionKey`.
  ///   - process: Its vpid, or −1.
  /// - Returns: The name and the vpid, as far as they are known.
  public func label(host: Int32, process: Int32) -> String {
    names[ProcessKey(host: host, process: process)]?.label
      ?? (process < 0 ? "unknown process" : "process \(process)")
  }

  /// Takes a trace that was gone over.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - needed: What the analysis needs.
  public mutating func take(_ trace: SignalTrace, needing needed: AnalysisRequirements) {
    if let first = trace.begin {
      origin = min(origin ?? .max, first)
      begin = min(begin ?? .max, trace.spanBegin)
      end = max(end ?? .min, trace.spanEnd)
    }
    losses.merge(trace.selectedLosses)
    streams += trace.streamCount
    missing = needed.missing(in: trace)
    for process in trace.selectedProcesses {
      name(
        ProcessKey(host: process.host, process: process.vpid ?? -1),
        ProcessName(
          label: process.label,
          rank: process.isNamedByMainThread ? 2 : process.name == nil ? 0 : 1))
    }
  }

  /// Adds what another part of the trace tells.
  ///
  /// - Parameter later: The other part.
  public mutating func merge(_ later: AnalysedTrace) {
    origin = [origin, later.origin].compactMap { $0 }.min()
    begin = [begin, later.begin].compactMap { $0 }.min()
    end = [end, later.end].compactMap { $0 }.max()
    losses.merge(later.losses)
    streams += later.streams
    missing.merge(later.missing)
    for (key, process) in later.names { name(key, process) }
  }

  /// Takes the better of two names of a process.
  private mutating func name(_ key: ProcessKey, _ name: ProcessName) {
    if let known = names[key], known.rank >= name.rank { return }
    names[key] = name
  }

  private struct ProcessName: Codable, Sendable {
    var label: String
    /// Whose name it is: 2 of the main thread, 1 of another one, 0 of nobody.
    var rank: Int
  }
}

/// A process among those of several hosts.
struct ProcessKey: Hashable, Codable, Sendable {
  var host: Int32
  /// The vpid, or −1.
  var process: Int32

  init(host: Int32, process: Int32) {
    self.host = host
    self.process = process
  }

  init(_ key: SubscriptionKey) { self.init(host: key.host, process: key.process) }
}
