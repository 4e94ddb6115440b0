// SPDX-License-Identifier: MIT

import Testing

/// One round of the differential test: what is recorded and how, all chosen by a seed.
struct Round: CustomTestStringConvertible, Sendable {
  /// What happens to the session while programs run.
  enum Shape: String, CaseIterable {
    case plain, rotated, snapshots, interrupted, cleared
  }

  /// A run of the program: its arguments behind the seed.
  struct Run {
    var events, threads, bursts, pause: Int
  }

  let seed: UInt64
  let shape: Shape
  let buffers: String
  /// The sub-buffers' size in KiB and their number.
  let subbuffers: (size: Int, count: Int)
  let overwrites: Bool
  /// The size in KiB and the number of the files of a stream.
  let tracefiles: (size: Int, count: Int)?
  /// The microseconds between two switches of the sub-buffers, or 0.
  let switchTimer: Int
  /// For each channel its contexts.
  let channels: [[String]]
  let runs: [Run]
  /// Whether the provider is `everyfield`, not a random one.
  let hasFixedProvider: Bool
  /// Which of the provider's events are recorded: one in so many is left out; 0: none.
  let leavesOut: Int
  /// How long the session is left alone between two steps, in ms.
  let pauses: [Int]

  static let contexts = [
    "vpid", "vtid", "procname", "pthread_id", "ip", "vuid", "veuid", "vsuid", "vgid",
    "vegid", "vsgid", "cgroup_ns", "ipc_ns", "mnt_ns", "net_ns", "pid_ns", "time_ns", "user_ns",
    "uts_ns",
  ]

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    self.seed = seed
    // Any five rounds in a row have all shapes, and any two both kinds of buffers.
    shape = Shape.allCases[Int(seed % UInt64(Shape.allCases.count))]
    buffers = seed % 2 == 0 ? "uid" : "pid"
    let isTiny = numbers.once(in: 2)
    subbuffers = isTiny ? (4, 2) : (numbers.pick([16, 64]), numbers.pick([4, 8]))
    overwrites = shape == .snapshots || numbers.once(in: 4)
    let size = subbuffers.size
    tracefiles =
      shape == .snapshots || numbers.once(in: 2)
      ? nil : (size * numbers.pick([1, 2, 4]), numbers.pick([0, 2, 3, 5]))
    switchTimer = numbers.once(in: 4) ? numbers.pick([5_000, 40_000]) : 0
    channels = (0..<numbers.pick([1, 1, 2])).map { _ in numbers.some(of: Self.contexts) }
    runs = (0..<numbers.pick(1...3)).map { _ in
      Run(
        events: numbers.pick([1, 50, 500, 1_200]), threads: numbers.pick(1...4),
        bursts: numbers.pick(1...8), pause: numbers.pick([1, 30, 150]))
    }
    hasFixedProvider = numbers.once(in: 8)
    leavesOut = numbers.pick([0, 0, 3])
    pauses = (0..<numbers.pick(1...4)).map { _ in numbers.pick([1, 60, 200]) }
  }

  var testDescription: String {
    let files = tracefiles.map { ", files of \($0.size) KiB, \($0.count) at most" } ?? ""
    return """
      seed \(seed): \(shape.rawValue), per-\(buffers), \(subbuffers.count) × \(subbuffers.size) KiB\
      \(overwrites ? " overwritten" : "")\(files)\
      \(switchTimer > 0 ? ", switched every \(switchTimer) µs" : ""), \
      contexts \(channels.map { "\($0.count)" }.joined(separator: " and ")), \
      \(runs.map { "\($0.threads) × \($0.events)" }.joined(separator: " and ")) events
      """
  }

  /// Whether all that is emitted is either recorded or counted as discarded.
  var countsAll: Bool {
    (shape == .plain || shape == .rotated) && !overwrites && leavesOut == 0
      && (tracefiles?.count ?? 0) == 0
  }

  /// Whether `countsAll` is so to the last event.
  ///
  /// The count of what is discarded is written with the next packet. Where a program ends while its
  /// buffers are full, LTTng 2.13 makes none: what it discarded last is counted nowhere. Buffers that
  /// belong to the user are empty by the time the session is stopped.
  var countsEnds: Bool { buffers == "uid" }

  /// How many events are emitted for each channel.
  var emitted: Int { runs.reduce(0) { $0 + $1.events * $1.threads } }
}
