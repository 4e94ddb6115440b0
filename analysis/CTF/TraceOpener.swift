// SPDX-License-Identifier: MIT

/// Reads metadata, compiles it, and scans the streams' headers.
struct TraceOpener {
  private(set) var traces: [CTFTrace] = []
  private(set) var eventClasses: [EventClass] = []
  private(set) var streamPlans: [StreamPlan] = []
  private(set) var sparseIDs: [[SparseID]] = []
  private(set) var damage: [Damage]

  private struct PendingStream {
    var traceIndex: Int
    var path: String
    var headerNode: Int
    var uuidPlace: Int?
    var plans: Range<Int>
  }

  private var builder = NodeBuilder()
  private var steps: [Step] = []
  private var classPlans: [ClassPlan] = []
  private var ids: [Int32] = []
  private var fieldSlots = 0
  private var pending: [PendingStream] = []

  init(damage: [Damage]) { self.damage = damage }

  /// What each field is.
  var fields: [FieldDeclaration] { builder.declarations }

  mutating func report(_ error: CTFError, _ folder: String) {
    damage.append(
      Damage(
        kind: .metadata, path: error.place?.path ?? folder, offset: 0, what: error.description))
  }

  // MARK: Metadata

  private mutating func metadata(_ folder: String) throws(CTFError) -> TraceClass {
    let path = folder + "/metadata"
    let file = try File(path)
    guard file.size <= 1 << 26 else {
      throw CTFError(
        .unsupported, "a metadata file of \(file.size) bytes is too large",
        place: .init(path: path))
    }
    let content = file.read(at: 0, count: file.size)
    guard content.first != 0x1e else {
      throw CTFError(
        .unsupported, "this is CTF 2 metadata, which cannot be read yet",
        remedy: "record with 'lttng create --trace-format=ctf-1.8'", place: .init(path: path))
    }
    let text = MetadataText(content)
    guard !text.bytes.allSatisfy({ $0 == 0 || $0 == 0x20 || $0 == 0x0a }) else {
      throw CTFError(
        .emptyMetadata, "the metadata is empty, so the events cannot be decoded",
        place: .init(path: path))
    }
    do throws(TSDLFault) {
      let (parsed, cut) = try TSDLParser.parse(text.bytes)
      let cutText = cut.map { "line \($0.line) is cut short: \($0.message)" }
      if let what = [text.damage?.what, cutText].compactMap({ $0 }).joined(separator: "; ").nonEmpty
      {
        damage.append(
          Damage(
            kind: .metadata, path: path, offset: text.damage?.offset ?? file.size, what: what))
      }
      var trace = parsed
      trace.settle()
      return trace
    } catch {
      throw CTFError(
        .syntax, error.message,
        place: .init(path: path, line: error.line, column: error.column))
    }
  }

  /// Reads the metadata of a trace, compiles it and notes its streams.
  mutating func add(_ folder: String) throws(CTFError) {
    let trace = try metadata(folder)
    let saved = self
    do throws(CTFError) {
      try compile(trace, folder)
    } catch {
      let damage = self.damage
      self = saved
      self.damage = damage
      throw CTFError(
        error.code, error.message, remedy: error.remedy,
        place: .init(path: folder + "/metadata"))
    }
  }

  // MARK: Compilation

  private mutating func compile(_ trace: TraceClass, _ folder: String) throws(CTFError) {
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
    let firstStream = pending.count
    for path in files {
      pending.append(
        PendingStream(
          traceIndex: traceIndex, path: path, headerNode: headerNode, uuidPlace: uuidPlace,
          plans: firstPlan..<streamPlans.count))
    }
    traces.append(
      CTFTrace(
        index: traceIndex, path: folder, uuid: trace.uuid, environment: trace.environment,
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
          classIndex: index, firstStep: firstStep,
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

  // MARK: Streams

  /// The streams with their packets.
  struct Scanned {
    var tables: DecodeTables
    var streams: [DataStream] = []
    /// For each stream the index of its plan.
    var plans: [Int?] = []
    var damage: [Damage]
  }

  /// Reads the headers of all packets.
  func scan() -> Scanned {
    let tables = DecodeTables(
      nodes: builder.nodes, ranges: builder.ranges, steps: steps, classPlans: classPlans,
      ids: ids, valueSlots: builder.valueSlots, fieldSlots: fieldSlots)
    var scanned = Scanned(tables: tables, damage: damage)
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
        scanned.damage.append(
          Damage(
            kind: .unreadable, path: stream.path, offset: 0, what: error.message,
            streamIndex: index))
      }
      scanned.damage += scanner.damage
      let plan = scanner.planIndex.map { stream.plans.lowerBound + $0 }
      scanned.plans.append(plan)
      scanned.streams.append(
        DataStream(
          index: index, traceIndex: stream.traceIndex,
          files: [.init(path: stream.path, size: size)],
          streamClassID: plan.map { streamPlans[$0].streamClassID },
          instanceID: scanner.instanceID, cpu: scanner.cpu, packets: scanner.packets))
    }
    for place in RingBuffers(scanned.streams, traces: traces).repeated {
      scanned.streams[place.stream].packets[place.index].isRepeated = true
    }
    return scanned
  }
}

extension String {
  /// Nil if it is empty.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension FieldClass {
  /// Whether it is an array of 16 bytes.
  fileprivate var isUUID: Bool {
    guard case .array(.integer(let element), 16) = self else { return false }
    return element.size == 8 && element.alignment == 8
  }
}
