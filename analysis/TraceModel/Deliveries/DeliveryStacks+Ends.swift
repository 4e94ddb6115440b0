// SPDX-License-Identifier: MIT

extension DeliveryStacks {
  /// Takes the end of a delivery or action.
  mutating func end(
    _ id: UInt64, _ isAction: Bool, on thread: Int, at time: Int64, _ lossEnd: Int64,
    crosses: Bool = false, inDoubt: Bool = false
  ) {
    let top = threads[thread].top
    // The usual case: the innermost one ends, and nothing is in doubt.
    if top >= 0, frames[Int(top)].isOf(id, isAction), threads[thread].waiting < 0, !inDoubt {
      pop(thread, at: time)
      if crosses { frames[Int(top)].isCrossing = true }
      settle(top, of: thread, .closed)
    } else {
      endInDoubt(id, isAction, on: thread, at: time, lossEnd, crosses: crosses, inDoubt: inDoubt)
    }
  }

  /// Takes the innermost frame from the stack.
  @inline(__always)
  mutating func pop(_ thread: Int, at time: Int64) {
    let state = threads.address(at: thread)
    pop(frames.address(of: Int(state.pointee.top)), state, at: time)
  }

  /// Takes a thread's innermost frame from its stack.
  @inlinable
  @inline(__always)
  func pop(
    _ frame: UnsafeMutablePointer<Frame>, _ state: UnsafeMutablePointer<ThreadState>, at time: Int64
  ) {
    frame.pointee.end = time
    let below = frame.pointee.below
    state.pointee.top = below
    state.pointee.depth &-= 1
    if below < 0 { state.pointee.bottom = -1 }
    let begin = frame.pointee.begin
    if time > begin { addInner(UInt64(bitPattern: time &- begin), state) }
  }

  /// Adds the time of something nested to what is around it.
  @inlinable
  @inline(__always)
  func addInner(_ time: UInt64, _ state: UnsafeMutablePointer<ThreadState>) {
    let top = state.pointee.top
    if top >= 0 {
      frames.address(of: Int(top)).pointee.inner &+= time
    } else {
      state.pointee.inner &+= time
    }
  }

  private mutating func endInDoubt(
    _ id: UInt64, _ isAction: Bool, on thread: Int, at time: Int64, _ lossEnd: Int64,
    crosses: Bool, inDoubt: Bool
  ) {
    let loose = chain(threads[thread].waiting).filter {
      frames[Int($0)].stage == .loose && frames[Int($0)].isOf(id, isAction)
    }
    if let latest = loose.max(by: { frames[Int($0)].begin < frames[Int($1)].begin }) {
      cross(latest, thread, at: time)
      return
    }
    var found = threads[thread].top
    while found >= 0, !frames[Int(found)].isOf(id, isAction) { found = frames[Int(found)].below }
    if found < 0, threads[thread].top < 0, threads[thread].waiting < 0, !inDoubt {
      var end = endOnly(id, isAction, thread, at: time, lossEnd)
      end.isCrossing = crosses
      finishEnd(end, thread)
      return
    }
    while threads[thread].top >= 0, threads[thread].top != found { loosen(thread) }
    if found >= 0 {
      pop(thread, at: time)
      frames[Int(found)].stage = .ended
      frames[Int(found)].isCrossing = crosses
      wait(found, thread)
    } else {
      // Its begin lies before all that is open: it ends as if it were below them.
      var end = endOnly(id, isAction, thread, at: time, lossEnd)
      end.isCrossing = crosses
      wait(store(end), thread)
    }
  }

  /// An end whose begin is nowhere: it was lost, or an earlier part may know it.
  ///
  /// In the latter case a new segment begins.
  private mutating func endOnly(
    _ id: UInt64, _ isAction: Bool, _ thread: Int, at time: Int64, _ lossEnd: Int64
  ) -> Frame {
    var frame = Frame(
      id: id, isAction: isAction, kind: EventKind.other.rawValue, stage: .endOnly, signal: -1,
      subscriber: -1, begin: .min, end: time)
    if threads[thread].inside > 0 {
      threads[thread].inside &-= 1
      frame.isLost = true
    } else if threads[thread].hidden > 0 {
      threads[thread].hidden &-= 1
      frame.isLost = true
    } else {
      frame.isLeaf = !threads[thread].hasOpened
      frame.inner = threads[thread].inner
      frame.lossEnd = lossEnd
      frame.tag = threads[thread].tag
      clearSegment(thread)
    }
    return frame
  }

  /// Takes the innermost frame off the stack without an end.
  private mutating func loosen(_ thread: Int) {
    let top = threads[thread].top
    let below = frames[Int(top)].below
    frames[Int(top)].stage = .loose
    threads[thread].top = below
    threads[thread].depth &-= 1
    if below < 0 { threads[thread].bottom = -1 }
    wait(top, thread)
  }

  mutating func wait(_ frame: Int32, _ thread: Int) {
    frames[Int(frame)].below = threads[thread].waiting
    threads[thread].waiting = frame
  }

  /// Ends a loose frame, which thus crosses all that ended meanwhile and began before it.
  private mutating func cross(_ loose: Int32, _ thread: Int, at time: Int64) {
    let begin = frames[Int(loose)].begin
    var latest = begin
    for other in chain(threads[thread].waiting) where other != loose {
      guard frames[Int(other)].stage != .loose else { continue }
      latest = max(latest, frames[Int(other)].end)
      if frames[Int(other)].begin < begin { frames[Int(other)].isCrossing = true }
    }
    frames[Int(loose)].stage = .ended
    frames[Int(loose)].end = time
    frames[Int(loose)].isCrossing = true
    if time > latest { addInner(UInt64(bitPattern: time &- latest), threads.address(at: thread)) }
  }

  /// Hands out an end without a begin.
  private mutating func finishEnd(_ frame: Frame, _ thread: Int) {
    finished.append(told(frame, -1, of: thread, frame.isLost ? .lost : .startUnknown))
    guard !frame.isLost else { return }
    append(
      Segment(
        thread: Int32(thread), id: frame.id, isAction: frame.isAction, time: frame.end,
        lossEnd: frame.lossEnd, isCrossing: frame.isCrossing, inner: frame.inner,
        hasOpened: !frame.isLeaf, tag: frame.tag))
  }

  private mutating func append(_ segment: Segment) {
    if segments.count < Self.mostSegments {
      segments.append(segment)
    } else {
      isCurtailed = true
    }
  }

  private mutating func clearSegment(_ thread: Int) {
    threads[thread].inner = 0
    threads[thread].hasOpened = false
    threads[thread].tag = 0
  }

  // MARK: Doubt that is over

  /// Hands out what waited for the next mark of its thread.
  mutating func flush(_ thread: Int) {
    guard threads[thread].waiting >= 0 else { return }
    // In the order of their ends; what has none comes last.
    func order(_ index: Int32) -> Int64 {
      frames[Int(index)].stage == .loose ? .max : frames[Int(index)].end
    }
    let waiting = chain(threads[thread].waiting).reversed()
    threads[thread].waiting = -1
    for index in waiting.sorted(by: { order($0) < order($1) }) {
      let frame = frames[Int(index)]
      switch frame.stage {
      case .endOnly:
        finishEnd(frame, thread)
        release(index)
      case .ended: settle(index, of: thread, .closed)
      case .loose, .open: settle(index, of: thread, .open)
      }
    }
  }

  /// Hands out a frame and forgets it.
  @inline(__always)
  mutating func settle(_ frame: Int32, of thread: Int, _ ending: Delivery.Ending) {
    finished.append(told(frames[Int(frame)], frame, of: thread, ending))
    release(frame)
  }

  /// What is told of a frame.
  @inline(__always)
  func told(
    _ frame: Frame, _ index: Int32, of thread: Int, _ ending: Delivery.Ending
  ) -> Finished {
    Finished(told: frame, frame: index, thread: Int32(truncatingIfNeeded: thread), ending: ending)
  }

  // MARK: Losses

  /// Whether the losses before an event of a thread concern what is kept of the thread.
  @inlinable
  func isTouched(
    _ state: UnsafePointer<ThreadState>, by lossEnd: Int64, at time: Int64
  ) -> Bool {
    let bottom = state.pointee.bottom
    let rises = lossEnd > state.pointee.lossEnd
    let cuts = bottom >= 0 && frames[Int(bottom)].begin < lossEnd
    let isOver = state.pointee.inside > 0 && time >= lossEnd
    return rises || cuts || isOver
  }

  /// Takes note of the losses before an event of a thread: what began before is never paired.
  mutating func meetLoss(_ thread: Int, _ lossEnd: Int64, at time: Int64) {
    guard isTouched(threads.address(at: thread), by: lossEnd, at: time) else { return }
    flush(thread)
    let state = threads[thread]
    var hidden: UInt64 = 0
    var kept: [Int32] = []
    for frame in stack(of: thread).reversed() {
      if frames[Int(frame)].begin < lossEnd {
        hidden &+= 1
        settle(frame, of: thread, .lost)
      } else {
        kept.append(frame)
      }
    }
    link(kept, on: thread)
    if time >= lossEnd {
      hidden &+= threads[thread].inside
      threads[thread].inside = 0
    }
    threads[thread].lossEnd = max(state.lossEnd, lossEnd)
    threads[thread].hidden &+= hidden
    append(
      Segment(
        thread: Int32(thread), id: nil, time: time, lossEnd: lossEnd, inner: state.inner,
        hasOpened: state.hasOpened, tag: state.tag))
    clearSegment(thread)
  }
}
