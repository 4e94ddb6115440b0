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
  var isNamedByMainThread = false

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

/// Finds processes by host and vpid, quickly for those that were met before.
struct ProcessTable {
  static let most = 65_536

  private(set) var processes: [TracedProcess] = []
  private var numbers: [UInt64: Int] = [:]
  private var recent: [(key: UInt64, index: Int)] = Array(repeating: (.max, 0), count: 64)
  private var last: (key: UInt64, index: Int) = (.max, 0)
  /// Whether the last process is not yet named by its main thread.
  private var lastWantsName = true

  /// The process of an event.
  @inline(__always)
  mutating func find(host: Int32, vpid: Int32?) -> ProcessID {
    let key =
      UInt64(UInt32(bitPattern: host)) << 33
      | (vpid.map { UInt64(UInt32(bitPattern: $0)) } ?? 1 << 32)
    if last.key == key { return ProcessID(index: last.index) }
    let entry = recent[Int(truncatingIfNeeded: key) & 63]
    last = entry.key == key ? entry : (key, lookUp(key, host, vpid))
    lastWantsName = !processes[last.index].isNamedByMainThread
    return ProcessID(index: last.index)
  }

  private mutating func lookUp(_ key: UInt64, _ host: Int32, _ vpid: Int32?) -> Int {
    // A hostile trace may hold a new vpid in every event: memory must stay bounded.
    let index = numbers[key] ?? min(processes.count, Self.most)
    if index == Self.most {
      if processes.count == Self.most {
        processes.append(TracedProcess(host: host, vpid: nil, name: "further processes"))
      }
    } else if index == processes.count {
      numbers[key] = index
      processes.append(TracedProcess(host: host, vpid: vpid, name: nil))
    }
    recent[Int(truncatingIfNeeded: key) & 63] = (key, index)
    return index
  }

  subscript(id: ProcessID) -> TracedProcess { processes[id.index] }

  /// Whether the name of the process that was found last may still become better.
  var wantsName: Bool { lastWantsName }

  /// Tells the name of one of a process's threads.
  mutating func offer(name: String, ofMainThread isMain: Bool, to id: ProcessID) {
    if isMain || processes[id.index].name == nil { processes[id.index].name = name }
    if isMain { processes[id.index].isNamedByMainThread = true }
    last.key = .max
  }
}
