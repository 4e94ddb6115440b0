// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// How long the stress tests run, and from which seed on.
///
/// The environment may say: `RACTRACE_STRESS_SECONDS` for all of them together, which then say what
/// they have tried, and `RACTRACE_STRESS_SEED`. A failure names its seed; with that one and 0
/// seconds only its round runs. `RACTRACE_STRESS_VERBOSE` names each seed before its round.
enum Stress {
  private static let seconds = number("RACTRACE_STRESS_SECONDS") ?? 10
  private static let firstSeed = UInt64(number("RACTRACE_STRESS_SEED") ?? 1)
  private static let isVerbose = getenv("RACTRACE_STRESS_VERBOSE") != nil

  /// Calls `round` with one seed after the other, at least once, for a share of the time, or until
  /// it returns false.
  static func rounds(share: Double, _ round: (UInt64) -> Bool) {
    let end = ContinuousClock.now + .seconds(Double(seconds) * share)
    var seed = firstSeed
    repeat {
      if isVerbose { print("seed \(seed)") }
      guard round(seed) else { return }
      seed += 1
    } while ContinuousClock.now < end
  }

  /// Says what was tried, in a run that was asked for.
  static func report(_ text: String) {
    if getenv("RACTRACE_STRESS_SECONDS") != nil { print(text) }
  }

  private static func number(_ name: String) -> Int? {
    guard let text = getenv(name) else { return nil }
    guard let number = Int(String(cString: text)), number >= 0 else {
      preconditionFailure("\(name) must be a number that is not negative")
    }
    return number
  }
}
