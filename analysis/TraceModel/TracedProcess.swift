// SPDX-License-Identifier: MIT

/// One process that wrote events.
public struct TracedProcess: Sendable, Equatable {
  /// The number of its host, as in `SubscriptionKey`.
  public var host: Int32
  /// Its vpid; nil if the trace does not tell, and then it stands for all processes of its trace.
  public var vpid: Int32?
  /// What it is called: the name of its main thread, of another thread as long as the main thread
  /// wrote nothing, or nil if the trace tells no names.
  public var name: String?
  /// Whether the name is that of the main thread.
  public internal(set) var isNamedByMainThread = false

  /// The name and the vpid, as far as they are known.
  public var label: String {
    switch (name, vpid) {
    case (let name?, let vpid?): "\(name) (\(vpid))"
    case (let name?, nil): name
    case (nil, let vpid?): "process \(vpid)"
    case (nil, nil): "unknown process"
    }
  }
}

/// The number that a process has in `SignalTrace.processes`.
public struct ProcessID: Hashable, Sendable {
  /// The number, which may index an array.
  public let index: Int

  /// The number of an entry.
  ///
  /// - Parameter index: The number.
  public init(index: Int) { self.index = index }
}
