// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// What signals of all value types have in common: a name, an id, and whether traces show values.
///
/// It is only ever a ``Signal``; the library makes no other subclass.
public class SignalBase: CustomStringConvertible, @unchecked Sendable {
  // Unchecked: all is constant or atomic.

  /// A number that is unique in this process; `signal_id` in traces.
  public final let id: UInt64

  /// Whether events of one subscription can never overlap, because the source serialises them.
  final let deliversSerially: Bool

  private final let firstName: TraceName
  /// The name given later, retained, or nil.
  private final let givenName = Atomic<Unmanaged<TraceName>?>(nil)
  private final let hidesValues: Atomic<Bool>

  init(name: TraceName, deliversSerially: Bool, isRedacted: Bool = false) {
    id = ractrace_new_id()
    firstName = name
    self.deliversSerially = deliversSerially
    hidesValues = Atomic(isRedacted)
  }

  deinit {
    givenName.load(ordering: .acquiring)?.release()
  }

  /// The name of the signal: the one it was given, or else what it is made of, such as
  /// `clicks.map.filter`.
  ///
  /// The text is built when it is asked for.
  public final var description: String { name.description }

  /// Gives the signal a name, for traces and for its ``description``.
  ///
  /// ```swift
  /// let clicks = Subject<Int>().named("clicks")
  /// ```
  ///
  /// Signals that are derived from now on take their names from this one (`clicks.map`), and so do
  /// subscriptions from now on.
  ///
  /// - Returns: The signal itself.
  /// - Complexity: O(1), an allocation.
  @discardableResult
  public final func named(_ name: String) -> Self {
    // The old name is kept by the new one: another thread may be reading it.
    var current = givenName.load(ordering: .acquiring)
    while true {
      let replaced = current?.takeUnretainedValue() ?? firstName
      let new = Unmanaged.passRetained(TraceName(.plain(name), replacing: replaced))
      let (exchanged, original) = givenName.compareExchange(
        expected: current, desired: new, ordering: .acquiringAndReleasing)
      if exchanged {
        current?.release()
        return self
      }
      new.release()
      current = original
    }
  }

  /// Keeps the values of this signal out of traces, and those of all signals that are derived from
  /// it from now on: they read `(redacted)`.
  ///
  /// ```swift
  /// let passwords = Subject<String>().named("passwords").redacted()
  /// ```
  ///
  /// Everything else is traced as ever, errors included. Say it where the signal is made:
  /// subscriptions that are there already keep showing values. A subject that is subscribed to this
  /// signal is a signal of its own, and shows what it is sent unless it is redacted as well.
  ///
  /// - Returns: The signal itself.
  @discardableResult
  public final func redacted() -> Self {
    hidesValues.store(true, ordering: .relaxed)
    return self
  }

  final var isRedacted: Bool { hidesValues.load(ordering: .relaxed) }

  final var name: TraceName {
    givenName.load(ordering: .acquiring)?.takeUnretainedValue() ?? firstName
  }

  /// One step of subscribing: a signal, and the passthrough that is to be connected to it.
  ///
  /// An operator returns the step that its own source needs instead of taking it, so that a chain
  /// of any length is subscribed in a loop.
  struct Link {
    let signal: SignalBase
    let passthrough: PassthroughBase
    /// Steps for the same operator that come after this one and all that this one needs.
    fileprivate var following: [Link]?

    init(signal: SignalBase, passthrough: PassthroughBase) {
      self.signal = signal
      self.passthrough = passthrough
    }

    /// The steps of an operator with several sources, in their order; nil if there are none.
    static func inOrder(_ links: [Link]) -> Link? {
      guard var first = links.first else { return nil }
      if links.count > 1 { first.following = Array(links.dropFirst()) }
      return first
    }

    /// Whether the operator has ended meanwhile, because of a source that was connected before.
    ///
    /// Downstream is asked as well: the disposal of the rest may have been postponed.
    fileprivate var isUnwanted: Bool {
      passthrough.isDisposed || passthrough.downstreamBase?.isDisposed ?? false
    }

    /// Takes the step, without counting references to what it holds anyway.
    @inline(__always)
    fileprivate func connect() -> Link? {
      Unmanaged.passUnretained(signal)._withUnsafeGuaranteedRef { signal in
        Unmanaged.passUnretained(passthrough)._withUnsafeGuaranteedRef { passthrough in
          passthrough.subscription.begin()
          return signal.attach(erased: passthrough)
        }
      }
    }
  }

  /// Connects a passthrough, which is one for this signal's values, to what sends them.
  func attach(erased passthrough: PassthroughBase) -> Link? { nil }

  /// Begins a subscription, and those that it needs: each `racsignal:subscribed`, then its source.
  final func connect(_ passthrough: PassthroughBase) {
    passthrough.subscription.begin()
    guard var link = attach(erased: passthrough) else { return }
    while link.following == nil {
      guard let next = link.connect() else { return }
      link = next
    }
    Self.connectAll(link)
  }

  /// Connects a tree of operators with several sources, depth first, in a loop as well.
  @inline(never)
  private static func connectAll(_ first: Link) {
    var waiting: [Link] = []
    var next: Link? = first
    while let link = next ?? waiting.popLast() {
      next = nil
      if let following = link.following { waiting.append(contentsOf: following.reversed()) }
      guard !link.isUnwanted else { continue }
      next = link.connect()
    }
  }
}
