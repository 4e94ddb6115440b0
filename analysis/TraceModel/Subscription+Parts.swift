// SPDX-License-Identifier: MIT

extension Subscription {
  /// The same with other names.
  ///
  /// - Parameters:
  ///   - name: Makes the new name of a signal.
  ///   - place: Makes the new name of a subscriber.
  /// - Returns: The subscription.
  package func renamed<Other>(
    signal name: (Name) -> Other, subscriber place: (Name) -> Other
  ) -> Subscription<Other> {
    var other = Subscription<Other>(
      key, signal: name(signal), subscriber: subscriber.map(place), heard: heard,
      origin: origin)
    other.seen = seen
    other.lastOrdinal = lastOrdinal
    other.firstOrdinal = firstOrdinal
    other.hasGap = hasGap
    other.isClosed = isClosed
    other.startsHere = startsHere
    other.needsParent = needsParent
    other.needsCause = needsCause
    other.crossesLoss = crossesLoss
    other.parent = parent
    other.parentSignal = parentSignal.map(name)
    other.cause = cause
    other.causeSignal = causeSignal.map(name)
    other.began = began
    other.ended = ended
    other.ending = ending
    other.disposed = disposed
    other.error = error
    other.told = told
    return other
  }

  /// Puts what a later part of the trace tells behind this.
  ///
  /// - Precondition: Both have the same key, and the later part did not see the begin.
  /// - Parameter later: What the later part saw.
  package mutating func append(_ later: Subscription) {
    if later.seen > 0 {
      if seen == 0 {
        firstOrdinal = later.firstOrdinal
      } else if later.firstOrdinal != lastOrdinal &+ 1 {
        hasGap = true
      }
      hasGap = hasGap || later.hasGap
      lastOrdinal = later.lastOrdinal
      seen &+= later.seen
    }
    told = max(told, later.told)
    if began == nil { takeBegin(of: later) }
    if ended == nil {
      ended = later.ended
      ending = later.ending
      error = later.error
      crossesLoss = crossesLoss || later.crossesLoss
    }
    disposed = disposed ?? later.disposed
    isClosed = isClosed || later.isClosed
  }

  /// Looks for its parent and its cause in an earlier part, if they were not heard of before.
  ///
  /// - Parameter signal: The signal of a subscription that the earlier part left behind: nil if it
  ///   knows none, a value without a name if that is over.
  package mutating func settle(_ signal: (SubscriptionKey) -> Name??) {
    if needsParent, let found = parentKey.flatMap(signal) {
      parentSignal = found
      needsParent = false
    }
    if needsCause, let found = causeKey.flatMap(signal) {
      causeSignal = found
      needsCause = false
    }
  }

  /// Closes it since its id began anew.
  package mutating func replace() {
    if ended == nil { ending = .replaced }
    isClosed = true
  }

  /// Takes over what only a later part heard of the begin.
  private mutating func takeBegin(of later: Subscription) {
    began = later.began
    startsHere = later.startsHere
    subscriber = later.subscriber ?? subscriber
    parent = later.parent
    parentSignal = later.parentSignal
    needsParent = later.needsParent
    cause = later.cause
    causeSignal = later.causeSignal
    needsCause = later.needsCause
  }
}
