// SPDX-License-Identifier: MIT

import CTF

extension TraceLosses {
  /// What the reader says, with the names of the places.
  init(_ trust: Trust, in set: CTFTraceSet) {
    self.init()
    windows = trust.windows.map { LossWindow($0, in: set) }
    discardedEvents = trust.discardedEvents
    lostPackets = trust.lostPackets
    repeatedPackets = UInt64(trust.repeatedPackets)
    damage = trust.damage.map { Damage(file: $0.path, offset: $0.offset, what: $0.what) }
  }
}

extension LossWindow {
  fileprivate init(_ window: Trust.LossWindow, in set: CTFTraceSet) {
    let stream = set.streams[window.streamIndex]
    trace = set.traces[stream.traceIndex].path
    cpu = stream.cpu
    var name = stream.name
    if let cpu, name.hasSuffix("_\(cpu)") { name.removeLast("_\(cpu)".utf8.count) }
    channel = name
    // A loss before a buffer's first packet begins nowhere.
    from = max(window.from, min(set.begin ?? window.from, window.to))
    to = window.to
    lost = window.count
    cause = Cause(window.cause)
  }
}

extension LossWindow.Cause {
  fileprivate init(_ cause: Trust.LossWindow.Cause) {
    switch cause {
    case .discarded: self = .discarded
    case .missingPackets: self = .missingPackets
    case .missingStart: self = .missingStart
    case .damage: self = .damage
    }
  }
}
