// SPDX-License-Identifier: MIT

import CTF

/// What was recorded, and which part of it is selected.
extension SignalTrace {
  /// The begin of what was selected, in ns since 1970, within the trace.
  public var spanBegin: Int64 { clamped(selectedBegin) }

  /// The end of what was selected, in ns since 1970, within the trace; not before the begin.
  public var spanEnd: Int64 { max(clamped(selectedEnd), spanBegin) }

  /// Not what is before, wherever the trace begins.
  var selectedBegin: Int64 { selection.begin?.absolute(begin: begin ?? 0) ?? .min }

  /// Not what is after, wherever the trace ends.
  var selectedEnd: Int64 { selection.end?.absolute(begin: begin ?? 0) ?? .max }

  /// The bytes of the packets that hold something of the selected time, of which `ReadingProgress.bytes`
  /// is a part while they are read.
  public var selectedBytes: Int {
    let (from, to) = (selectedBegin, selectedEnd)
    return self.set.streams.reduce(0) { sum, stream in
      stream.packets.reduce(sum) { sum, packet in
        packet.isRepeated || packet.end < from || packet.begin > to
          ? sum : sum + packet.packetSize / 8
      }
    }
  }

  private func clamped(_ time: Int64) -> Int64 {
    guard let begin, let end else { return begin ?? end ?? 0 }
    return min(max(time, begin), max(begin, end))
  }

  /// Whether a kind of event was recorded, or would have been if it had happened.
  ///
  /// - Parameter kind: A kind of the contract.
  /// - Returns: True if one of the traces declares it.
  public func has(_ kind: EventKind) -> Bool {
    declared.contains(kind) || bindings.contains { $0.kind == kind }
  }

  /// All kinds of the contract that were recorded.
  public var declaredKinds: Set<EventKind> {
    Set(EventKind.allCases.filter { $0 != .other && has($0) })
  }

  /// Whether any event of the contract was recorded.
  public var hasContract: Bool { bindings.contains { $0.kind != .other } }

  /// The contexts without which something is unknown: of vpid, vtid and procname those that some
  /// event class has not got.
  public var missingContexts: [TraceContext] {
    TraceContext.allCases.filter { context in
      bindings.contains { binding in
        switch context {
        case .vpid: binding.vpid == nil && binding.fixedProcess == nil
        case .vtid: binding.vtid == nil
        case .procname: binding.procname == nil && binding.fixedProcess == nil
        }
      }
    }
  }
}
