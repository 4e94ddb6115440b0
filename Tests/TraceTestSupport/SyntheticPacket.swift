// SPDX-License-Identifier: MIT

/// The events of a packet that is being written.
public struct SyntheticPacket {
  let trace: SyntheticTrace
  var bytes: [UInt8] = []

  /// Writes an event.
  ///
  /// - Parameters:
  ///   - name: A name that the trace declares.
  ///   - time: In ns of the clock.
  ///   - process: The vpid.
  ///   - thread: The vtid; the main thread unless told otherwise.
  ///   - procname: The name of the thread.
  ///   - values: The fields.
  public mutating func event(
    _ name: String, at time: UInt64, process: UInt64 = 100, thread: UInt64? = nil,
    procname: String = "app", _ values: [SyntheticTrace.Value]
  ) {
    guard let id = trace.events.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not declared")
    }
    precondition(trace.events[id].fields.count == values.count, "\(name) has other fields")
    bytes.put(UInt64(id), 2)
    bytes.put(time, 4)
    if trace.hasContexts {
      bytes.put(process, 4)
      bytes.put(thread ?? process, 4)
      let text = Array(procname.utf8.prefix(16))
      bytes += text + Array(repeating: 0, count: 17 - text.count)
    }
    for value in values {
      switch value {
      case .number(let number): bytes.put(number, 8)
      case .bytes(let text): bytes += text + [0]
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number, the least significant byte first.
  mutating func put(_ value: UInt64, _ count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }
}
