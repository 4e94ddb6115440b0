// SPDX-License-Identifier: MIT

/// Finds out which shape the events of each id have, so that every packet fits to its last bit.
///
/// It reads on as long as all fits, tries the shapes in turn where an id is new, and takes the
/// last choice back where something does not fit: a wrong shape rarely survives the next event.
struct ShapeSearch {
  /// LTTng numbers event classes from 0; the contract has fewer than this.
  static let idLimit = 64
  /// For each id the index of its shape in `ContractEvent.shapes`, or −1.
  typealias Shapes = [Int]

  private struct Choice {
    var id: Int
    var shape: Int
    var packet: Int
    var mark: ShapeReader.Mark
    /// Whether the bytes ended inside the event with some shape.
    var isCut = false
  }

  private enum Step { case forward, end, conflict }

  /// How many event classes of the contract have each shape.
  private static let capacity = ContractEvent.shapes.map { shape in
    ContractEvent.all.count { $0.shape == shape }
  }

  let store: PacketStore
  private var reader: ShapeReader
  private var packet = -1
  private var shapes = Shapes(repeating: -1, count: idLimit)
  private var choices: [Choice] = []
  /// How many events may still be looked at.
  private(set) var budget: Int

  init(
    _ store: PacketStore, layout: USTLayout, contexts: [USTLayout.Context], budget: Int
  ) {
    self.store = store
    self.budget = budget
    reader = ShapeReader(layout: layout, contexts: contexts)
  }

  /// The ways in which all packets fit, at most so many.
  mutating func solutions(atMost limit: Int) -> [Shapes] {
    var found: [Shapes] = []
    guard open(0) else { return [] }
    while true {
      switch step() {
      case .forward: continue
      case .end:
        found.append(shapes)
        if found.count == limit { return found }
        fallthrough
      case .conflict:
        guard retry() else { return found }
      }
    }
  }

  private mutating func open(_ index: Int) -> Bool {
    guard let content = store.content(index) else { return false }
    packet = index
    reader.open(content)
    return true
  }

  private mutating func step() -> Step {
    guard budget > 0 else { return .conflict }
    budget -= 1
    if reader.isAtEnd {
      guard packet + 1 < store.count else { return .end }
      return open(packet + 1) ? .forward : .conflict
    }
    switch reader.header() {
    case .unfit: return .conflict
    case .short: return endsShort() ? .forward : .conflict
    case .read: break
    }
    guard reader.id < UInt64(Self.idLimit) else { return .conflict }
    let id = Int(reader.id)
    guard shapes[id] >= 0 else {
      choices.append(Choice(id: id, shape: -1, packet: packet, mark: reader.mark))
      return .conflict
    }
    switch reader.body(ContractEvent.shapes[shapes[id]]) {
    case .read: return .forward
    case .short: return endsShort() ? .forward : .conflict
    case .unfit: return .conflict
    }
  }

  /// The last event of a packet that its file does not hold to the end.
  private mutating func endsShort() -> Bool {
    guard !reader.isWhole else { return false }
    reader.skipRest()
    return true
  }

  /// Takes the next way at the last choice that has one.
  private mutating func retry() -> Bool {
    while budget > 0, var choice = choices.popLast() {
      shapes[choice.id] = -1
      guard packet == choice.packet || open(choice.packet) else { continue }
      while choice.shape < ContractEvent.shapes.count {
        choice.shape += 1
        guard take(&choice) else { continue }
        choices.append(choice)
        return true
      }
    }
    return false
  }

  private mutating func take(_ choice: inout Choice) -> Bool {
    budget -= 1
    reader.restore(choice.mark)
    let index = choice.shape
    guard index < ContractEvent.shapes.count else {
      // An event that is cut, of an id that is met here alone, may have any shape.
      return choice.isCut && endsShort()
    }
    guard shapes.count(where: { $0 == index }) < Self.capacity[index] else { return false }
    switch reader.body(ContractEvent.shapes[index]) {
    case .read:
      shapes[choice.id] = index
      return true
    case .short:
      choice.isCut = true
      return false
    case .unfit: return false
    }
  }
}
