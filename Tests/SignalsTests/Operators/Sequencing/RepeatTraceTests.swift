// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

@Suite("The trace of repeat", .needsPrivateDaemon)
struct RepeatTraceTests {
  @Test("shows each round as a child of the one subscription to repeat")
  func rounds() throws {
    let events = try Recording.of(["racsignal:subscribed", "racsignal:disposed"]) {
      onScheduler { _ = Signal.just(1).named("RR").repeat().take(3).subscribe() }
    }.filter { $0["signal"].hasPrefix("RR") }
    let begins = events.filter { $0.name == "racsignal:subscribed" }
    #expect(begins.map { $0["signal"] } == ["RR.repeat.take", "RR.repeat", "RR", "RR", "RR"])
    let ids = begins.map { $0["subscription_id"] }
    #expect(begins.map { $0["parent_id"] } == ["0", ids[0], ids[1], ids[1], ids[1]])
    let ends = events.filter { $0.name == "racsignal:disposed" }.map { $0["subscription_id"] }
    #expect(ends.count == 5)
    #expect(Set(ends) == Set(ids))
    #expect(ends.prefix(2) == ids[2...3])
  }
}
