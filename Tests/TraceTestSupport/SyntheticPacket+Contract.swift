// SPDX-License-Identifier: MIT

extension SyntheticPacket {
  /// Writes a `racsignal:subscribed`.
  package mutating func subscribed(
    _ signal: String, _ place: String = "App/A.swift:1", id: UInt64, at time: UInt64,
    process: UInt64 = 100
  ) {
    event(
      "racsignal:subscribed", at: time, process: process,
      [.text(signal), .text(place), .number(id), 1, 0, 0])
  }

  /// Writes a `racsignal:next`.
  package mutating func next(
    _ signal: String, _ value: String = "1", id: UInt64, ordinal: UInt64, at time: UInt64,
    place: String = "App/A.swift:1", process: UInt64 = 100
  ) {
    event(
      "racsignal:next", at: time, process: process,
      [.text(signal), .text(place), .text(value), .number(id), .number(ordinal)])
  }

  /// Writes a `racsignal:completed` and the `racsignal:disposed` that follows it.
  package mutating func completed(
    _ signal: String, id: UInt64, values: UInt64, at time: UInt64, place: String = "App/A.swift:1",
    process: UInt64 = 100
  ) {
    let fields: [TestValue] = [
      .text(signal), .text(place), .number(id), .number(values),
    ]
    event("racsignal:completed", at: time, process: process, fields)
    event("racsignal:disposed", at: time + 1, process: process, fields)
  }

  /// Writes a `racsignal:error` and the `racsignal:disposed` that follows it.
  package mutating func failed(
    _ signal: String, _ error: String, id: UInt64, values: UInt64, at time: UInt64,
    place: String = "App/A.swift:1"
  ) {
    event(
      "racsignal:error", at: time,
      [.text(signal), .text(place), .text(error), .number(id), .number(values)])
    event(
      "racsignal:disposed", at: time + 1,
      [.text(signal), .text(place), .number(id), .number(values)])
  }
}
