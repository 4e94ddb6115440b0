// SPDX-License-Identifier: MIT

extension DeliveryStacks {
  /// What is kept of a delivery or action that began and of which more may be heard.
  @usableFromInline
  package struct Frame: Codable, Sendable {
    /// What it waits for.
    @usableFromInline
    package enum Stage: UInt8, Codable, Sendable {
      /// On the stack of its thread.
      case open
      /// Off the stack since one below it ended: an end may still come, and then the two cross.
      case loose
      /// It ended while others in it were open: whether they cross is told by what follows.
      case ended
      /// An end whose begin is not known, likewise.
      case endOnly
    }

    /// The subscription or the action.
    @usableFromInline package var id: UInt64
    @usableFromInline package var isAction: Bool
    @usableFromInline package var kind: UInt8
    @usableFromInline package var stage = Stage.open
    @usableFromInline package var isCrossing = false
    /// Of an `endOnly`: whether a loss hides its begin.
    @usableFromInline var isLost = false
    /// Whether nothing began in it; of an `endOnly` whether nothing began in its segment.
    @usableFromInline package var isLeaf = true
    /// Number of the frame below, or of the next in a chain; −1 is none.
    @usableFromInline package var below: Int32 = -1
    /// Their numbers in the tables of names; −1: none.
    @usableFromInline package var signal: Int32
    @usableFromInline package var subscriber: Int32
    @usableFromInline package var begin: Int64
    @usableFromInline package var end: Int64 = .min
    /// The time of what is nested in it; of an `endOnly` that of its segment.
    @usableFromInline package var inner: UInt64 = 0
    /// The latest end of a loss that its last event knew of.
    @usableFromInline var lossEnd = Int64.min
    /// The subscription of the delivery that it is nested in; 0: none.
    @usableFromInline var parent: UInt64 = 0
    /// What the analysis has put on it.
    @usableFromInline package var tag: UInt64 = 0

    /// Whether it is an end of a delivery whose begin an earlier part may know.
    var isEndInDoubt: Bool { stage == .endOnly && !isLost && !isAction }

    @inlinable
    func isOf(_ other: UInt64, _ isAction: Bool) -> Bool {
      id == other && self.isAction == isAction
    }

    /// What is told of it.
    ///
    /// - Parameters:
    ///   - thread: The host, the process, and the thread as the id.
    ///   - ending: What is known of its ends.
    /// - Returns: What is handed out.
    func delivery(on thread: SubscriptionKey, _ ending: Delivery.Ending) -> Delivery {
      var key = thread
      key.id = id
      var delivery = Delivery(
        key: key, thread: Int32(bitPattern: UInt32(truncatingIfNeeded: thread.id)),
        ending: ending, inner: 0, parent: 0, isCrossing: isCrossing, isLeaf: true)
      if ending == .closed || stage == .endOnly { delivery.end = end }
      guard stage != .endOnly else { return delivery }
      delivery.kind = EventKind(rawValue: kind)
      delivery.signal = signal < 0 ? nil : NameID(index: Int(signal))
      delivery.subscriber = subscriber < 0 ? nil : NameID(index: Int(subscriber))
      delivery.begin = begin
      delivery.inner = inner
      delivery.parent = parent
      delivery.isLeaf = isLeaf
      return delivery
    }
  }

  /// What is kept of a thread.
  @usableFromInline
  struct ThreadState: Codable, Sendable {
    /// The innermost frame that is open, and the outermost.
    @usableFromInline var top: Int32 = -1
    @usableFromInline var bottom: Int32 = -1
    @usableFromInline var depth: Int32 = 0
    /// How deep it may become before a look for frames that nothing will ever close.
    @usableFromInline var limit: Int32 = DeliveryStacks.usualDepth
    /// The first of the frames that are no longer on the stack, but not yet handed out.
    @usableFromInline var waiting: Int32 = -1
    /// The number of the group of buffers that its events are in.
    @usableFromInline var group: Int32
    /// When its first event came.
    @usableFromInline var first: Int64
    /// The latest end of a loss so far.
    @usableFromInline var lossEnd = Int64.min
    /// How many frames that began before or in a loss may be open: its end was not seen.
    @usableFromInline var hidden: UInt64 = 0
    /// How many began in the loss that is going on.
    @usableFromInline var inside: UInt64 = 0
    /// Since the last segment: the time of deliveries outside all others, whether any began, and
    /// what the analysis has put on what may lie below.
    @usableFromInline var inner: UInt64 = 0
    @usableFromInline var hasOpened = false
    @usableFromInline var tag: UInt64 = 0
  }

  /// What came on a thread up to an end whose begin an earlier part may know, or up to a loss.
  struct Segment: Codable, Sendable {
    var thread: Int32
    /// The end's subscription or action; nil: a loss.
    var id: UInt64?
    var isAction = false
    /// The end's time, or the loss's first event.
    var time: Int64
    var lossEnd: Int64
    var isCrossing = false
    var inner: UInt64
    var hasOpened: Bool
    var tag: UInt64
  }

  /// A delivery or action that is handed out: most are only counted, so that nobody asks for the
  /// `Delivery`.
  @usableFromInline
  package struct Finished {
    /// What was kept of it.
    package var told: Frame
    /// The number that its frame had; −1 if it had none.
    package var frame: Int32
    /// The number of its thread.
    var thread: Int32
    package var ending: Delivery.Ending
  }

  /// What is told of something that is finished.
  package func delivery(_ finished: Finished) -> Delivery {
    finished.told.delivery(on: threads.key(at: Int(finished.thread)), finished.ending)
  }
}

extension DeliveryStacks.Frame {
  /// A delivery that begins, whose names are not known yet.
  @inlinable
  @inline(__always)
  init(delivery id: UInt64, kind: UInt8, begin: Int64) {
    self.id = id
    self.isAction = false
    self.kind = kind
    self.signal = -1
    self.subscriber = -1
    self.begin = begin
  }
}
