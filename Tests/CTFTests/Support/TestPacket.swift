// SPDX-License-Identifier: MIT

/// A packet that is being written.
struct TestPacket {
  let trace: TestTrace
  var writer: BitWriter

  init(_ trace: TestTrace) {
    self.trace = trace
    writer = BitWriter(isBigEndian: trace.layout.isBigEndian)
  }

  private mutating func number(_ value: UInt64, _ size: Int) {
    writer.number(value, size: size, alignment: trace.layout.alignment(size))
  }

  /// Writes header and context.
  ///
  /// - Returns: Where the content's size stands, in bits.
  mutating func header(
    begin: UInt64, end: UInt64, number: UInt64, discarded: UInt64, cpu: UInt64
  ) -> Int {
    self.number(0xc1fc_1fc1, 32)
    writer.text(TestTrace.uuid)
    self.number(0, 32)
    self.number(cpu, 64)
    self.number(begin, 64)
    self.number(end, 64)
    let place = writer.position
    self.number(0, 64)
    self.number(0, 64)
    self.number(number, 64)
    self.number(discarded, 64)
    self.number(cpu, 32)
    return place
  }

  /// Writes an event: its contexts' values, then its fields'.
  mutating func event(
    _ id: Int, at stamp: UInt64, isExtended: Bool = false, context: [TestValue] = [],
    _ values: [TestValue] = []
  ) {
    let layout = trace.layout
    writer.align(to: layout.isNatural && !trace.isCompact ? 16 : 8)
    if trace.isCompact {
      writer.number(isExtended ? 31 : UInt64(id), size: 5, alignment: 1)
      if !isExtended { writer.number(stamp, size: 27, alignment: 1) }
    } else {
      number(isExtended ? 65_535 : UInt64(id), 16)
      if !isExtended { number(stamp, 32) }
    }
    if isExtended {
      // The structure of the extended form is as aligned as its stamp.
      writer.align(to: layout.alignment(64))
      number(UInt64(id), 32)
      number(stamp, 64)
    }
    structure(trace.context, context)
    structure(trace.events[id].fields, values)
  }

  private mutating func structure(_ fields: [TestField], _ values: [TestValue]) {
    TestField.structure("", fields).write(.list(values), trace.layout, to: &writer)
  }
}
