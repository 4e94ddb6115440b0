// SPDX-License-Identifier: MIT

/// What is shown events one after the other.
///
/// Unlike a closure, it becomes part of the loop that shows them: reading an event and looking at
/// it are then compiled as one.
@usableFromInline
package protocol EventVisitor: ~Copyable {
  /// Looks at an event, which it cannot keep.
  ///
  /// - Returns: False to stop.
  mutating func visit(_ event: borrowing EventRecord) -> Bool
}

/// A closure as a visitor.
struct EventClosure: EventVisitor {
  let body: (borrowing EventRecord) -> Bool

  mutating func visit(_ event: borrowing EventRecord) -> Bool { body(event) }
}
