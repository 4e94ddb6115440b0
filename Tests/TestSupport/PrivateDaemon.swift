// SPDX-License-Identifier: MIT

import Glibc

/// The lttng session daemon that is the tests' own (`scripts/with-private-sessiond`).
public enum PrivateDaemon {
  /// Why tests that need one are skipped.
  public static let skipReason = "needs lttng and a session daemon of its own: run it by make test"

  /// Whether the tests run under one.
  public static var isThere: Bool { getenv("RACTRACE_PRIVATE_SESSIOND") != nil }

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
