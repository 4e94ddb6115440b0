// SPDX-License-Identifier: MIT

/// The errors that signals of this library send by themselves.
public enum SignalError: Error, Hashable, Sendable {
  /// The signal was not over in time: `timeout`.
  case timedOut
  /// No case is there for a key, and no default: `switch`.
  case noMatchingCase
  /// A blocking call would wait for the very scheduler that it blocks.
  case wouldDeadlock
}

extension SignalError: CustomStringConvertible {
  /// What happened, in a few words.
  public var description: String {
    switch self {
    case .timedOut: "timed out"
    case .noMatchingCase: "no matching case"
    case .wouldDeadlock: "would deadlock: the call blocks the scheduler that it waits for"
    }
  }
}
