// SPDX-License-Identifier: MIT

/// Lays out the field classes of a trace's stream classes and of their events.
struct StreamClassCompiler {
  /// An event class, laid out.
  struct LaidEvent {
    var declaration: EventRecordClass
    var contextNode: Int
    var payloadNode: Int
  }

  /// A stream class, laid out.
  struct Laid {
    var plan: StreamPlan
    var contextNode: Int
    var events: [LaidEvent] = []
  }

  let trace: TraceClass
  /// The node of the packets' header, or −1.
  let headerNode: Int
  /// How many dynamic scopes stand outside of a stream.
  let scopes: Int
  private(set) var laid: [Laid] = []
  private let events: [UInt64: [EventRecordClass]]
  /// How many fields the event classes have, the contexts counted for each.
  private var weight = 0
  private static let largestWeight = 1 << 20

  init(trace: TraceClass, headerNode: Int, scopes: Int) {
    self.trace = trace
    self.headerNode = headerNode
    self.scopes = scopes
    events = Dictionary(grouping: trace.eventClasses, by: \.streamClassID)
  }

  /// Every event class has places for its contexts, so few words can make many.
  private mutating func weigh(_ structures: StructureClass?...) throws(CTFError) {
    weight = structures.reduce(weight + 1) { $0 + ($1?.weight ?? 0) }
    guard weight <= Self.largestWeight else {
      throw CTFError(
        .unsupported, "the event classes have more than \(Self.largestWeight) fields in all")
    }
  }

  /// Lays out a stream class with its events.
  mutating func lay(_ stream: StreamClass, _ builder: inout NodeBuilder) throws(CTFError) {
    let place = "stream \(stream.id)"
    builder.keepScopes(scopes)
    try weigh(trace.packetHeader, stream.packetContext, stream.eventHeader)
    var plan = StreamPlan()
    plan.streamClassID = stream.id
    plan.packetContextNode = try builder.add(
      stream.packetContext, scope: ["stream", "packet", "context"], place: place)
    let header = try builder.add(
      stream.eventHeader, scope: ["stream", "event", "header"], place: place)
    let context = try builder.add(
      stream.eventContext, scope: ["stream", "event", "context"], place: place)
    if let structure = stream.eventHeader { plan.header = HeaderPlan(structure, node: header) }
    // Without a clock, cycles are taken for ns.
    plan.scale =
      clock(of: stream)?.scale
      ?? ClockScale(frequency: 1_000_000_000, origin: trace.clockOffset)
    plan.discardedSize = Self.size(of: .discardedEvents, in: stream.packetContext) ?? 64
    var result = Laid(plan: plan, contextNode: context)
    let outer = builder.scopeCount
    for event in events[stream.id] ?? [] {
      try weigh(stream.eventContext, event.context, event.payload)
      builder.keepScopes(outer)
      let place = "event '\(event.name)'"
      let own = try builder.add(event.context, scope: ["event", "context"], place: place)
      let payload = try builder.add(event.payload, scope: ["event", "fields"], place: place)
      result.events.append(
        LaidEvent(declaration: event, contextNode: own, payloadNode: payload))
    }
    result.plan.packetHeaderNode = headerNode
    result.plan.keepsPacketHeader =
      builder.isReferredTo(headerNode) || builder.isReferredTo(plan.packetContextNode)
    if builder.isReferredTo(header) { result.plan.header.kind = .general }
    laid.append(result)
  }

  private func clock(of stream: StreamClass) -> ClockClass? {
    if let index = stream.clockIndex { return trace.clocks[index] }
    let name = Self.clockName(in: stream.eventHeader) ?? Self.clockName(in: stream.packetContext)
    return trace.clocks.first { $0.name == name } ?? trace.clocks.first
  }

  private static func clockName(in structure: StructureClass?) -> String? {
    for member in structure?.members ?? [] {
      switch member.fieldClass {
      case .integer(let integer):
        if let clock = integer.clock { return clock }
      case .structure(let inner):
        if let clock = clockName(in: inner) { return clock }
      case .variant(let variant):
        if let clock = clockName(in: StructureClass(members: variant.options)) { return clock }
      default: continue
      }
    }
    return nil
  }

  private static func size(of role: FieldRole, in structure: StructureClass?) -> Int? {
    for member in structure?.members ?? [] where member.role == role {
      if case .integer(let integer) = member.fieldClass { return integer.size }
    }
    return nil
  }
}
