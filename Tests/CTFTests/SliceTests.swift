// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Slices of time")
struct SliceTests {
  /// An event by its stream, its time and its number.
  private struct Seen: Equatable, CustomStringConvertible {
    var stream: Int
    var time: Int64
    var number: UInt64

    var description: String { "\(stream)@\(time)#\(number)" }
  }

  /// A random trace of a few streams with packets of different lengths.
  ///
  /// - Parameters:
  ///   - seed: What it depends on.
  ///   - isMonotonic: Whether no stamp lies outside its packet and none goes back.
  /// - Returns: The trace.
  private static func trace(_ seed: UInt64, isMonotonic: Bool) -> TestTrace {
    var random = SeededRandom(seed: seed)
    var trace = TestTrace(events: [
      .init(name: "a:b", fields: [.integer("n", 32)]), .init(name: "a:c", fields: [.string("s")]),
    ])
    var number: UInt64 = 0
    for stream in 0..<UInt64.random(in: 1...4, using: &random) {
      var time = UInt64.random(in: 0...50, using: &random)
      for packet in 0..<UInt64.random(in: 1...9, using: &random) {
        let begin = time
        // Short steps, so that stamps of different streams are often equal.
        let times = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          time += UInt64.random(in: 0...6, using: &random)
          return time
        }
        let end = time
        trace.packet(
          in: "c_\(stream)", number: packet, begin: begin,
          end: isMonotonic ? end : end - (end - begin) / 2, cpu: stream
        ) { packet in
          for time in times {
            number += 1
            packet.event("a:b", at: time, [.number(number)])
            if number % 3 == 0 { packet.event("a:c", at: time, [.text("text")]) }
          }
        }
        time = isMonotonic ? end : begin + (end - begin) / 3
      }
    }
    return trace
  }

  private static func events(
    _ set: CTFTraceSet, _ slice: TimeSlice = .all, in order: EventOrder = .time, from: Int64? = nil
  ) -> [Seen] {
    var seen: [Seen] = []
    let numbers = set.eventClasses.map { $0.field("n") }
    var cursor = set.events(in: order, selecting: .all.slice(slice))
    if let from { cursor.seek(to: from) }
    cursor.run { event in
      seen.append(
        Seen(
          stream: event.streamIndex, time: event.timestamp,
          number: numbers[event.classIndex].map { event.unsigned($0) } ?? 0))
      return true
    }
    return seen
  }

  @Test(
    "hold their events in the order of time, those of one time in the order of streams",
    arguments: 0..<40)
  func order(seed: UInt64) throws {
    let folder = try Self.trace(seed, isMonotonic: true).write()
    let set = try CTFTraceSet.open([folder.path])
    let expected = Self.events(set, in: .stream).enumerated().sorted {
      ($0.element.time, $0.element.stream, $0.offset)
        < ($1.element.time, $1.element.stream, $1.offset)
    }
    #expect(Self.events(set) == expected.map(\.element))
  }

  @Test("part the events: one after the other they give what one pass gives", arguments: 0..<40)
  func partition(seed: UInt64) throws {
    let folder = try Self.trace(seed, isMonotonic: true).write()
    let set = try CTFTraceSet.open([folder.path])
    for count in 1...5 {
      let slices = set.slices(count, least: 1)
      #expect(slices.count <= count)
      #expect(slices.flatMap { Self.events(set, $0) } == Self.events(set))
    }
  }

  @Test("hold each event once and in its stream's order, even if stamps go back", arguments: 0..<40)
  func backwards(seed: UInt64) throws {
    let folder = try Self.trace(seed, isMonotonic: false).write()
    let set = try CTFTraceSet.open([folder.path])
    let whole = Self.events(set, in: .stream)
    for count in 2...5 {
      let parts = set.slices(count, least: 1).flatMap { Self.events(set, $0) }
      for stream in set.streams.indices {
        #expect(parts.filter { $0.stream == stream } == whole.filter { $0.stream == stream })
      }
    }
  }

  @Test("are few where there is little data")
  func little() throws {
    let folder = try Self.trace(1, isMonotonic: true).write()
    #expect(try CTFTraceSet.open([folder.path]).slices(8) == [.all])
  }

  @Test("begin where a cursor seeks to: at the first event that did not happen before")
  func seek() throws {
    for seed in 0..<20 as Range<UInt64> {
      let folder = try Self.trace(seed, isMonotonic: true).write()
      let set = try CTFTraceSet.open([folder.path])
      let whole = Self.events(set)
      let end = whole.last?.time ?? 0
      for time in stride(from: -1, through: end + 1, by: 7) {
        #expect(Self.events(set, from: time) == whole.filter { $0.time >= time })
      }
    }
  }

  @Test("let a cursor go back after the end, and tell damage that it meets again once")
  func seekFromTheEnd() throws {
    var trace = Self.trace(3, isMonotonic: true)
    trace.packet(in: "c_0", number: 9, begin: 1_000, end: 2_000) { packet in
      packet.event("a:b", at: 1_001, [1])
      packet.event("a:c", at: 1_002, [.text("whole")])
    }
    // The last string loses its end: it does not fit into its packet any more.
    trace.damage { bytes in
      for index in bytes.indices.suffix(4_096) where bytes[index...].starts(with: "whole\0".utf8) {
        bytes[index + 5] = 0x21
      }
    }
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    var cursor = set.events()
    var runs: [[Int64]] = []
    var trusts: [Trust] = []
    for _ in 0..<3 {
      var times: [Int64] = []
      cursor.seek(to: .min)
      cursor.run { event in
        times.append(event.timestamp)
        return true
      }
      runs.append(times)
      trusts.append(cursor.trust)
    }
    let whole = Self.events(set).map(\.time)
    #expect(runs == [whole, whole, whole])
    #expect(trusts[0].damage.map(\.kind) == [.badEvent])
    #expect(trusts == [trusts[0], trusts[0], trusts[0]])
  }

  @Test("let a cursor go forwards and back")
  func seekTwice() throws {
    let folder = try Self.trace(3, isMonotonic: true).write()
    let set = try CTFTraceSet.open([folder.path])
    let times = Self.events(set).map(\.time)
    var cursor = set.events()
    cursor.seek(to: times[times.count / 2])
    let middle = cursor.next { $0.timestamp }
    cursor.seek(to: .min)
    let first = cursor.next { $0.timestamp }
    cursor.seek(to: .max)
    let none = cursor.next { $0.timestamp }
    #expect([middle, first, none] == [times[times.count / 2], times[0], nil])
  }
}
