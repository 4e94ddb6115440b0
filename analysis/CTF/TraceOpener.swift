// SPDX-License-Identifier: MIT

/// Reads metadata, compiles it, and scans the streams' headers.
struct TraceOpener {
  var traces: [CTFTrace] = []
  var eventClasses: [EventClass] = []
  var streamPlans: [StreamPlan] = []
  var sparseIDs: [[SparseID]] = []
  var damage: [Damage]
  /// The plans whose events cannot be decoded.
  var undecodedPlans: Set<Int> = []

  /// What is used for traces whose own metadata cannot be.
  var lent: LentMetadata?
  var usesBuiltInSchema = true
  /// The folders of all traces.
  var siblings: [String] = []

  struct PendingStream {
    var traceIndex: Int
    var path: String
    var headerNode: Int
    var uuidPlace: Int?
    var plans: Range<Int>
  }

  var builder = NodeBuilder()
  var steps: [Step] = []
  var classPlans: [ClassPlan] = []
  var ids: [Int32] = []
  var fieldSlots = 0
  var pending: [PendingStream] = []

  /// Puts the traces' clocks on one axis.
  var axis: ClockAxis

  init(damage: [Damage], options: CTFTraceSet.Options = .init()) {
    self.damage = damage
    axis = ClockAxis(offsets: options.clockOffsets)
  }

  /// What each field is.
  var fields: [FieldDeclaration] { builder.declarations }

  mutating func report(_ error: CTFError, _ folder: String) {
    damage.append(
      Damage(
        kind: .trace, path: error.place?.path ?? folder, offset: 0, what: error.description))
  }

  /// Reads the metadata of a trace, compiles it and notes its streams.
  ///
  /// If that fails, other ways to read it are tried.
  mutating func add(_ folder: String) throws(CTFError) {
    do throws(CTFError) {
      let metadata = try MetadataFile(folder + "/metadata")
      try compile(metadata.trace, folder, origin: .own)
      if let found = metadata.damage { damage.append(found) }
    } catch {
      try recover(folder, from: error)
    }
  }

  /// Compiles metadata, or changes nothing.
  mutating func compile(
    _ trace: TraceClass, _ folder: String, origin: CTFTrace.MetadataOrigin,
    undecoded: Set<UInt64> = []
  ) throws(CTFError) {
    let saved = self
    do throws(CTFError) {
      let firstPlan = streamPlans.count
      var trace = trace
      axis.set(&trace, index: traces.count, path: folder)
      try lay(trace, folder, origin)
      for index in firstPlan..<streamPlans.count
      where undecoded.contains(streamPlans[index].streamClassID) {
        undecodedPlans.insert(index)
      }
    } catch {
      self = saved
      throw CTFError(
        error.code, error.message, remedy: error.remedy,
        place: .init(path: folder + "/metadata"))
    }
  }
}
