// SPDX-License-Identifier: MIT

/// Makes metadata for a trace out of its packets.
struct HeaderRecovery {
  let folder: TraceFolder
  let probe: HeaderProbe
  private var clock = ClockClass()
  private var clockNote = "times count from the start of the machine"

  /// How many traces of the same session are asked for their clock.
  private static let mostSiblings = 16

  init(folder: TraceFolder, probe: HeaderProbe) {
    self.folder = folder
    self.probe = probe
    clock.name = "monotonic"
  }

  /// Takes the clock of another trace of the same session, which is the same.
  mutating func borrowClock(from folders: [String]) {
    guard let session = folder.session else { return }
    var asked = 0
    for path in folders
    where asked < Self.mostSiblings && path != folder.path && TraceFolder(path).session == session {
      asked += 1
      guard let file = try? MetadataFile(path + "/metadata"),
        let found = file.trace.clocks.first(where: { $0.name == clock.name })
      else { continue }
      clock = found
      clockNote = "times by the clock of '\(path)'"
      return
    }
  }

  private func metadata(_ layout: USTLayout, _ streams: [USTMetadata.Stream]) -> TraceClass? {
    let metadata = USTMetadata(
      layout: layout, uuid: probe.uuid, environment: folder.environment, clock: clock,
      streams: streams)
    return try? metadata.traceClass()
  }

  /// The model of a trace of which only the packets are known.
  func headersOnly() -> TraceClass? {
    metadata(probe.layouts[0], probe.streamClassIDs.map { .init(id: $0) })
  }

  /// The model of a trace of our own providers.
  ///
  /// - Returns: The model, the stream classes that are not of our providers, and what is to be
  ///   said of it; nil if none is.
  func builtIn() -> (TraceClass, Set<UInt64>, [String])? {
    var results: [(TraceClass, Set<UInt64>, [String])] = []
    for layout in probe.layouts {
      if let result = builtIn(search(layout)) { results.append(result) }
    }
    // If two layouts of the headers fit, neither is known to be right.
    return results.count == 1 ? results[0] : nil
  }

  private func builtIn(_ found: [UInt64: BuiltInSchema.Found])
    -> (TraceClass, Set<UInt64>, [String])?
  {
    let decoded = probe.streamClassIDs.compactMap { found[$0] }
    guard let first = decoded.first(where: { !$0.stream.events.isEmpty }) ?? decoded.first else {
      return nil
    }
    var streams: [USTMetadata.Stream] = []
    var undecoded: Set<UInt64> = []
    var notes: [String] = []
    for id in probe.streamClassIDs {
      guard let match = found[id], match.layout == first.layout || match.stream.events.isEmpty
      else {
        undecoded.insert(id)
        streams.append(.init(id: id))
        notes.append("the events of channel \(id) cannot be decoded")
        continue
      }
      streams.append(match.stream)
      notes += match.notes.filter { !notes.contains($0) }
    }
    return metadata(first.layout, streams).map { ($0, undecoded, notes + [clockNote]) }
  }

  /// Searches the schema of each stream class.
  private func search(_ layout: USTLayout) -> [UInt64: BuiltInSchema.Found] {
    var headers = TraceOpener(damage: [])
    let trace = USTMetadata(
      layout: layout, uuid: probe.uuid, streams: probe.streamClassIDs.map { .init(id: $0) })
    guard let model = try? trace.traceClass(),
      (try? headers.compile(model, folder.path, origin: .unknown)) != nil
    else { return [:] }
    var stores: [UInt64: PacketStore] = [:]
    for stream in headers.scan().streams {
      guard let id = stream.streamClassID else { continue }
      for packet in stream.packets {
        stores[id, default: PacketStore()].add(packet, in: stream.files[Int(packet.fileIndex)].path)
      }
    }
    var found: [UInt64: BuiltInSchema.Found] = [:]
    for (id, store) in stores {
      let schema = BuiltInSchema(
        streamClassID: id, store: store, vpid: folder.process?.vpid)
      found[id] = schema.find(layout)
    }
    return found
  }
}
