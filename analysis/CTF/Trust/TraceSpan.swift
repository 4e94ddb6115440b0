// SPDX-License-Identifier: MIT

extension CTFTraceSet {
  /// From when to when a trace reaches, with all chunks of its session.
  ///
  /// - Precondition: There is such a trace.
  /// - Parameter index: The index of the trace.
  /// - Returns: The begin of the first packet and the end of the last, in ns since 1970; nil if
  ///   there is no packet. Events may lie behind the end where a packet was not closed.
  /// - Complexity: O(*n*) in the number of packets of all traces.
  public func span(ofTrace index: Int) -> ClosedRange<Int64>? {
    let uuid = traces[index].uuid
    let chunks = traces.filter { $0.index == index || uuid != nil && $0.uuid == uuid }
    let packets = chunks.lazy.flatMap { self.streams[$0.streams] }.flatMap(\.packets)
    guard let begin = packets.map(\.begin).min(), let end = packets.map(\.end).max() else {
      return nil
    }
    return begin...max(begin, end)
  }
}
