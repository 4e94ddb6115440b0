// SPDX-License-Identifier: MIT

/// Infers the metadata of a stream class of our own providers from its packets.
///
/// Unknown are the contexts, the alignment, and which ids stand for which events. All that
/// LTTng could have written is tried, and only what fits every packet to its last bit is taken.
struct BuiltInSchema {
  /// What was found.
  struct Found {
    var layout: USTLayout
    var stream: USTMetadata.Stream
    /// What is to be said of it.
    var notes: [String]
  }

  private struct Fit {
    var layout: USTLayout
    var contexts: [USTLayout.Context]
    var shapes: ShapeSearch.Shapes
    var naming: ContractNaming
    var context: ContextNaming
    /// The bytes that the fit says nothing of.
    var padding: Int
  }

  let streamClassID: UInt64
  let store: PacketStore
  /// The process that wrote the trace, if its folder tells.
  let vpid: UInt64?

  /// How many ways to fit are looked at, for each choice of contexts.
  private static let mostSolutions = 8

  /// The contexts that can be there: what `lttng add-context` adds most, in any order.
  private static let contextLists: [[USTLayout.Context]] = {
    let usual: [[USTLayout.Context]] = [
      [.number32, .number32, .text], [], [.number32, .number32],
    ]
    var lists = usual
    func extend(_ list: [USTLayout.Context], _ rest: [USTLayout.Context]) {
      if !lists.contains(list) { lists.append(list) }
      for index in rest.indices {
        var remaining = rest
        let next = remaining.remove(at: index)
        extend(list + [next], remaining)
      }
    }
    extend([], [.number32, .number32, .text, .number64])
    return lists
  }()

  /// Searches.
  ///
  /// - Parameter layout: The layout of the packets' headers.
  /// - Returns: What fits; nil if nothing does, or if several things do that LTTng could have
  ///   written alike.
  /// - Complexity: O(*n*) in the bytes of the packets, with a bound on the events looked at.
  func find(_ layout: USTLayout) -> Found? {
    guard store.isReadable else { return nil }
    guard store.count > 0 else {
      return Found(layout: layout, stream: .init(id: streamClassID), notes: [])
    }
    let fits = fits(layout).filter(Self.isTelling)
    // Where numbers are aligned, a fit may take for a gap what another reads: the one that
    // explains more bytes is right. Two small numbers are a process and a thread, not the halves
    // of an address, which are seldom as small.
    func order(_ fit: Fit) -> (Int, Int, Int) {
      (fit.naming.rank, fit.padding, fit.contexts.count { $0 == .number64 })
    }
    let best = fits.map(order).min { $0 < $1 }
    let candidates = fits.filter { fit in
      best.map { $0 == order(fit) } ?? false
    }
    guard candidates.count == 1, let fit = candidates.first else { return nil }
    return Found(
      layout: fit.layout,
      stream: .init(
        id: streamClassID,
        contexts: zip(fit.context.names, fit.contexts).map { .init(name: $0, kind: $1) },
        events: fit.naming.names.map(Self.event)),
      notes: notes(fit))
  }

  /// Whether so much fits that it is no accident: other programs have events of a number or two
  /// and a text as well.
  private static func isTelling(_ fit: Fit) -> Bool {
    let shapes = Set(fit.shapes.filter { $0 >= 0 }).map { ContractEvent.shapes[$0] }
    // Ids that LTTng gives only if events were enabled while the program ran.
    guard fit.naming.rank < 2 || shapes.count > 2 else { return false }
    return shapes.contains { $0.strings + $0.integers > 3 }
  }

  private func fits(_ layout: USTLayout) -> [Fit] {
    var fits: [Fit] = []
    // Every event has at least a header of 6 bytes; a wrong choice is mostly seen at once.
    var budget = store.contentSize / 2 + 1_000_000
    for isPacked in [layout.isPacked, !layout.isPacked] {
      var layout = layout
      layout.isPacked = isPacked
      for contexts in Self.contextLists {
        var search = ShapeSearch(store, layout: layout, contexts: contexts, budget: budget)
        let solutions = search.solutions(atMost: Self.mostSolutions)
        budget = search.budget
        // What was not searched to the end may hold another fit.
        guard budget > 0 else { return [] }
        fits += solutions.compactMap { fit(layout, contexts, $0) }
      }
    }
    return fits
  }

  private func fit(
    _ layout: USTLayout, _ contexts: [USTLayout.Context], _ shapes: ShapeSearch.Shapes
  ) -> Fit? {
    let read = EventSamples(store, layout: layout, contexts: contexts, shapes: shapes)
    let samples = read.samples
    let context = ContextNaming(contexts, samples, vpid: vpid)
    let evidence = ContractEvidence(samples, context.process, shapes)
    return ContractNaming(shapes, evidence).map { naming in
      Fit(
        layout: layout, contexts: contexts, shapes: shapes, naming: naming,
        context: context, padding: read.padding)
    }
  }

  /// The event class of an id; if several are possible, with the names of all.
  private static func event(_ id: Int, _ events: [ContractEvent]) -> USTMetadata.Event {
    func joined(_ names: [[String]]) -> [String] {
      (names.first ?? []).indices.map { index in
        var parts: [String] = []
        for list in names where !parts.contains(list[index]) { parts.append(list[index]) }
        return parts.joined(separator: "_or_")
      }
    }
    let isCertain = events.count == 1
    return USTMetadata.Event(
      id: id, name: events.map(\.name).joined(separator: "|"),
      logLevel: isCertain ? events.first?.logLevel : nil,
      modelURI: isCertain ? "urn:ractrace:contract:\(ContractEvent.version)" : nil,
      strings: joined(events.map(\.strings)),
      integers: joined(events.map(\.integers)).map { $0 == "new_total" ? "-new_total" : $0 })
  }

  private func notes(_ fit: Fit) -> [String] {
    var notes: [String] = []
    let contexts = fit.context.names.joined(separator: ", ")
    notes.append(contexts.isEmpty ? "without contexts" : "contexts \(contexts)")
    if fit.context.isAssumed {
      notes.append("vpid and vtid in their usual order, which nothing proves")
    }
    if fit.naming.certainty == .byOrder {
      notes.append("events of equal fields told apart by LTTng's order of ids")
    }
    for (id, events) in fit.naming.names where events.count > 1 {
      notes.append("id \(id) is one of \(events.map(\.name).joined(separator: ", "))")
    }
    return notes
  }
}
