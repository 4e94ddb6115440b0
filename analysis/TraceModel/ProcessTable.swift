// SPDX-License-Identifier: MIT

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
