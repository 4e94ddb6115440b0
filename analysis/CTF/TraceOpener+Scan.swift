// SPDX-License-Identifier: MIT

extension TraceOpener {
  /// The streams with their packets.
  struct Scanned {
    var tables: DecodeTables
    var traces: [CTFTrace]
    var streams: [DataStream] = []
    /// For each stream the index of its plan.
    var plans: [Int?] = []
    var trust = Trust()
  }

  /// Reads the headers of all packets.
  func scan() -> Scanned {
    let tables = DecodeTables(
      nodes: builder.nodes, ranges: builder.ranges, steps: steps, classPlans: classPlans,
      ids: ids, valueSlots: builder.valueSlots, fieldSlots: fieldSlots)
    var scanned = Scanned(tables: tables, traces: traces)
    var damage = damage
    for (index, stream) in pending.enumerated() {
      var scanner = PacketScanner(
        path: stream.path, streamIndex: index, traceUUID: traces[stream.traceIndex].uuid,
        headerNode: stream.headerNode, uuidPlace: stream.uuidPlace,
        plans: Array(streamPlans[stream.plans]), tables: tables)
      var size = 0
      do throws(CTFError) {
        let file = try File(stream.path)
        size = file.size
        scanner.scan(file)
      } catch {
        scanner.tellUnreadable(error)
      }
      damage += scanner.damage
      let plan = scanner.planIndex.map { stream.plans.lowerBound + $0 }
      scanned.plans.append(plan)
      scanned.streams.append(
        DataStream(
          index: index, traceIndex: stream.traceIndex,
          files: [.init(path: stream.path, size: size)],
          streamClassID: plan.map { streamPlans[$0].streamClassID },
          instanceID: scanner.instanceID, cpu: scanner.cpu, packets: scanner.packets))
    }
    scanned.judge(damage, steps: axis.steps) { plan in streamPlans[plan].discardedSize }
    return scanned
  }
}
