// SPDX-License-Identifier: MIT

/// Which values are kept for a reader that is slower than the signal; see
/// ``Signal/values(buffering:fileID:line:)``.
public enum BufferingPolicy: Sendable, Hashable {
  /// All; memory grows for as long as the reader is slower.
  case unbounded
  /// The latest, as many as the number says: a new value drops the oldest one that waits.
  ///
  /// With 0 only a value that is being awaited gets through.
  case newest(Int)
  /// The first, as many as the number says: while they wait, new values are dropped.
  ///
  /// With 0 only a value that is being awaited gets through.
  case oldest(Int)

  /// The most values that wait.
  var limit: Int {
    switch self {
    case .unbounded: .max
    case .newest(let count), .oldest(let count): count
    }
  }
}

extension BufferingPolicy: CustomStringConvertible {
  /// `unbounded`, `newest(1)` or `oldest(1)`.
  public var description: String {
    switch self {
    case .unbounded: "unbounded"
    case .newest(let count): "newest(\(count))"
    case .oldest(let count): "oldest(\(count))"
    }
  }
}
