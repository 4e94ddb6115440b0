// SPDX-License-Identifier: MIT

import Testing

@testable import ractrace

@Suite("Figures")
struct FiguresTests {
  @Test(
    "shows three digits and a unit",
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (1_234, "1.23 µs"), (45_678, "45.7 µs"),
      (999_499, "999 µs"), (999_999, "1.00 ms"), (9_999_999, "10.0 ms"), (1_000_000_000, "1.00 s"),
      (.max, "18446744073 s"),
    ] as [(UInt64, String)])
  func durations(value: UInt64, expected: String) {
    #expect(Figures.duration(value) == expected)
  }

  @Test("parts thousands, and keeps every digit of a time")
  func others() {
    #expect(Figures.count(1_234) == "1234")
    #expect(Figures.count(1_234_567) == "1,234,567")
    #expect(Figures.seconds(-1_000_000_001) == "-1.000000001")
    #expect(Figures.seconds(1_500_000_000, digits: 3) == "1.500")
    #expect(Figures.rate(.infinity) == "? M/s")
  }
}

@Suite("Table")
struct TableTests {
  private var table: Table {
    var table = Table([.init("signal", .left), .init("next")])
    table.add(["clicks.map.filter.throttle", "1"])
    table.add(["日本", "200"])
    return table
  }

  @Test("aligns by columns, not by bytes")
  func aligns() {
    #expect(
      table.render(width: nil, style: Style(isOn: false)) == """
        signal                      next
        clicks.map.filter.throttle     1
        日本                         200

        """)
  }

  @Test("cuts names in the middle when the line is too long")
  func cuts() {
    #expect(
      table.render(width: 20, style: Style(isOn: false)) == """
        signal          next
        clicks.…rottle     1
        日本             200

        """)
  }
}
