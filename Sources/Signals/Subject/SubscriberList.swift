// SPDX-License-Identifier: MIT

public import Synchronization

/// The subscribers of a subject, in the order in which they came: a list that one thread walks
/// while others change it.
///
/// Changes happen with the lock of the subject's gate held. Whoever is inside the gate walks the
/// list without the lock: one that is unlinked meanwhile keeps its own link onwards, and stays
/// alive until the walk is over (``TurnGate/isIdleOrNotesRetired()``). So a send takes no
/// reference to anybody, and removal is O(1). The list itself retains its members.
@usableFromInline
struct SubscriberList: ~Copyable, Sendable {
  // All is atomic, so that the walk needs no lock; changes are made with it held.

  @usableFromInline typealias Member = Unmanaged<PassthroughBase>

  @usableFromInline let head = Atomic<Member?>(nil)
  private let tail = Atomic<Member?>(nil)

  /// The number of the member that came last.
  ///
  /// A walk ends there: who comes later is not in it.
  @usableFromInline let last = Atomic<UInt64>(0)

  init() {}

  /// Appends a subscriber.
  ///
  /// With the lock held.
  borrowing func append(_ member: Member) {
    _ = member.retain()
    member._withUnsafeGuaranteedRef { passthrough in
      passthrough.sequence = last.load(ordering: .relaxed) + 1
      let previous = tail.load(ordering: .relaxed)
      passthrough.previous = previous
      if let previous {
        previous._withUnsafeGuaranteedRef { $0.following.store(member, ordering: .releasing) }
      } else {
        head.store(member, ordering: .releasing)
      }
      tail.store(member, ordering: .relaxed)
      last.store(passthrough.sequence, ordering: .releasing)
    }
  }

  /// Takes a member out, which is still retained then.
  ///
  /// With the lock held.
  borrowing func unlink(_ member: Member) {
    member._withUnsafeGuaranteedRef { passthrough in
      let following = passthrough.following.load(ordering: .relaxed)
      if let previous = passthrough.previous {
        previous._withUnsafeGuaranteedRef { $0.following.store(following, ordering: .releasing) }
      } else {
        head.store(following, ordering: .releasing)
      }
      if let following {
        following._withUnsafeGuaranteedRef { $0.previous = passthrough.previous }
      } else {
        tail.store(passthrough.previous, ordering: .relaxed)
      }
    }
  }

  /// The first member.
  ///
  /// With the lock held.
  var first: Member? { head.load(ordering: .relaxed) }
}
