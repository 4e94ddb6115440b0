// SPDX-License-Identifier: MIT

extension TraceOpener.Scanned {
  /// Finds the buffers of the streams, what stands twice, and what is missing.
  mutating func judge(_ damage: [Damage], steps: [ClockStep], counterSize: (Int) -> Int) {
    var damage = damage
    join(&damage)
    var buffers = RingBuffers(streams, traces: traces)
    for index in streams.indices { streams[index].bufferIndex = buffers.ofStream[index] }
    for place in buffers.markRepeated() {
      streams[place.stream].packets[place.index].isRepeated = true
    }
    damage = damage.map { entry in
      guard let stream = entry.streamIndex else { return entry }
      let places = buffers.buffers[streams[stream].bufferIndex]
      return entry.bounded(by: places).withoutGap(in: places)
    }
    trust = Trust(
      headersOf: streams, in: buffers, traces: traces,
      discardedSizes: plans.map { $0.map(counterSize) ?? 64 }
    ).adding(damage)
    trust.clockSteps = steps
  }

  /// Makes the files of one stream one stream.
  private mutating func join(_ damage: inout [Damage]) {
    let joiner = StreamJoiner(streams, traces: traces)
    for index in damage.indices {
      damage[index].streamIndex = damage[index].streamIndex.map { joiner.targets[$0] }
    }
    plans = joiner.origins.map { plans[$0] }
    streams = joiner.streams
    var next = 0
    for index in traces.indices {
      let count = streams[next...].prefix { $0.traceIndex == index }.count
      traces[index].streams = next..<next + count
      next += count
    }
  }
}
