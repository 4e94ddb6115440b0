// SPDX-License-Identifier: MIT

/// What the path of a trace's folder tells, as lttng names such folders.
struct TraceFolder {
  let path: String
  private let parts: [Substring]

  init(_ path: String) {
    self.path = path
    parts = path.split(separator: "/")
  }

  /// The folder above the `ust` that the trace is in; nil if there is none.
  ///
  /// The traces in there are of one session on one host.
  var session: String? {
    guard let index = parts.lastIndex(of: "ust") else { return nil }
    return parts[..<index].joined(separator: "/")
  }

  /// The process that wrote the trace, from `…/ust/pid/<name>-<pid>-<date>-<time>/…`.
  var process: (name: String, vpid: UInt64)? {
    guard let index = parts.lastIndex(of: "pid"), index + 1 < parts.count else { return nil }
    let words = parts[index + 1].split(separator: "-", omittingEmptySubsequences: false)
    guard words.count >= 4, let vpid = UInt64(words[words.count - 3]), vpid > 0 else { return nil }
    return (words.dropLast(3).joined(separator: "-"), vpid)
  }

  /// What LTTng would have put into the environment.
  var environment: [CTFTrace.EnvironmentEntry] {
    var entries: [CTFTrace.EnvironmentEntry] = [
      .init(name: "domain", value: .string("ust")),
      .init(name: "tracer_name", value: .string("lttng-ust")),
    ]
    if let process {
      entries.append(.init(name: "tracer_buffering_scheme", value: .string("pid")))
      entries.append(.init(name: "vpid", value: .integer(Int64(clamping: process.vpid))))
      entries.append(.init(name: "procname", value: .string(process.name)))
    }
    return entries
  }
}
