// SPDX-License-Identifier: MIT

/// Gives the ids of a stream class their names in the contract.
///
/// Shapes and numbers leave some names possible for each id. If more than one is left, LTTng's
/// order decides: it numbers a provider's events in the order of their declaration, those alone
/// that a session wants. If that still leaves several, the order of our own providers and the
/// ladder of log levels decides. What even that leaves open stays open.
struct ContractNaming {
  /// How the names were found.
  enum Certainty: Int {
    case proven
    case byOrder
    case open
  }

  /// A class of the contract for each id: the index in `ContractEvent.all`.
  private typealias Assignment = [Int: Int]

  /// The possible classes of each id, in the order of ids.
  private(set) var names: [(id: Int, events: [ContractEvent])] = []
  private(set) var certainty = Certainty.proven
  /// 0 if our own providers could have given these ids, 1 if LTTng could, else 2.
  private(set) var rank = 2

  /// Finds the names; nil if nothing fits.
  init?(_ shapes: ShapeSearch.Shapes, _ evidence: ContractEvidence) {
    let ids = shapes.indices.filter { shapes[$0] >= 0 }
    let possible = Self.assignments(ids[...], shapes, evidence)
    guard !possible.isEmpty else { return nil }
    let ordered = possible.filter { Self.isOrdered($0) }
    let usual = possible.filter { assignment in
      Self.ladder.contains { row in
        assignment.allSatisfy { $0.key < row.count && row[$0.key] == $0.value }
      }
    }
    rank = !usual.isEmpty ? 0 : !ordered.isEmpty ? 1 : 2
    let left: [Assignment]
    if possible.count == 1 {
      left = possible
    } else if ordered.count == 1 {
      left = ordered
    } else {
      left = [usual, ordered, possible].first { !$0.isEmpty } ?? possible
    }
    certainty = left.count > 1 ? .open : possible.count > 1 ? .byOrder : .proven
    names = ids.map { id in
      let kinds = Set(left.compactMap { $0[id] }).sorted()
      return (id, kinds.map { ContractEvent.all[$0] })
    }
  }

  private static func assignments(
    _ ids: ArraySlice<Int>, _ shapes: ShapeSearch.Shapes, _ evidence: ContractEvidence,
    _ chosen: Assignment = [:]
  ) -> [Assignment] {
    guard let id = ids.first else { return [chosen] }
    let events = ContractEvent.all
    var found: [Assignment] = []
    for kind in events.indices
    where events[kind].shape == ContractEvent.shapes[shapes[id]]
      && !chosen.values.contains(kind) && evidence.allows(events[kind], id)
      && chosen.allSatisfy({
        evidence.allows(events[$0.value], $0.key, beside: events[kind], id)
      })
    {
      var next = chosen
      next[id] = kind
      found += assignments(ids.dropFirst(), shapes, evidence, next)
    }
    return found
  }

  // MARK: LTTng's order

  /// Whether providers, each in the order of declaration, one after the other, give these ids.
  private static func isOrdered(_ assignment: Assignment) -> Bool {
    let sorted = assignment.sorted { $0.key < $1.key }
    let providers = ContractEvent.providers
    var met: [Int] = []
    /// For each gap of ids that unseen events must fill, what is missing.
    var missing: [Int] = []
    var last: (id: Int, kind: Int)?
    for (id, kind) in sorted {
      guard let provider = providers.firstIndex(where: { $0.contains(kind) }) else { return false }
      if let last, met.last == provider {
        guard kind > last.kind, id - last.id <= kind - last.kind else { return false }
      } else {
        guard !met.contains(provider) else { return false }
        let behind = last.flatMap { last in
          providers.first { $0.contains(last.kind) }.map { $0.upperBound - 1 - last.kind }
        }
        let unseen = id - (last?.id ?? -1) - 1
        missing.append(unseen - (behind ?? 0) - (kind - providers[provider].lowerBound))
        met.append(provider)
      }
      last = (id, kind)
    }
    let spare = providers.indices.filter { !met.contains($0) }.map { providers[$0].count }
    return canFill(missing[...], spare)
  }

  /// Whether providers of which nothing was seen can fill the gaps, each in one of them.
  private static func canFill(_ missing: ArraySlice<Int>, _ spare: [Int]) -> Bool {
    guard let first = missing.first else { return true }
    guard first > 0 else { return canFill(missing.dropFirst(), spare) }
    return spare.indices.contains { index in
      var rest = spare
      var needed = missing
      needed[needed.startIndex] = first - rest.remove(at: index)
      return canFill(needed, rest)
    }
  }

  /// The ids that our own providers have, by what `lttng enable-event` can ask for with one
  /// pattern for each provider and one level.
  private static let ladder: [[Int]] = {
    let providers = ContractEvent.providers
    var rows: Set<[Int]> = []
    for level in Set(ContractEvent.all.map(\.logLevel)) {
      for chosen in 1..<1 << providers.count {
        let kinds = providers.indices.filter { chosen >> $0 & 1 == 1 }.flatMap { providers[$0] }
        rows.insert(kinds.filter { ContractEvent.all[$0].logLevel <= level })
      }
    }
    return Array(rows)
  }()
}
