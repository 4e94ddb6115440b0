// SPDX-License-Identifier: MIT

import TestSupport

extension TraceView {
  /// What Babeltrace 2 makes of the traces below a folder.
  ///
  /// - Throws: `SupportError` if it refuses them.
  init(babeltrace folder: String) throws {
    let outcome = try Program.run([
      "babeltrace2", "--plugin-path=\(try ExactSink.folder.get())", folder, "-c",
      "sink.exact.lines",
    ])
    guard outcome.status == 0 else { throw SupportError(outcome.errors) }
    self.init(lines: outcome.output)
  }

  private init(lines: String) {
    var names: [Substring: String] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count >= 3 else { continue }
      let name = names[parts[1]] ?? ""
      let time = Int64(parts[2]) ?? 0
      switch parts[0] {
      case "stream": names[parts[1]] = String(parts[2])
      case "class": classes[String(parts[1])] = parts[2...].joined(separator: "\t")
      case "begin":
        streams[name, default: Stream()].packets.append(Span(begin: time, end: time))
      case "end":
        if let last = streams[name]?.packets.indices.last {
          streams[name]?.packets[last].end = time
        }
      case "discarded": streams[name, default: Stream()].discarded.append(Self.loss(time, parts[3]))
      case "lost":
        let loss = Self.loss(time, parts[3])
        lostPackets += loss.count ?? 0
        streams[name, default: Stream()].lostPackets.append(loss)
      default: events.append(Event(time: time, stream: name, text: String(parts[3])))
      }
    }
    for (name, stream) in streams {
      streams[name]?.discarded = Self.withoutFalls(stream.discarded)
    }
  }

  /// What was discarded by a counter that at times falls for some packets, and comes back.
  ///
  /// LTTng 2.13 leaves 0 in a packet now and then. Babeltrace 2.0 takes the fall for 2⁶⁴ events
  /// less what it fell by, and counts what it lost again when it comes back.
  private static func withoutFalls(_ losses: [Span]) -> [Span] {
    var kept: [Span] = []
    var fallen: (by: UInt64, since: Int64) = (0, 0)
    for var loss in losses {
      guard let count = loss.count else {
        kept.append(loss)
        continue
      }
      if count > .max / 2 {
        if fallen.by == 0 { fallen.since = loss.begin }
        fallen.by &-= count
      } else if count <= fallen.by {
        fallen.by -= count
      } else {
        if fallen.by > 0 { loss.begin = fallen.since }
        loss.count = count - fallen.by
        fallen.by = 0
        kept.append(loss)
      }
    }
    return kept
  }

  private static func loss(_ begin: Int64, _ rest: Substring) -> Span {
    let parts = rest.split(separator: "\t")
    return Span(begin: begin, end: Int64(parts[0]) ?? 0, count: UInt64(parts[1]))
  }
}

/// The sink that prints what Babeltrace 2 reads, built once in a run of the tests.
enum ExactSink {
  /// The folder of the plugin, among what this package builds.
  static let folder = Result {
    let programs = Program.built("EveryField").split(separator: "/").dropLast()
    let path = "/" + programs.joined(separator: "/") + "/BabeltraceExact"
    let outcome = try Program.run([
      "bash", "-euc",
      """
      mkdir -p "$1"
      cc -std=gnu17 -O1 -shared -fPIC "$2" -o "$1/exact.so.$$" -lbabeltrace2
      mv "$1/exact.so.$$" "$1/exact.so"
      """, "cc", path, Program.packageRoot + "/Tests/BabeltraceExact/exact.c",
    ])
    guard outcome.status == 0 else {
      throw SupportError("needs libbabeltrace2-dev: \(outcome.errors)")
    }
    return path
  }
}
