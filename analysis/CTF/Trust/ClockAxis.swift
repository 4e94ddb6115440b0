// SPDX-License-Identifier: MIT

/// Puts the clocks of all traces on one axis of time.
///
/// Clocks of one name with the same UUID, which LTTng makes from the boot, are the same: its values
/// compare exactly, but each session sampled its distance to 1970 for itself, some ns apart, or
/// further if the wall clock was set in between. So all of them take the first trace's.
struct ClockAxis {
  private struct Identity: Hashable {
    var uuid: String
    var namespace: String?
    var name: String
    var frequency: UInt64
  }

  /// A difference, in ns, that is not one of sampling: someone set the clock.
  private static let step: UInt64 = 1_000_000_000

  private let offsets: [String: Int64]
  private var origins: [Identity: Int64] = [:]
  private var usedOffsets: Set<String> = []
  private(set) var steps: [ClockStep] = []

  /// - Parameter offsets: What is to be added, in ns, by folder or host.
  init(offsets: [String: Int64]) { self.offsets = offsets }

  /// An offset that was asked for, for no trace that there is.
  var unusedOffset: String? { offsets.keys.sorted().first { !usedOffsets.contains($0) } }

  /// Sets the clocks of a trace.
  mutating func set(_ trace: inout TraceClass, index: Int, path: String) {
    let offset = offset(path: path, host: trace.host)
    trace.clockOffset = offset
    for clock in trace.clocks.indices {
      let origin = trace.clocks[clock].origin
      var shift: Int64 = 0
      if let uuid = trace.clocks[clock].uuid {
        let identity = Identity(
          uuid: uuid, namespace: trace.clocks[clock].namespace, name: trace.clocks[clock].name,
          frequency: trace.clocks[clock].frequency)
        let first = origins[identity] ?? origin
        origins[identity] = first
        shift = first &- origin
        if shift.magnitude > Self.step, steps.last?.traceIndex != index {
          steps.append(ClockStep(traceIndex: index, nanoseconds: 0 &- shift))
        }
      }
      trace.clocks[clock].shift = shift &+ offset
    }
  }

  /// What is asked for a trace: by the longest folder that holds it, else by its host, in ns.
  private mutating func offset(path: String, host: String?) -> Int64 {
    let folders = offsets.keys.filter { Self.holds($0, path) }
    guard let key = folders.max(by: { $0.utf8.count < $1.utf8.count }) ?? host,
      let offset = offsets[key]
    else { return 0 }
    usedOffsets.insert(key)
    return offset
  }

  private static func holds(_ folder: String, _ path: String) -> Bool {
    var folder = folder
    while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

extension TraceClass {
  /// The host's name.
  fileprivate var host: String? {
    for entry in environment where entry.name == "hostname" {
      if case .string(let name) = entry.value { return name }
    }
    return nil
  }
}
