// SPDX-License-Identifier: MIT

extension TraceOpener {
  /// Opens a trace whose own metadata cannot be used.
  ///
  /// The first that succeeds is taken: metadata that was lent, the schema of our own providers,
  /// and, if the metadata is empty or missing, the packets' headers alone.
  ///
  /// - Parameters:
  ///   - folder: The trace.
  ///   - error: What is wrong with its metadata.
  /// - Throws: `error` if nothing helps; another one if what was lent does not fit.
  mutating func recover(_ folder: String, from error: CTFError) throws(CTFError) {
    let files = Discovery.streamFiles(folder)
    let probe = HeaderProbe(files)
    if let lent {
      var trace = lent.trace
      // What joins streams is what stands in the packets.
      if let probe { trace.uuid = probe.uuid }
      try compile(lent: lent, trace, folder)
      tell(folder, error, "read with the metadata '\(lent.path)', times by its clock")
      return
    }
    guard let probe else { throw error }
    let isEmpty = [.emptyMetadata, .notFound, .unreadable].contains(error.code)
    var recovery = HeaderRecovery(folder: TraceFolder(folder), probe: probe)
    recovery.borrowClock(from: siblings)
    if usesBuiltInSchema, let (trace, undecoded, notes) = recovery.builtIn(),
      isEmpty || !trace.eventClasses.isEmpty
    {
      try compile(trace, folder, origin: .builtIn, undecoded: undecoded)
      tell(
        folder, error,
        (["read with the built-in schema of contract \(ContractEvent.version)"] + notes)
          .joined(separator: "; "))
      return
    }
    guard isEmpty, let trace = recovery.headersOnly() else { throw error }
    try compile(trace, folder, origin: .unknown, undecoded: Set(probe.streamClassIDs))
    tell(
      folder, error,
      "no event can be decoded; lend it metadata with --metadata, of a session like this one")
  }

  private mutating func tell(_ folder: String, _ error: CTFError, _ outcome: String) {
    var path = folder + "/metadata"
    var problem = error.message
    if let place = error.place {
      path = place.path
      if place.line > 0 { problem = "line \(place.line), column \(place.column): \(problem)" }
    }
    damage.append(
      Damage(kind: .metadata, path: path, offset: 0, what: "\(problem); \(outcome)"))
  }
}
