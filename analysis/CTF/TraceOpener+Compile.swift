// SPDX-License-Identifier: MIT

extension TraceOpener {
  /// Lays out the model of a trace, and notes its streams.
  mutating func lay(
    _ trace: TraceClass, _ folder: String, _ origin: CTFTrace.MetadataOrigin
  ) throws(CTFError) {
    let traceIndex = traces.count
    let firstClass = eventClasses.count
    let firstPlan = streamPlans.count
    builder.keepScopes(0)
    let headerNode = try builder.add(
      trace.packetHeader, scope: ["trace", "packet", "header"], place: "the packet's header")
    var compiler = StreamClassCompiler(
      trace: trace, headerNode: headerNode, scopes: builder.scopeCount)
    for stream in trace.streamClasses {
      try compiler.lay(stream, &builder)
    }
    var stepBuilder = StepBuilder(builder.nodes)
    for laid in compiler.laid {
      compile(laid, trace, traceIndex, &stepBuilder)
    }
    steps += stepBuilder.steps
    var uuidPlace: Int?
    if trace.uuid != nil, let header = trace.packetHeader, headerNode >= 0 {
      var places = StepBuilder(builder.nodes)
      let members = places.add(structure: headerNode)
      uuidPlace = header.members.firstIndex {
        $0.role == .traceUUID && $0.fieldClass.isUUID
      }.flatMap { members[$0].slot == 0 ? members[$0].offset / 8 : nil }
    }
    let files = Discovery.streamFiles(folder)
    let lost = Discovery.lostStreamFiles(folder, besides: files)
    let firstStream = pending.count
    for path in files + lost {
      pending.append(
        PendingStream(
          traceIndex: traceIndex, path: path, headerNode: headerNode, uuidPlace: uuidPlace,
          plans: firstPlan..<streamPlans.count))
    }
    traces.append(
      CTFTrace(
        index: traceIndex, path: folder, metadataOrigin: origin, uuid: trace.uuid,
        environment: trace.environment,
        clocks: trace.clocks, eventClasses: firstClass..<eventClasses.count,
        streams: firstStream..<pending.count))
  }

  private mutating func compile(
    _ laid: StreamClassCompiler.Laid, _ trace: TraceClass, _ traceIndex: Int,
    _ stepBuilder: inout StepBuilder
  ) {
    var plan = laid.plan
    var planOfID: [UInt64: Int32] = [:]
    for event in laid.events {
      let index = eventClasses.count
      let firstStep = steps.count + stepBuilder.steps.count
      stepBuilder.begin()
      let context = stepBuilder.add(structure: laid.contextNode)
      let own = stepBuilder.add(structure: event.contextNode)
      let payload = stepBuilder.add(structure: event.payloadNode)
      stepBuilder.end()
      fieldSlots = max(fieldSlots, Int(stepBuilder.slotCount))
      planOfID[event.declaration.id] = Int32(classPlans.count)
      classPlans.append(
        ClassPlan(
          firstStep: firstStep,
          stepCount: steps.count + stepBuilder.steps.count - firstStep,
          shape: PlanShape(stepBuilder.steps.dropFirst(firstStep - steps.count)),
          contextNode: laid.contextNode, ownContextNode: event.contextNode,
          payloadNode: event.payloadNode))
      eventClasses.append(
        EventClass(
          index: index, traceIndex: traceIndex, streamClassID: plan.streamClassID,
          id: event.declaration.id, name: event.declaration.name,
          logLevel: event.declaration.logLevel, modelURI: event.declaration.modelURI,
          context: handles(laid.contextNode, context, index)
            + handles(event.contextNode, own, index),
          payload: handles(event.payloadNode, payload, index)))
    }
    let direct = (planOfID.keys.filter { $0 < 1 << 16 }.max() ?? 0) + 1
    plan.firstID = ids.count
    plan.directCount = Int(direct)
    ids += (0..<direct).map { planOfID[$0] ?? -1 }
    streamPlans.append(plan)
    sparseIDs.append(
      planOfID.filter { $0.key >= direct }.map { SparseID(id: $0.key, plan: $0.value) })
  }

  private func handles(_ structure: Int, _ places: [FieldPlace], _ classIndex: Int)
    -> [EventClass.Field]
  {
    guard structure >= 0 else { return [] }
    let first = Int(builder.nodes[structure].firstChild)
    return places.enumerated().map { offset, place in
      let node = builder.nodes[first + offset]
      let declaration = builder.declarations[first + offset]
      return EventClass.Field(
        name: declaration.name, fieldClass: declaration.fieldClass,
        handle: FieldHandle(
          id: first + offset, classIndex: classIndex, place: place, node: node,
          isText: node.isText))
    }
  }
}

extension FieldClass {
  /// Whether it is an array of 16 bytes.
  fileprivate var isUUID: Bool {
    switch self {
    case .array(.integer(let element), 16, _): element.size == 8 && element.alignment == 8
    case .blob(let blob): blob.extent == .fixed(16)
    default: false
    }
  }
}
