// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceCorpus
import TraceTestSupport

@Suite("Corpus")
struct CorpusTests {
  @Test("of faults is read as its cases say", arguments: Corpus.runs)
  func read(_ run: CorpusRun) throws {
    let (files, expected) = run.item.make(run.variant)
    #expect(run.item.name.hasPrefix(expected.error == nil ? "pass-" : "fail-"))
    let folder = try files.write()
    try withExtendedLifetime(folder) {
      ReadEverything.read(folder.path)
      guard expected.error == nil else {
        let error = #expect(throws: CTFError.self) { try CTFTraceSet.open([folder.path]) }
        #expect(error.map(Self.shown) == expected.error)
        return
      }
      let set = try CTFTraceSet.open([folder.path])
      if let streams = expected.streams { #expect(set.streams.count == streams) }
      let byTime = Reading(set, .time, folder.path)
      byTime.compare(expected)
      Reading(set, .stream, folder.path).compare(expected, isInOrder: false)
    }
  }

  @Test("is named for what can be read and for what cannot, and no name stands twice")
  func names() {
    let names = Corpus.cases.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("pass-") || $0.hasPrefix("fail-") })
  }

  private static func shown(_ error: CTFError) -> String {
    let place = error.place.flatMap { $0.line > 0 ? " \($0.line):\($0.column)" : nil } ?? ""
    return "\(error.code)\(place): \(error.message)"
  }
}

/// What has been read of a case.
private struct Reading {
  var counts: [String: Int] = [:]
  var times: [String] = []
  var payloads: [String] = []
  var windows: [String] = []
  var damage: [String] = []
  /// The windows for damage, by stream name.
  var unknown: [(stream: String, span: ClosedRange<Int64>)] = []
  let trust: Trust

  init(_ set: CTFTraceSet, _ order: EventOrder, _ folder: String) {
    var (counts, times, payloads): ([String: Int], [String], [String]) = ([:], [], [])
    trust = set.forEachEvent(in: order) { event in
      let name = set.eventClasses[event.classIndex].name
      counts[name, default: 0] += 1
      times.append("\(name) \(event.timestamp)")
      // The packet's context and the events' stand before the payload.
      let parts = BabeltraceText.line(event, in: set).split(separator: "}, {", maxSplits: 2)
      payloads.append("{" + (parts.last ?? ""))
    }
    (self.counts, self.times, self.payloads) = (counts, times, payloads)
    damage = trust.damage.map { damage in
      "\(damage.kind.rawValue) \(damage.path.dropFirst(folder.utf8.count + 1)) \(damage.offset)"
    }
    for window in trust.windows {
      let stream = set.streams[window.streamIndex].name
      guard window.cause != .damage else {
        unknown.append((stream, window.from...max(window.from, window.to)))
        continue
      }
      let from = window.from == .min ? "start" : "\(window.from)"
      let to = window.to == .max ? "end" : "\(window.to)"
      let count = window.count.map { "\($0)" } ?? "?"
      windows.append("\(stream) \(window.cause.rawValue) \(from)...\(to): \(count)")
    }
  }

  func compare(_ expected: CorpusExpectation, isInOrder: Bool = true) {
    #expect(counts == expected.counts)
    if isInOrder, let expectedTimes = expected.times { #expect(times == expectedTimes) }
    if isInOrder, let expectedPayloads = expected.payloads { #expect(payloads == expectedPayloads) }
    #expect(trust.discardedEvents == expected.discarded)
    #expect(trust.lostPackets == expected.lostPackets)
    #expect(trust.repeatedPackets == expected.repeatedPackets)
    #expect(windows == expected.windows)
    if let uncovered = expected.uncovered { #expect(trust.uncovered.total == uncovered) }
    #expect(damage == expected.damage)
    for span in expected.unknown { #expect(covers(span), "\(span) is not in \(unknown)") }
  }

  /// Whether a window for damage covers a span such as `c_0 100...200`.
  private func covers(_ text: String) -> Bool {
    let words = text.split { $0 == " " || $0 == "." }
    guard words.count == 3, let from = Int64(words[1]), let to = Int64(words[2]) else {
      return false
    }
    return unknown.contains { stream, span in
      stream == words[0] && span.lowerBound <= from && to <= span.upperBound
    }
  }
}
