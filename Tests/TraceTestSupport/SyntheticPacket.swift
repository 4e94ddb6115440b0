// SPDX-License-Identifier: MIT

/// The events of a packet of a ``SyntheticTrace`` that is being written.
package struct SyntheticPacket {
  let hasContexts: Bool
  var packet: TestPacket

  /// Writes an event.
  ///
  /// - Parameters:
  ///   - name: A name that the trace declares.
  ///   - time: In ns of the clock.
  ///   - process: The vpid.
  ///   - thread: The vtid; the main thread unless told otherwise.
  ///   - procname: The name of the thread.
  ///   - values: The fields.
  package mutating func event(
    _ name: String, at time: UInt64, process: UInt64 = 100, thread: UInt64? = nil,
    procname: String = "app", _ values: [TestValue]
  ) {
    let context: [TestValue] = [
      .number(process), .number(thread ?? process), .bytes(Array(procname.utf8.prefix(16))),
    ]
    packet.event(name, at: time, context: hasContexts ? context : [], values)
  }
}
