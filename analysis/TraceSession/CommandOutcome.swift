// SPDX-License-Identifier: MIT

/// How a program ended.
public enum CommandOutcome: Sendable, Equatable {
  /// It ended by itself, with this status.
  case exited(Int32)
  /// This signal ended it.
  case killed(Int32)

  /// The status as a shell tells it: of a signal, 128 and its number.
  public var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  /// Whether it, or a program that it ran as a shell does, was killed.
  var mayHaveBeenKilled: Bool { shellStatus > 128 }

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal)
  }
}
