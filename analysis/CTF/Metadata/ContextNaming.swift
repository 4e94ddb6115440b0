// SPDX-License-Identifier: MIT

/// Gives the contexts of a stream class their names.
struct ContextNaming {
  /// The names, in the order of the contexts.
  private(set) var names: [String] = []
  /// Tells the process of an event, if anything does.
  private(set) var process: Process = .unknown
  /// Whether `vpid` and `vtid` may be the other way round, with other values.
  private(set) var isAssumed = false

  enum Process: Equatable {
    case unknown
    /// All events are of one process.
    case one
    case first, second

    func of(_ sample: EventSamples.Sample) -> UInt64 {
      switch self {
      case .unknown, .one: 0
      case .first: sample.contexts.0
      case .second: sample.contexts.1
      }
    }
  }

  /// Looks at what the contexts held.
  ///
  /// - Parameters:
  ///   - contexts: The contexts.
  ///   - samples: Events.
  ///   - vpid: The process that all events are of, if that is known.
  init(_ contexts: [USTLayout.Context], _ samples: [EventSamples.Sample], vpid: UInt64?) {
    if vpid != nil { process = .one }
    var numbers: [String] = []
    switch contexts.count(where: { $0 == .number32 }) {
    case 1: numbers = [nameOfOne(samples, vpid)]
    case 2:
      let isSwapped = Self.isThread(samples.lazy.map(\.contexts))
      isAssumed =
        !isSwapped && !Self.isThread(samples.lazy.map { ($0.contexts.1, $0.contexts.0) })
        && samples.contains { $0.contexts.0 != $0.contexts.1 }
      numbers = isSwapped ? ["vtid", "vpid"] : ["vpid", "vtid"]
      process = isSwapped ? .second : .first
    default: break
    }
    names = contexts.map { context in
      switch context {
      case .number32: numbers.removeFirst()
      case .number64: "pthread_id"
      case .text: "procname"
      }
    }
  }

  private mutating func nameOfOne(_ samples: [EventSamples.Sample], _ vpid: UInt64?) -> String {
    let values = Set(samples.lazy.map(\.contexts.0))
    if let vpid {
      // The main thread alone, or the process: either name is true of it.
      if values == [vpid] { return "vpid" }
      return "vtid"
    }
    return "vpid_or_vtid"
  }

  /// Whether the first of two numbers is the thread: each belongs to one process, which has
  /// several.
  ///
  /// Where each process has one thread, the usual order is taken: it is almost always the main
  /// thread, whose two numbers are equal.
  private static func isThread(_ pairs: some Sequence<(UInt64, UInt64)>) -> Bool {
    var secondsOfFirst: [UInt64: Set<UInt64>] = [:]
    var firstsOfSecond: [UInt64: Set<UInt64>] = [:]
    for (first, second) in pairs {
      secondsOfFirst[first, default: []].insert(second)
      firstsOfSecond[second, default: []].insert(first)
    }
    return secondsOfFirst.values.allSatisfy { $0.count == 1 }
      && firstsOfSecond.values.contains { $0.count > 1 }
  }
}
