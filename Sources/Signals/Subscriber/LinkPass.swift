// SPDX-License-Identifier: MIT

/// Hands everything on: the operator of signals that only arrange for another one to be subscribed.
final class LinkPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: no state of its own.

  override func forwardNext(_ value: Value) { passNext(value) }
}
