// SPDX-License-Identifier: MIT

/// Finds processes by host and vpid, quickly for those that were met before.
@usableFromInline
struct ProcessTable {
  static let most = 65_536

  private(set) var processes: [TracedProcess] = []
  private var numbers: [UInt64: Int] = [:]
  private var recent: [(key: UInt64, index: Int)] = Array(repeating: (.max, 0), count: 64)
  @usableFromInline var lastKey = UInt64.max

  /// The process that was found last.
  @usableFromInline private(set) var found = ProcessID(index: 0)
  /// Its vpid, or −1.
  @usableFromInline private(set) var vpid: Int32 = -1
  /// Whether it is not yet named by its main thread.
  @usableFromInline private(set) var wantsName = true
  /// Whether it has a name.
  @usableFromInline private(set) var hasName = false

  /// Finds the process of an event.
  @inlinable
  @inline(__always)
  @discardableResult
  mutating func find(host: Int32, vpid: Int32?) -> ProcessID {
    let key =
      UInt64(UInt32(bitPattern: host)) << 33
      | (vpid.map { UInt64(UInt32(bitPattern: $0)) } ?? 1 << 32)
    if lastKey != key { change(to: key, host, vpid) }
    return found
  }

  @usableFromInline
  mutating func change(to key: UInt64, _ host: Int32, _ vpid: Int32?) {
    let entry = recent[Int(truncatingIfNeeded: key) & 63]
    let index = entry.key == key ? entry.index : lookUp(key, host, vpid)
    lastKey = key
    found = ProcessID(index: index)
    self.vpid = vpid ?? -1
    wantsName = !processes[index].isNamedByMainThread
    hasName = processes[index].name != nil
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

  /// Tells the name of one of a process's threads.
  mutating func offer(name: String, ofMainThread isMain: Bool, to id: ProcessID) {
    if isMain || processes[id.index].name == nil { processes[id.index].name = name }
    if isMain { processes[id.index].isNamedByMainThread = true }
    lastKey = .max
  }
}
