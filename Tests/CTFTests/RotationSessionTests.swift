// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing

#if LTTng
@Suite("Sessions that rotate their files, or stop and go on", .serialized, .needsPrivateDaemon)
struct RotationSessionTests {
  private struct Mark: Equatable {
    var subscription: UInt64
    var ordinal: UInt64
  }

  /// Records under a daemon of its own, since a session takes the events of all programs that any
  /// test runs; `emitter N` emits N events from each of two threads.
  private static func record(_ channel: String, _ script: String, in folder: String) throws {
    let outcome = try PrivateDaemon.run(
      """
      exec 2>&1 </dev/null
      program=$1 folder=$2 name=rotation
      emitter() { "$program" "$folder/count" 2 "$1" 0 0 || [ $? = 3 ]; }
      export LTTNG_UST_ALLOW_BLOCKING=1
      lttng create $name --output="$folder/trace"
      trap 'timeout 60 lttng destroy $name' EXIT
      lttng enable-channel -u -s $name --blocking-timeout=inf \(channel) c
      lttng enable-event -u -s $name -c c 'racsignal:*'
      \(script)
      timeout 60 lttng stop $name
      """, arguments: [Program.built("RecordEmitter"), folder])
    guard outcome.status == 0 else { throw SupportError(outcome.output + outcome.errors) }
  }

  /// The events in the order in which their streams were written.
  private static func marks(_ set: CTFTraceSet) throws -> [Mark] {
    // Each chunk declares the class anew.
    let fields = set.eventClasses.map { ($0.field("subscription_id"), $0.field("ordinal")) }
    var marks: [Mark] = []
    set.forEachEvent(in: .stream) { event in
      guard set.eventClasses[event.classIndex].name == "racsignal:next",
        case (let subscription?, let ordinal?) = fields[event.classIndex]
      else { return }
      marks.append(
        Mark(subscription: event.unsigned(subscription), ordinal: event.unsigned(ordinal)))
    }
    try #require(!marks.isEmpty)
    return marks
  }

  @Test("are read in the order of the packets' numbers, and tell what the files' limit removed")
  func tracefiles() throws {
    let temporary = try TemporaryFolder()
    try Self.record(
      "--subbuf-size=4096 --num-subbuf=4 --tracefile-size=12288 --tracefile-count=3",
      "lttng start $name; emitter 2000", in: temporary.path)
    let set = try CTFTraceSet.open([temporary.path + "/trace"])
    #expect(set.streams.allSatisfy { $0.channel == "c" && $0.name == "c_\($0.cpu ?? -1)" })
    #expect(set.streams.contains { $0.files.count == 3 })
    let marks = try Self.marks(set)
    var expected: [Mark] = []
    for subscription in Set(marks.map(\.subscription)).sorted() {
      let first = try #require(marks.first { $0.subscription == subscription }).ordinal
      try #require(first > 1 && first <= 2000)
      expected += (first...2000).map { Mark(subscription: subscription, ordinal: $0) }
    }
    let found = Dictionary(grouping: marks, by: \.subscription).sorted { $0.key < $1.key }
    #expect(found.flatMap(\.value) == expected)
    var trust = Trust()
    for stream in set.streams {
      guard let number = stream.packets.first?.sequenceNumber, number > 0, let to = stream.begin
      else { continue }
      trust.windows.append(
        .init(
          streamIndex: stream.index, from: .min, to: to, packets: number, cause: .missingStart))
    }
    #expect(!trust.windows.isEmpty)
    #expect(set.trust == trust)
  }

  @Test("tell the time between stop and start, and lose nothing by it")
  func stopAndStart() throws {
    let temporary = try TemporaryFolder()
    try Self.record(
      "--subbuf-size=64k --num-subbuf=4",
      "lttng start $name; emitter 50; lttng stop $name; lttng start $name; emitter 50",
      in: temporary.path)
    let set = try CTFTraceSet.open([temporary.path + "/trace"])
    #expect(try Self.marks(set).count == 200)
    #expect(set.trust.isWhole)
    let spans = set.trust.uncovered.spans
    #expect(!spans.isEmpty)
    for span in spans {
      let packets = set.streams[span.streamIndex].packets
      #expect(packets.contains { $0.end == span.from } && packets.contains { $0.begin == span.to })
    }
  }

  @Test("join over their chunks, each packet once")
  func chunks() throws {
    let temporary = try TemporaryFolder()
    try Self.record(
      "--subbuf-size=4096 --num-subbuf=4",
      "lttng start $name; emitter 300; timeout 60 lttng rotate $name; emitter 300",
      in: temporary.path)
    let set = try CTFTraceSet.open([temporary.path + "/trace"])
    #expect(set.traces.count > 1)
    #expect(Set(set.streams.map(\.bufferIndex)).count < set.streams.count)
    #expect(try Self.marks(set).count == 1200)
    #expect(set.trust.isWhole)
    #expect(set.trust.repeatedPackets == 0)
  }
}
#endif
