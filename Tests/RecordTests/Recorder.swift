// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing

/// `ractrace record` in a folder of its own, under a session daemon of its own.
final class Recorder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a shell script in which `record`, `emitter` and `contract` are the programs, and the
  /// folder is the current one.
  ///
  /// On a busy machine the programs wait longer than the usual 3 seconds to be registered, since
  /// otherwise they run on without being traced.
  ///
  /// - Parameters:
  ///   - script: What to run. A command that fails does not end it.
  ///   - seconds: More than enough time for it.
  /// - Returns: What it left.
  /// - Throws: Where it could not be run.
  func run(_ script: String, seconds: Int = 120) throws -> Outcome {
    let prelude = """
      cd "$1"; ractrace="$2"; emitter="$3"; contract="$4"; export LTTNG_HOME="${LTTNG_HOME:-$1}"
      daemon=$RACTRACE_PRIVATE_SESSIOND; export LTTNG_UST_REGISTER_TIMEOUT=60000
      record() { "$ractrace" record "$@"; }
      emitted() { od -An -v -tu8 "$1" | awk '{ for (i = 1; i <= NF; i++) n += $i } END { print n }'; }
      await() { until eval "$1"; do sleep 0.02; done; }
      set +e

      """
    return try PrivateDaemon.run(
      prelude + script,
      arguments: [
        folder.path, Program.built("ractrace"), Program.built("RecordEmitter"),
        Program.built("ContractExample"),
      ], seconds: seconds)
  }

  /// The names of the recorded events, with how often each is there.
  func counts(_ directory: String) throws -> [String: Int] {
    let set = try CTFTraceSet.open([folder.path + "/" + directory])
    var counts: [String: Int] = [:]
    set.forEachEvent { counts[set.eventClasses[$0.classIndex].name, default: 0] += 1 }
    return counts
  }

  /// What babeltrace2 counts.
  func babeltraceCount(_ directory: String) throws -> Int {
    try Program.run(
      ["sh", "-c", "babeltrace2 \"$1\" | wc -l", "sh", folder.path + "/" + directory]
    ).lines.first.flatMap { Int($0) } ?? -1
  }

  /// Whether the script's last lines say that no session and no buffers are left.
  static let leftovers = """
    lttng --no-sessiond list 2>&1 | grep -c ractrace; ls -d /dev/shm/ractrace* 2>/dev/null | wc -l

    """
}
