// SPDX-License-Identifier: MIT

/// Pairs the begin and end marks of each thread: what a delivery took, and what was nested in it.
///
/// ```swift
/// var stacks = DeliveryStacks(trace)
/// trace.forEachEvent { event in
///   stacks.observe(event) { delivery in print(delivery.total ?? 0) }
///   return true
/// }
/// stacks.finish { delivery in print("open since", delivery.begin ?? 0) }
/// ```
///
/// A `delivered` closes the latest open `next`, `error` or `completed` of its subscription on its
/// thread, an `ended` the latest `began` of its action. If others above it are still open, they
/// cross if their ends are the very next on the thread; else they never had an end, as those of an
/// emitter that tells of none, and are handed out as open. The time of what crosses is taken from
/// the one around both as if it were one span.
///
/// Nothing is paired across a loss. What began during one is never paired.
///
/// Memory is bounded by the threads and by what is open: where a thread's stack grows beyond 16, a
/// subscription's older begins are taken for begins without an end and handed out as open, if it
/// has later ones above them: what is told to lie in them may then differ where parts are put
/// together. No stack is deeper than 4,096. Events without a vtid or without a
/// `subscription_id` are not paired.
public struct DeliveryStacks: ~Copyable {
  static let usualDepth: Int32 = 16
  static let greatestDepth: Int32 = 4_096
  static let mostThreads = 65_536
  @usableFromInline static let mostFrames = 65_536
  static let mostSegments = 16_384

  /// Whether the trace tells the ends of deliveries.
  @usableFromInline let closes: Bool
  /// The groups of buffers by `ThreadState.group`.
  var groups: [String] = []
  @usableFromInline var threads = SubscriptionTable<ThreadState>()
  @usableFromInline package var frames = OwnedList<Frame>()
  @usableFromInline var free: Int32 = -1
  var segments = OwnedList<Segment>()
  var seen = MetIDs()
  /// What was finished by the last event.
  @usableFromInline package var finished = OwnedList<Finished>()
  /// The frame that the last event began; −1: none.
  @usableFromInline package private(set) var opened: Int32 = -1
  /// Whether some of what the last event lies in was handed out as open to make room.
  @usableFromInline package internal(set) var hasForgotten = false
  /// Whether it is known what the last event lies in.
  @usableFromInline package private(set) var isLocated = false
  /// Whether the last event lies in a loss.
  @usableFromInline private(set) var isInLoss = false
  /// The thread of the last event.
  @usableFromInline package private(set) var thread = -1
  @usableFromInline var lastKey = SubscriptionKey(host: 0, process: 0, id: .max)
  /// Whether a bound was hit, so that more was forgotten than an earlier part might know.
  package internal(set) var isCurtailed = false

  /// Stacks without frames.
  ///
  /// - Parameter trace: The trace that follows.
  public init(_ trace: SignalTrace) {
    closes = trace.has(.delivered)
    groups = trace.eventNames.indices.map { trace.bufferGroup(ofClass: $0) }
  }

  /// Stacks without frames that never take an event.
  package init() { closes = false }

  /// Takes the next event, in the order of time.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - body: Gets each delivery that is now over, or that nobody will ever know the end of.
  /// - Complexity: O(1) where deliveries are nested; allocates when a thread's stack grows.
  public mutating func observe(_ event: borrowing ModelEvent, _ body: (Delivery) -> Void) {
    observe(event)
    handOut(body)
  }

  /// Hands out all that is still open, after the last event.
  ///
  /// - Parameter body: Gets each delivery that nothing has closed.
  public mutating func finish(_ body: (Delivery) -> Void) {
    finished.removeAll()
    for thread in threads.indices {
      flush(thread)
      for frame in stack(of: thread).reversed() { settle(frame, of: thread, .open) }
      link([], on: thread)
    }
    handOut(body)
  }

  private func handOut(_ body: (Delivery) -> Void) {
    for index in finished.indices where !finished[index].told.isAction {
      body(delivery(finished[index]))
    }
  }

  /// Takes the next event: what it finished is in `finished`, what it began in `opened`.
  package mutating func observe(_ event: borrowing ModelEvent) {
    clear()
    switch event.kind {
    case .next, .error, .completed:
      if closes { begin(event, event.kind, isAction: false) } else { locate(event) }
    case .delivered: end(event, isAction: false)
    case .began: begin(event, .began, isAction: true)
    case .ended: end(event, isAction: true)
    case .scheduled: locate(event)
    default: break
    }
  }

  @inlinable
  @inline(__always)
  mutating func clear() {
    if finished.count > 0 { finished.removeAll() }
    opened = -1
    isLocated = false
    isInLoss = false
    hasForgotten = false
  }

  // MARK: The usual

  /// Takes a begin of a delivery as most are, after which nothing is finished and a frame is opened
  /// that the caller gives its names.
  ///
  /// - Parameters:
  ///   - event: A `next`, `error` or `completed`.
  ///   - key: Its key.
  /// - Returns: False if anything is in doubt: then `observe` must take the event.
  @inlinable
  @inline(__always)
  package mutating func enter(_ event: borrowing ModelEvent, _ key: SubscriptionKey) -> Bool {
    clear()
    var key = key
    let id = key.id
    guard closes, id != 0, findThread(event, &key) else { return false }
    let time = event.time
    let state = threads.address(at: thread)
    guard isUsual(state, event.markLossEnd, at: time), state.pointee.depth < state.pointee.limit,
      hasRoom
    else { return false }
    opened = push(
      Frame(delivery: id, kind: event.kind.rawValue, begin: time), on: thread)
    isLocated = true
    return true
  }

  /// Takes an end of a delivery as most are: the innermost one of its thread is closed, and crosses
  /// nothing.
  ///
  /// - Parameters:
  ///   - event: A `delivered`.
  ///   - key: Its key.
  /// - Returns: The number of the frame, in which all is still told until the next event; −1 if
  ///   anything is in doubt: then `observe` must take the event.
  @inlinable
  @inline(__always)
  package mutating func leave(_ event: borrowing ModelEvent, _ key: SubscriptionKey) -> Int32 {
    clear()
    var key = key
    let id = key.id
    guard id != 0, findThread(event, &key) else { return -1 }
    let state = threads.address(at: thread)
    let top = state.pointee.top
    let time = event.time
    guard top >= 0 else { return -1 }
    let frame = frames.address(of: Int(top))
    guard frame.pointee.isOf(id, false), !frame.pointee.isCrossing,
      isUsual(state, event.markLossEnd, at: time)
    else { return -1 }
    pop(frame, state, at: time)
    frame.pointee.below = free
    free = top
    return top
  }

  /// Whether an event of a thread meets neither a loss nor what waits for a next mark.
  @inlinable
  @inline(__always)
  func isUsual(
    _ state: UnsafePointer<ThreadState>, _ lossEnd: Int64, at time: Int64
  ) -> Bool {
    guard state.pointee.waiting < 0 else { return false }
    return lossEnd == .min || time >= lossEnd && !isTouched(state, by: lossEnd, at: time)
  }

  /// Finds out what an event that neither begins nor ends anything lies in.
  private mutating func locate(_ event: borrowing ModelEvent) {
    var key = event.key
    isLocated = findThread(event, &key)
    guard isLocated else { return }
    let lossEnd = event.markLossEnd
    if lossEnd > .min { meetLoss(thread, lossEnd, at: event.time) }
    isInLoss = event.time < lossEnd
  }

  private mutating func begin(_ event: borrowing ModelEvent, _ kind: EventKind, isAction: Bool) {
    var key = event.key
    let id = isAction ? event.action : key.id
    guard id != 0, findThread(event, &key) else { return }
    let time = event.time
    let lossEnd = event.markLossEnd
    let signal = isAction ? -1 : Int32(truncatingIfNeeded: event.signal?.index ?? -1)
    let subscriber = isAction ? -1 : Int32(truncatingIfNeeded: event.subscriber?.index ?? -1)
    let frame = Frame(
      id: id, isAction: isAction, kind: kind.rawValue, signal: signal, subscriber: subscriber,
      begin: time)
    if lossEnd > .min {
      meetLoss(thread, lossEnd, at: time)
      if time < lossEnd {
        threads[thread].inside &+= 1
        finished.append(told(frame, -1, of: thread, .lost))
        return
      }
    }
    if threads[thread].waiting >= 0 { flush(thread) }
    if threads[thread].depth >= threads[thread].limit || !hasRoom, !makeRoom(thread) {
      isCurtailed = true
      finished.append(told(frame, -1, of: thread, .open))
      return
    }
    opened = push(frame, on: thread)
    isLocated = true
  }

  private mutating func end(_ event: borrowing ModelEvent, isAction: Bool) {
    var key = event.key
    let id = isAction ? event.action : key.id
    guard id != 0, findThread(event, &key) else { return }
    let time = event.time
    let lossEnd = event.markLossEnd
    if lossEnd > .min { meetLoss(thread, lossEnd, at: time) }
    end(id, isAction, on: thread, at: time, lossEnd)
  }

  /// Finds the thread of an event, if the trace tells it.
  @inlinable
  @inline(__always)
  mutating func findThread(
    _ event: borrowing ModelEvent, _ key: inout SubscriptionKey
  ) -> Bool {
    guard let number = event.thread else { return false }
    key.id = UInt64(UInt32(bitPattern: number))
    if key == lastKey { return true }
    guard
      let found = findThread(key, event.time, group: Int32(truncatingIfNeeded: event.classIndex))
    else { return false }
    lastKey = key
    thread = found
    return true
  }

  @usableFromInline
  mutating func findThread(_ key: SubscriptionKey, _ time: Int64, group: Int32) -> Int? {
    if let known = threads.find(key) { return known }
    guard threads.count < Self.mostThreads else {
      isCurtailed = true
      return nil
    }
    return threads.insert(key, ThreadState(group: group, first: time))
  }

  // MARK: Frames

  /// Whether there may be one more frame.
  @inlinable var hasRoom: Bool { free >= 0 || frames.count < Self.mostFrames }

  /// Puts a frame on top of a thread's stack.
  @inlinable
  @inline(__always)
  mutating func push(_ frame: Frame, on thread: Int) -> Int32 {
    let index = store(frame)
    let state = threads.address(at: thread)
    let stored = frames.address(of: Int(index))
    let top = state.pointee.top
    stored.pointee.below = top
    if top >= 0 {
      let around = frames.address(of: Int(top))
      around.pointee.isLeaf = false
      if !around.pointee.isAction { stored.pointee.parent = around.pointee.id }
    } else {
      state.pointee.bottom = index
    }
    state.pointee.top = index
    state.pointee.depth &+= 1
    state.pointee.hasOpened = true
    return index
  }

  @inlinable
  @inline(__always)
  mutating func store(_ frame: Frame) -> Int32 {
    let index = free
    guard index >= 0 else {
      frames.append(frame)
      return Int32(frames.count - 1)
    }
    free = frames[Int(index)].below
    frames[Int(index)] = frame
    return index
  }

  @inline(__always)
  mutating func release(_ frame: Int32) {
    frames[Int(frame)].below = free
    free = frame
  }

  /// The open frames of a thread, the innermost first.
  func stack(of thread: Int) -> [Int32] { chain(threads[thread].top) }

  func chain(_ first: Int32) -> [Int32] {
    var chain: [Int32] = []
    var index = first
    while index >= 0 {
      chain.append(index)
      index = frames[Int(index)].below
    }
    return chain
  }
}
