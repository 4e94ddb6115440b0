// SPDX-License-Identifier: MIT

import TraceModel

extension RuleWatch {
  /// All that a watch has seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    var trace = AnalysedTrace()
    var grid = TimeGrid()
    var findings: [Key: Found] = [:]
    var furtherFindings: UInt64 = 0
    var watched: [SubscriptionKey: Named] = [:]
    var storms: [String: ErrorStorm] = [:]
    var queues: [String: QueueWatch] = [:]
    /// The scheduler of each piece of work that waits.
    var waiting: [SubscriptionKey: String] = [:]
    var orphans: [SubscriptionKey: Int64] = [:]
    /// When processes exited.
    var exits: [ProcessKey: Int64] = [:]
    /// The values of each process.
    var values: [ProcessKey: Values] = [:]

    init() {}

    mutating func add(_ key: Key, _ found: Found) {
      guard let known = findings[key] else {
        findings[key] = found
        return
      }
      findings[key] = known.adding(found)
    }

    /// Makes the slices as long as the span asks for.
    mutating func coarsen() {
      guard let begin = trace.begin, let end = trace.end else { return }
      var grown = grid
      grown.grow(from: begin, to: end)
      regrid(grown)
    }

    private mutating func regrid(_ other: TimeGrid) {
      let finer = grid
      grid.merge(other)
      for name in queues.keys { queues[name]?.regrid(grid, from: finer) }
    }

    mutating func merge(_ later: State) {
      trace.merge(later.trace)
      furtherFindings &+= later.furtherFindings
      for (key, found) in later.findings { add(key, found) }
      let known = watched.keys
      for (key, named) in later.watched {
        var named = named
        named.watch.valuesOfProcess &+= values[ProcessKey(key)]?.count ?? 0
        join(key, named)
      }
      values.merge(later.values) { $0.adding($1) }
      for key in known where later.exits[ProcessKey(key)] != nil {
        if watched[key]?.watch.began == true { watched[key] = nil }
      }
      exits.merge(later.exits) { max($0, $1) }
      for (name, storm) in later.storms { storms[name, default: ErrorStorm()].append(storm) }
      var later = later
      later.regrid(grid)
      regrid(later.grid)
      for (name, queue) in later.queues { queues[name, default: QueueWatch()].merge(queue) }
      for (key, time) in later.orphans {
        if let scheduler = waiting.removeValue(forKey: key) {
          queues[scheduler, default: QueueWatch()].add(-1, in: grid.slice(of: time))
        } else {
          orphans[key] = time
        }
      }
      waiting.merge(later.waiting) { $1 }
      coarsen()
    }

    /// Puts what a later part saw of a subscription behind what was seen here.
    private mutating func join(_ key: SubscriptionKey, _ later: Named) {
      guard var earlier = watched[key] else {
        watched[key] = later
        return
      }
      let finding = { (rule: Rule) in
        Key(
          rule: rule, signal: earlier.signal, subscriber: earlier.subscriber,
          process: ProcessKey(key))
      }
      if earlier.watch.began, later.watch.began {
        add(finding(.providerLoadedTwice), Found(first: later.watch.begin ?? 0, seen: 1))
        return
      }
      let changes = earlier.watch.append(later.watch)
      for rule in changes.not {
        let known = finding(rule)
        findings[known]?.seen &-= 1
        if findings[known]?.count == 0 { findings[known] = nil }
      }
      for (rule, time) in changes.broken { add(finding(rule), Found(first: time, seen: 1)) }
      watched[key] = earlier
    }
  }

  /// What a finding is about.
  struct Key: Hashable, Codable, Sendable {
    var rule: Rule
    var signal: String
    var subscriber: String?
    var process: ProcessKey
  }

  /// How often something was found, and when first.
  struct Found: Codable, Sendable, Equatable {
    var first: Int64
    /// How often the emitter reported it, and how often the order of events shows it.
    var reported: UInt64 = 0
    var seen: UInt64 = 0

    /// What an emitter reports and what its events show are the same breaches.
    var count: UInt64 { max(reported, seen) }

    mutating func add(isReported: Bool) {
      if isReported { reported &+= 1 } else { seen &+= 1 }
    }

    func adding(_ other: Found) -> Found {
      Found(
        first: min(first, other.first), reported: reported &+ other.reported,
        seen: seen &+ other.seen)
    }
  }

  /// The values of one process.
  struct Values: Codable, Sendable {
    /// When its first subscription was seen.
    var first: Int64
    /// How many there are.
    var count: UInt64 = 0

    func adding(_ other: Values) -> Values {
      Values(first: min(first, other.first), count: count &+ other.count)
    }
  }

  /// A subscription that is open, or was not long ago.
  struct Named: Codable, Sendable {
    var signal: String
    var subscriber: String?
    var watch: SubscriptionWatch
  }
}
