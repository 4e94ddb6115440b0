// SPDX-License-Identifier: MIT

/// Reads metadata, compiles it, and scans the streams' headers.
struct TraceOpener {
  var traces: [CTFTrace] = []
  var eventClasses: [EventClass] = []
  var streamPlans: [StreamPlan] = []
  var sparseIDs: [[SparseID]] = []
  var damage: [Damage]

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

  init(damage: [Damage]) { self.damage = damage }

  /// What each field is.
  var fields: [FieldDeclaration] { builder.declarations }

  mutating func report(_ error: CTFError, _ folder: String) {
    damage.append(
      Damage(
        kind: .metadata, path: error.place?.path ?? folder, offset: 0, what: error.description))
  }

  /// Reads the metadata of a trace, compiles it and notes its streams.
  mutating func add(_ folder: String) throws(CTFError) {
    let metadata = try MetadataFile(folder + "/metadata")
    if let found = metadata.damage { damage.append(found) }
    let saved = self
    do throws(CTFError) {
      try compile(metadata.trace, folder)
    } catch {
      let damage = self.damage
      self = saved
      self.damage = damage
      throw CTFError(
        error.code, error.message, remedy: error.remedy,
        place: .init(path: folder + "/metadata"))
    }
  }
}
