// SPDX-License-Identifier: MIT

import Glibc
public import Testing

extension Trait where Self == ConditionTrait {
  /// Skips what needs lttng and a session daemon that is the tests' own, where there is none.
  public static var needsPrivateDaemon: Self {
    .enabled(
      if: PrivateDaemon.isThere,
      "needs the trait LTTng and a session daemon of its own: run it by make test, or by scripts/with-private-sessiond"
    )
  }
}

/// The lttng session daemon that is the tests' own (`scripts/with-private-sessiond`).
public enum PrivateDaemon {
  /// Whether the tests run under one, and were built to be recorded.
  static var isThere: Bool {
    #if LTTng
    getenv("RACTRACE_PRIVATE_SESSIOND") != nil
    #else
    false
    #endif
  }

  /// Runs a shell script under yet another daemon, of its own, so that it can be disturbed.
  public static func run(
    _ script: String, arguments: [String] = [], environment: [String: String] = [:],
    seconds: Int = 120
  ) throws -> Outcome {
    try Program.run(
      [Program.packageRoot + "/scripts/with-private-sessiond", "bash", "-euc", script, "test"]
        + arguments,
      environment: environment, seconds: seconds)
  }
}
