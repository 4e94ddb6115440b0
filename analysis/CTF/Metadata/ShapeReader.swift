// SPDX-License-Identifier: MIT

/// What is there of a packet's content, from the packet's begin.
struct PacketContent {
  var bytes: [UInt8]
  var packet: Packet
  /// Whether the file holds all of the content.
  var isWhole: Bool { bytes.count * 8 >= packet.contentSize }
}

/// Goes over a packet's events by their shapes, and doubts each byte.
struct ShapeReader {
  enum Outcome {
    case read
    /// The bytes end too early.
    case short
    /// This is no such event.
    case unfit
  }

  /// A place to come back to: in front of an event's contexts.
  struct Mark {
    var position: Int
    var cycles: UInt64
  }

  /// Longer texts than this are no texts of the contract, which ends them at 256 bytes.
  private static let longestText = 1024
  /// Ids, counts and times beyond this are none.
  private static let largestNumber: UInt64 = 1 << 60
  private static let largestProcess: UInt64 = 1 << 22

  let layout: USTLayout
  let contexts: [USTLayout.Context]
  private var bytes: [UInt8] = []
  /// When the packet was closed; nil if it does not tell, as in what lttng-crash saves.
  private var end: UInt64?
  private(set) var isWhole = true
  private let contextAlignment: Int
  private var cycles: UInt64 = 0
  private(set) var position = 0
  private(set) var id: UInt64 = 0
  /// The numbers of the last event's contexts.
  private(set) var contextValues: [UInt64] = []
  /// How many bytes were passed for the sake of alignment, in all packets so far.
  private(set) var padding = 0
  /// The numbers of the last event.
  private(set) var values: [UInt64] = []

  init(layout: USTLayout, contexts: [USTLayout.Context]) {
    self.layout = layout
    self.contexts = contexts
    contextAlignment = contexts.reduce(1) { max($0, $1 == .text ? 1 : $1.size) }
  }

  mutating func open(_ content: PacketContent) {
    let packet = content.packet
    bytes = content.bytes
    isWhole = content.isWhole
    end = packet.end > packet.begin ? UInt64(bitPattern: packet.end) : nil
    position = layout.headerSize
    cycles = packet.beginCycles
  }

  var time: UInt64 { cycles }
  var isAtEnd: Bool { position >= bytes.count }
  var mark: Mark { Mark(position: position, cycles: cycles) }

  mutating func restore(_ mark: Mark) {
    position = mark.position
    cycles = mark.cycles
  }

  /// Gives the rest of the packet up.
  mutating func skipRest() { position = bytes.count }

  /// Reads the id and the stamp of an event.
  mutating func header() -> Outcome {
    let begin = layout.aligned(position, to: 2)
    guard begin + 2 <= bytes.count else { return .short }
    id = layout.number(bytes, begin, 2)
    if id != 0xffff {
      let stamp = layout.aligned(begin + 2, to: 4)
      guard stamp + 4 <= bytes.count else { return .short }
      let low = layout.number(bytes, stamp, 4)
      if low < cycles & 0xffff_ffff { cycles &+= 1 << 32 }
      cycles = cycles & ~0xffff_ffff | low
      position = stamp + 4
    } else {
      let number = layout.aligned(begin + 2, to: 8)
      let stamp = layout.aligned(number + 4, to: 8)
      guard stamp + 8 <= bytes.count else { return .short }
      id = layout.number(bytes, number, 4)
      let time = layout.number(bytes, stamp, 8)
      guard time >= cycles else { return .unfit }
      cycles = time
      position = stamp + 8
    }
    return cycles <= end ?? .max ? .read : .unfit
  }

  /// Reads the contexts and the fields of an event.
  mutating func body(_ shape: ContractEvent.Shape) -> Outcome {
    let outcome = readContexts()
    guard outcome == .read else { return outcome }
    align(to: 8)
    for index in 0..<shape.strings {
      let outcome = text(mayBeEmpty: index >= shape.filledStrings)
      guard outcome == .read else { return outcome }
    }
    values.removeAll(keepingCapacity: true)
    for _ in 0..<shape.integers {
      align(to: 8)
      guard position + 8 <= bytes.count else { return .short }
      let value = layout.number(bytes, position, 8)
      guard value < Self.largestNumber else { return .unfit }
      values.append(value)
      position += 8
    }
    // What is only a number is the id of something.
    return shape.strings == 0 && values.first == 0 ? .unfit : .read
  }

  private mutating func align(to size: Int) {
    let next = layout.aligned(position, to: size)
    padding += next - position
    position = next
  }

  private mutating func readContexts() -> Outcome {
    contextValues.removeAll(keepingCapacity: true)
    if !contexts.isEmpty { align(to: contextAlignment) }
    for context in contexts {
      align(to: context == .text ? 1 : context.size)
      guard position + context.size <= bytes.count else { return .short }
      switch context {
      case .number32:
        let value = layout.number(bytes, position, 4)
        guard value > 0, value <= Self.largestProcess else { return .unfit }
        contextValues.append(value)
      case .number64:
        // A thread's descriptor: an aligned address high in a process.
        let value = layout.number(bytes, position, 8)
        guard value % 16 == 0, value >= 1 << 24, value < 1 << 56,
          value >> 32 != value & 0xffff_ffff
        else { return .unfit }
        contextValues.append(value)
      case .text:
        guard isName(bytes[position..<position + 17]) else { return .unfit }
      }
      position += context.size
    }
    return .read
  }

  /// Whether this can be a thread's name: text, then only zeros.
  private func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.prefix { $0 != 0 }
    return !text.isEmpty && text.count < bytes.count && text.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      && bytes.dropFirst(text.count).allSatisfy { $0 == 0 }
  }

  private mutating func text(mayBeEmpty: Bool) -> Outcome {
    let start = position
    let limit = min(bytes.count, start + Self.longestText + 1)
    var isASCII = true
    while position < limit {
      let byte = bytes[position]
      position += 1
      if byte == 0 {
        guard mayBeEmpty || position > start + 1 else { return .unfit }
        let text = bytes[start..<position - 1]
        return isASCII || String(validating: text, as: UTF8.self) != nil ? .read : .unfit
      }
      guard byte >= 0x20, byte != 0x7f else { return .unfit }
      if byte >= 0x80 { isASCII = false }
    }
    return limit == bytes.count ? .short : .unfit
  }
}
