// SPDX-License-Identifier: MIT

/// What lies open at the ends of a part of a trace, and how parts are put together.
///
/// A later part does not know what was open when it began. It keeps what an earlier one must be
/// told: of each thread the ends whose begins it has not seen, the losses, and between these
/// *segments* how long the deliveries took that were in no other. `append` takes them in their
/// order as if it had seen them itself.
extension DeliveryStacks {
  /// The state in a form that can be written down.
  package struct State: Codable, Sendable {
    /// A frame with the text that an analysis keeps for it.
    struct NamedFrame: Codable, Sendable {
      var frame: Frame
      var text: String?
    }

    struct NamedThread: Codable, Sendable {
      var key: SubscriptionKey
      /// The group of buffers that its events are in.
      var group: String
      var state: ThreadState
      /// The outermost first.
      var open: [NamedFrame]
      /// In the order in which they left the stack.
      var waiting: [NamedFrame]
    }

    var threads: [NamedThread] = []
    var segments: [Segment] = []
    package var isCurtailed = false

    /// Nothing.
    package init() {}

    /// How many ends there are whose begins were not seen, handed out as such.
    package var endsWithoutBegin: UInt64 {
      UInt64(segments.lazy.filter { $0.id != nil && !$0.isAction }.count)
    }

    /// How many such ends wait for what follows, and are not handed out.
    package var endsInDoubt: UInt64 {
      threads.reduce(0) { sum, thread in
        sum &+ UInt64(thread.waiting.lazy.map(\.frame).filter(\.isEndInDoubt).count)
      }
    }

    /// How many ends wait whose begins a loss hides.
    package var lostEndsInDoubt: UInt64 {
      threads.reduce(0) { sum, thread in
        let ends = thread.waiting.lazy.map(\.frame).filter { $0.stage == .endOnly && $0.isLost }
        return sum &+ UInt64(ends.filter { !$0.isAction }.count)
      }
    }

    /// What the analysis has put on all frames, and below them.
    package var tags: [UInt64] {
      segments.map(\.tag)
        + threads.flatMap { thread in
          [thread.state.tag] + (thread.open + thread.waiting).map(\.frame.tag)
        }
    }

    /// The deliveries that have no end so far, with what the analysis has put on them.
    package var open: [(begin: Int64, tag: UInt64)] {
      threads.flatMap { thread in
        (thread.open + thread.waiting).lazy.map(\.frame)
          .filter { !$0.isAction && ($0.stage == .open || $0.stage == .loose) }
          .map { ($0.begin, $0.tag) }
      }
    }

    /// What has ended, but might still turn out to cross, as it stands.
    package var ended: [(delivery: Delivery, tag: UInt64, text: String?)] {
      threads.flatMap { thread in
        thread.waiting.filter { $0.frame.stage == .ended && !$0.frame.isAction }.map { named in
          (named.frame.delivery(on: thread.key, .closed), named.frame.tag, named.text)
        }
      }
    }
  }

  /// What a segment's outermost deliveries lie in.
  package enum Context {
    /// A frame, by what the analysis has put on it.
    case frame(UInt64)
    /// A frame that a loss hides.
    case lost
    /// Nothing that was seen, by what the analysis has put there.
    case base(UInt64)
  }

  /// Writes the state down.
  ///
  /// - Parameter text: What the analysis keeps for a frame.
  /// - Returns: The state.
  package func state(text: (_ frame: Int32) -> String? = { _ in nil }) -> State {
    var state = State()
    state.isCurtailed = isCurtailed
    for index in segments.indices { state.segments.append(segments[index]) }
    func named(_ frame: Int32) -> State.NamedFrame {
      State.NamedFrame(frame: frames[Int(frame)], text: text(frame))
    }
    for thread in threads.indices {
      state.threads.append(
        State.NamedThread(
          key: threads.key(at: thread), group: groups[Int(threads[thread].group)],
          state: threads[thread], open: stack(of: thread).reversed().map(named),
          waiting: chain(threads[thread].waiting).reversed().map(named)))
    }
    return state
  }

  /// Stacks as they were written down.
  ///
  /// - Parameters:
  ///   - state: What `state` gave.
  ///   - body: Gets what the analysis kept for a frame.
  package init(_ state: borrowing State, _ body: (_ frame: Int32, String) -> Void) {
    self.init()
    isCurtailed = state.isCurtailed
    for index in state.segments.indices { segments.append(state.segments[index]) }
    for index in state.threads.indices {
      let named = state.threads[index]
      var empty = named.state
      (empty.top, empty.bottom, empty.depth, empty.waiting) = (-1, -1, 0, -1)
      empty.group = group(named.group)
      let thread = threads.insert(named.key, empty)
      put(named, on: thread, body) { $0 }
      threads[thread].hasOpened = empty.hasOpened
    }
  }

  /// The number of a group of buffers.
  private mutating func group(_ name: String) -> Int32 {
    if let known = groups.firstIndex(of: name) { return Int32(known) }
    groups.append(name)
    return Int32(groups.count - 1)
  }

  /// Puts the frames of a thread above what is there.
  private mutating func put(
    _ named: State.NamedThread, on thread: Int, _ body: (Int32, String) -> Void,
    tag: (UInt64) -> UInt64
  ) {
    for waiting in named.waiting {
      var frame = waiting.frame
      frame.tag = tag(frame.tag)
      let index = store(frame)
      wait(index, thread)
      if let text = waiting.text { body(index, text) }
    }
    for open in named.open {
      var frame = open.frame
      let (isLeaf, parent) = (frame.isLeaf, frame.parent)
      frame.tag = tag(frame.tag)
      let index = push(frame, on: thread)
      frames[Int(index)].isLeaf = isLeaf
      if parent != 0 { frames[Int(index)].parent = parent }
      if let text = open.text { body(index, text) }
    }
  }

  // MARK: A later part

  /// Goes on with a later part's ends and losses; what that finishes is in `finished`.
  ///
  /// After this `appendFrames` must be called with the same part.
  ///
  /// - Parameters:
  ///   - later: The part that follows.
  ///   - losses: What all parts lost: a part by itself may take for a loss what an earlier one has.
  ///   - newBase: Makes what the analysis puts below all that was seen of a thread.
  ///   - resolve: Gets what the analysis had put below a segment, and in what that really lies.
  package mutating func appendSegments(
    _ later: State, losses: TraceLosses, newBase: () -> UInt64,
    resolve: (_ base: UInt64, Context) -> Void
  ) {
    finished.removeAll()
    isCurtailed = isCurtailed || later.isCurtailed
    var segments: [Int32: [Segment]] = [:]
    for segment in later.segments { segments[segment.thread, default: []].append(segment) }
    for (number, named) in later.threads.enumerated() {
      guard
        let thread = findThread(named.key, named.state.first, group: group(named.group))
      else { continue }
      let earlier = EarlierLosses(losses, group: named.group)
      let first = earlier.latestEnd(named.state.first)
      if first > .min { meetLoss(thread, first, at: named.state.first) }
      for segment in segments[Int32(number)] ?? [] {
        enter(segment.tag, segment.inner, segment.hasOpened, thread, newBase, resolve)
        let lossEnd = earlier.latestEnd(segment.time)
        if lossEnd > .min { meetLoss(thread, lossEnd, at: segment.time) }
        if let id = segment.id {
          end(
            id, segment.isAction, on: thread, at: segment.time, lossEnd,
            crosses: segment.isCrossing)
        }
      }
      appendDoubt(named, on: thread, newBase, resolve)
      threads[thread].hidden &+= named.state.hidden
      threads[thread].inside &+= named.state.inside
      threads[thread].lossEnd = max(threads[thread].lossEnd, named.state.lossEnd)
    }
  }

  /// Takes the last segment of a part, and the ends that may still turn out to cross.
  private mutating func appendDoubt(
    _ named: State.NamedThread, on thread: Int, _ newBase: () -> UInt64,
    _ resolve: (UInt64, Context) -> Void
  ) {
    let ends = named.waiting.lazy.map(\.frame).filter { $0.stage == .endOnly && !$0.isLost }
    if ends.contains(where: { !$0.isLeaf }) { flush(thread) }
    for frame in ends {
      enter(frame.tag, frame.inner, !frame.isLeaf, thread, newBase, resolve)
      end(
        frame.id, frame.isAction, on: thread, at: frame.end, frame.lossEnd,
        crosses: frame.isCrossing, inDoubt: true)
    }
    let last = named.state
    enter(last.tag, last.inner, last.hasOpened, thread, newBase, resolve)
  }

  /// Goes on with the frames of a later part, after `appendSegments`.
  ///
  /// - Parameters:
  ///   - later: The part that follows.
  ///   - body: Gets what the analysis kept for a frame.
  ///   - tag: What it puts on a frame instead of what it had put there.
  package mutating func appendFrames(
    _ later: State, _ body: (_ frame: Int32, String) -> Void, tag: (UInt64) -> UInt64
  ) {
    for var named in later.threads {
      guard let thread = threads.find(named.key) else { continue }
      named.waiting.removeAll { $0.frame.stage == .endOnly && !$0.frame.isLost }
      put(named, on: thread, body, tag: tag)
    }
  }

  /// Takes what lay in nothing else in a segment.
  private mutating func enter(
    _ tag: UInt64, _ inner: UInt64, _ hasOpened: Bool, _ thread: Int, _ newBase: () -> UInt64,
    _ resolve: (UInt64, Context) -> Void
  ) {
    if hasOpened { flush(thread) }
    let top = threads[thread].top
    if tag != 0 {
      if top >= 0 {
        resolve(tag, .frame(frames[Int(top)].tag))
      } else if threads[thread].hidden > 0 || threads[thread].inside > 0 {
        // What uses it came after the loss, which the later part need not have seen the end of.
        resolve(tag, .lost)
      } else {
        if threads[thread].tag == 0 { threads[thread].tag = newBase() }
        resolve(tag, .base(threads[thread].tag))
      }
    }
    addInner(inner, threads.address(at: thread))
    guard hasOpened else { return }
    threads[thread].hasOpened = true
    if top >= 0 { frames[Int(top)].isLeaf = false }
  }

  // MARK: What the analysis puts below all frames

  /// What was put below all that was seen of the thread of the last event; 0: nothing so far.
  package var baseTag: UInt64 {
    get { threads[thread].tag }
    set { threads[thread].tag = newValue }
  }

  /// In what a frame lies that the last event opened, or what the thread of the last event is in
  /// otherwise; the frame itself does not count.
  ///
  /// Mutating only so that a call does not copy the stacks.
  package var openedContext: Context {
    mutating get {
      if isInLoss { return .lost }
      let state = threads.address(at: thread)
      let below = opened >= 0 ? frames[Int(opened)].below : state.pointee.top
      if below >= 0 { return .frame(frames[Int(below)].tag) }
      return state.pointee.hidden > 0 ? .lost : .base(state.pointee.tag)
    }
  }

  /// Finds what the last event lies in, without what it opened.
  ///
  /// - Parameter row: Gets the frames, the innermost first.
  package func around(_ row: inout OwnedList<Int32>) {
    row.removeAll()
    var frame = opened >= 0 ? frames[Int(opened)].below : threads[thread].top
    while frame >= 0 {
      row.append(frame)
      frame = frames[Int(frame)].below
    }
  }
}

/// What the parts before a thread's part lost, as far as it concerns the thread.
private struct EarlierLosses {
  private let windows: [LossWindow]

  init(_ losses: TraceLosses, group: String) {
    let marks: Set<EventKind> = [
      .next, .error, .completed, .delivered, .scheduled, .began, .ended, .cancelled,
    ]
    // A trace without a UUID has another name in each part: then all losses count.
    let isKnown = losses.domains.contains { $0.group == group }
    windows = losses.windows(
      meeting: FigureNeeds(kinds: marks, groups: isKnown ? [group] : nil))
  }

  func latestEnd(_ time: Int64) -> Int64 {
    windows.lazy.filter { $0.from < time }.map(\.to).max() ?? .min
  }
}
