// SPDX-License-Identifier: MIT

public import TraceModel

/// What an analysis needs of a trace.
public struct AnalysisRequirements: Sendable, Equatable {
  /// The kinds without which the answer says less, which the analysis has to tell if the trace has
  /// not got them.
  public var kinds: Set<EventKind>
  /// The contexts without which the answer says less.
  public var contexts: Set<TraceContext>

  /// Requirements.
  ///
  /// - Parameters:
  ///   - kinds: The kinds without which the answer says less.
  ///   - contexts: The contexts without which it does.
  public init(kinds: Set<EventKind> = [], contexts: Set<TraceContext> = []) {
    self.kinds = kinds
    self.contexts = contexts
  }

  /// What of this a trace has not got.
  ///
  /// - Parameter trace: The trace.
  /// - Returns: The kinds that none of its buffers declares, and the contexts that some event
  ///   class has not got.
  public func missing(in trace: SignalTrace) -> MissingParts {
    MissingParts(
      hasContract: trace.hasContract,
      kinds: EventKind.allCases.filter { kinds.contains($0) && !trace.has($0) }
        .compactMap(\.name),
      contexts: trace.missingContexts.filter { contexts.contains($0) },
      recorded: EventKind.allCases.filter(trace.declaredKinds.contains).compactMap(\.name))
  }
}

/// What an analysis needs and a trace has not got: the answer then says so instead of a wrong
/// number.
public struct MissingParts: Sendable, Equatable, Codable {
  /// Whether any event of the contract was recorded.
  public var hasContract: Bool
  /// The names of the events that were not, such as `racsignal:delivered`, in the order of
  /// `EventKind`.
  public var kinds: [String]
  /// The contexts that were not.
  public var contexts: [TraceContext]
  /// The names of the events of the contract that were, which tells whether more detail would help.
  public var recorded: [String]

  /// Whether nothing is missing.
  public var isEmpty: Bool { hasContract && kinds.isEmpty && contexts.isEmpty }

  /// What is missing.
  ///
  /// - Parameters:
  ///   - hasContract: Whether any event of the contract was recorded.
  ///   - kinds: The names of the events that were not.
  ///   - contexts: The contexts that were not.
  ///   - recorded: The names of the events of the contract that were.
  public init(
    hasContract: Bool = true, kinds: [String] = [], contexts: [TraceContext] = [],
    recorded: [String] = []
  ) {
    self.hasContract = hasContract
    self.kinds = kinds
    self.contexts = contexts
    self.recorded = recorded
  }

  /// What the whole has not got of two parts: an event that one of them declares was recorded, a
  /// context must be in both.
  ///
  /// - Parameter other: What the other part has not got.
  public mutating func merge(_ other: MissingParts) {
    hasContract = hasContract || other.hasContract
    kinds.removeAll { !other.kinds.contains($0) }
    contexts += other.contexts.filter { !contexts.contains($0) }
    recorded += other.recorded.filter { !recorded.contains($0) }
  }
}
