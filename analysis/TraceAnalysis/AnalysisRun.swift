// SPDX-License-Identifier: MIT

public import TraceModel

/// Runs several analyses in a single pass over a trace.
///
/// ```swift
/// var run = AnalysisRun(try SignalTrace.open(["run1"]))
/// let summary = run.add(Summary())
/// let errors = run.add(Errors())
/// run.start()
/// print(summary.analysis.result().signals.count, errors.analysis.result())
/// ```
///
/// For a single analysis `AnalysisRun.run(_:over:)` is shorter and faster. `start(threads:)` uses
/// several threads.
public struct AnalysisRun {
  /// An analysis of a run.
  public final class Slot<A: Analysis> {
    /// Behind a pointer, since a class's own properties are checked for overlapping access at each
    /// use.
    @usableFromInline let storage: UnsafeMutablePointer<A>

    /// The analysis, which has seen what the run has seen.
    public var analysis: A { storage.pointee }

    @usableFromInline
    init(_ analysis: A) {
      storage = .allocate(capacity: 1)
      storage.initialize(to: analysis)
    }

    deinit { storage.deinitialize(count: 1).deallocate() }
  }

  /// What a run does with an analysis whatever its type: compiled where that is known, since what is
  /// not would copy the analysis at each event.
  @usableFromInline
  final class Steps {
    @usableFromInline let begin: (SignalTrace) -> Void
    @usableFromInline let observe: (borrowing ModelEvent) -> Bool
    @usableFromInline let end: (SignalTrace) -> Void
    /// The analysis as it is now.
    @usableFromInline let analysis: () -> Any
    /// The steps of a copy of the analysis.
    @usableFromInline let fork: () -> Steps
    /// Puts what other steps have seen in the place of what these have.
    @usableFromInline let become: (Steps) -> Void
    /// Puts what other steps have seen of a later part behind what these have.
    @usableFromInline let merge: (Steps) -> Void
    /// Whether parts can be put together.
    @usableFromInline let isMergeable: () -> Bool
    /// Whether a copy of the analysis is another one.
    @usableFromInline let isValue: Bool

    @inlinable
    init<A: Analysis>(_ slot: Slot<A>) {
      let analysis = slot.storage
      begin = { analysis.pointee.begin($0) }
      observe = { event in
        if analysis.pointee.isDone { return false }
        analysis.pointee.observe(event)
        return true
      }
      self.analysis = { analysis.pointee }
      fork = { Steps(Slot(analysis.pointee)) }
      become = { analysis.pointee = Self.analysis(of: $0) }
      merge = { analysis.pointee.merge(later: Self.analysis(of: $0)) }
      isMergeable = { analysis.pointee.isMergeable && !analysis.pointee.isDone }
      isValue = !(A.self is AnyClass)
      // This one keeps the slot.
      end = { slot.storage.pointee.end($0) }
    }

    @usableFromInline
    static func analysis<A: Analysis>(of steps: Steps) -> A {
      guard let analysis = steps.analysis() as? A else {
        preconditionFailure("the steps of another analysis")
      }
      return analysis
    }
  }

  /// Shows each event to all analyses in turn.
  private struct Steppers: ModelEventVisitor {
    var own = OwnTables()
    var others: UnsafeMutableBufferPointer<Unmanaged<Steps>>

    /// Takes the analyses of a run, which have begun: the run keeps them, so that they are neither
    /// counted nor checked for uniqueness at each event.
    init(_ steps: [Steps]) {
      others = .allocate(capacity: steps.count)
      var count = 0
      for step in steps where !own.take(step.analysis()) {
        others.initializeElement(at: count, to: Unmanaged.passUnretained(step))
        count += 1
      }
      others = UnsafeMutableBufferPointer(rebasing: others[..<count])
    }

    func close() { others.deinitialize().deallocate() }

    @inline(__always)
    mutating func visit(_ event: borrowing ModelEvent) -> Bool {
      var goesOn = own.observe(event)
      for step in others where step._withUnsafeGuaranteedRef({ $0.observe(event) }) {
        goesOn = true
      }
      return goesOn
    }
  }

  private let trace: SignalTrace
  @usableFromInline var steps: [Steps] = []

  /// A run over a trace, without analyses.
  ///
  /// - Parameter trace: The trace.
  public init(_ trace: SignalTrace) { self.trace = trace }

  /// Adds an analysis.
  ///
  /// - Parameter analysis: The analysis in its first state.
  /// - Returns: Where to find it after the run.
  @inlinable
  public mutating func add<A: Analysis>(_ analysis: A) -> Slot<A> {
    let slot = Slot(analysis)
    steps.append(Steps(slot))
    return slot
  }

  /// Shows all events to all analyses.
  public func start() {
    Self.show(trace, to: steps)
    for step in steps { step.end(trace) }
  }

  /// Shows all events to all analyses, on several threads.
  ///
  /// The results are those of `start()`: each thread goes over a part of the time with analyses of
  /// its own, and these are merged in the order of the parts. What a stamp that goes backwards across
  /// two parts changes is the order of the events.
  ///
  /// Copies of an analysis must share nothing, such as an output: each thread has one. Where an
  /// analysis is a class the run is on one thread.
  ///
  /// - Parameters:
  ///   - threads: How many threads at most.
  ///   - least: How many bytes of data are worth a thread.
  public func start(threads: Int, least: Int = 1 << 22) {
    let parts = trace.parts(threads, least: least)
    guard parts.count > 1, steps.allSatisfy(\.isValue) else { return start() }
    let forks = parts.map { part in (part: part, steps: steps.map { $0.fork() }) }
    let seen = Threads.map(forks) { fork in
      Self.show(fork.part, to: fork.steps)
      return fork.steps
    }
    guard seen.allSatisfy({ $0.allSatisfy { $0.isMergeable() } }) else { return start() }
    trace.adopt(parts)
    for (part, steps) in zip(parts, seen) {
      for step in steps { step.end(part) }
    }
    for (index, step) in steps.enumerated() {
      step.become(seen[0][index])
      for later in seen.dropFirst() { step.merge(later[index]) }
    }
  }

  private static func show(_ trace: SignalTrace, to steps: [Steps]) {
    for step in steps { step.begin(trace) }
    var steppers = Steppers(steps)
    trace.show(&steppers)
    steppers.close()
  }

  /// Runs one analysis over a trace.
  ///
  /// - Parameters:
  ///   - analysis: The analysis in its first state.
  ///   - trace: The trace.
  /// - Returns: The analysis, which has seen the whole trace.
  @inlinable
  public static func run<A: Analysis>(_ analysis: A, over trace: SignalTrace) -> A {
    var observer = Observer(analysis)
    observer.analysis.begin(trace)
    trace.show(&observer)
    observer.analysis.end(trace)
    return observer.analysis
  }
}

extension AnalysisRun {
  /// Runs one analysis over a trace, on several threads.
  ///
  /// The result is that of a run on one thread: each thread goes over a part of the time, and
  /// the parts are merged in their order. What a stamp that goes backwards across two parts
  /// changes is the order of the events.
  ///
  /// - Parameters:
  ///   - analysis: Makes the analysis in its first state, once for each thread.
  ///   - trace: The trace.
  ///   - threads: How many threads at most.
  ///   - least: How many bytes of data are worth a thread.
  /// - Returns: The analysis, which has seen the whole trace.
  @inlinable
  public static func run<A: Analysis>(
    _ analysis: @escaping @autoclosure () -> A, over trace: SignalTrace, threads: Int,
    least: Int = 1 << 22
  ) -> A {
    let parts = trace.parts(threads, least: least)
    guard parts.count > 1 else { return run(analysis(), over: trace) }
    var seen = Threads.map(parts) { part in
      var observer = Observer(analysis())
      observer.analysis.begin(part)
      part.show(&observer)
      return observer.analysis
    }
    guard seen.allSatisfy({ $0.isMergeable && !$0.isDone }) else {
      return run(analysis(), over: trace)
    }
    trace.adopt(parts)
    for index in seen.indices { seen[index].end(parts[index]) }
    return seen.dropFirst().reduce(into: seen[0]) { $0.merge(later: $1) }
  }
}

/// Shows an analysis the events of a trace.
@usableFromInline
struct Observer<A: Analysis>: ModelEventVisitor {
  @usableFromInline var analysis: A

  @inlinable
  init(_ analysis: A) { self.analysis = analysis }

  @inlinable
  @inline(__always)
  package mutating func visit(_ event: borrowing ModelEvent) -> Bool {
    analysis.observe(event)
    return !analysis.isDone
  }
}
