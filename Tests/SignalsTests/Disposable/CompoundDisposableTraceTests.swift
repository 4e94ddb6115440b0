// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

@Suite("The tracepoints of CompoundDisposable", .needsPrivateDaemon)
struct CompoundDisposableTraceTests {
  /// The events of a compound, as name, disposable and new total.
  private func changes(
    of compound: CompoundDisposable, in events: [RecordedEvent]
  ) -> [[String]] {
    events.filter { $0["compound_disposable"] == compound.description }
      .map { [$0.name, $0["disposable"], $0["new_total"]] }
  }

  @Test("added and removed tell every change, with the new total")
  func changes() throws {
    let compound = CompoundDisposable()
    let children = (0..<4).map { _ in Disposable() }
    let events = try Recording.of(["raccompounddisposable:*"]) {
      for child in children { compound.add(child) }
      compound.add(children[0])
      compound.remove(children[1])
      compound.remove(children[1])
      compound.dispose()
      compound.add(Disposable())
    }
    let names = children.map(\.description)
    #expect(
      changes(of: compound, in: events) == [
        ["raccompounddisposable:added", names[0], "1"],
        ["raccompounddisposable:added", names[1], "2"],
        ["raccompounddisposable:added", names[2], "3"],
        ["raccompounddisposable:added", names[3], "4"],
        ["raccompounddisposable:removed", names[1], "3"],
      ])
  }

  @Test(
    "removed tells of finished children that were let go, before the one that takes their place")
  func pruned() throws {
    let compound = CompoundDisposable()
    let children = (0..<3).map { _ in Disposable() }
    let events = try Recording.of(["raccompounddisposable:*"]) {
      compound.add(children[0])
      compound.add(children[1])
      children[0].dispose()
      compound.add(children[2])
    }
    let names = children.map(\.description)
    #expect(
      changes(of: compound, in: events) == [
        ["raccompounddisposable:added", names[0], "1"],
        ["raccompounddisposable:added", names[1], "2"],
        ["raccompounddisposable:removed", names[0], "1"],
        ["raccompounddisposable:added", names[2], "2"],
      ])
  }
}
