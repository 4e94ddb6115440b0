// SPDX-License-Identifier: MIT

/// A program of fixed fields, then strings, then fixed fields, with nothing to align.
///
/// Most events have such a one; it is run without looking at the steps.
@usableFromInline
struct PlanShape {
  /// The bytes before the strings.
  @usableFromInline var before = 0
  /// How many strings there are; −1 if the program is of another kind.
  @usableFromInline var strings = -1
  /// The bytes behind them.
  @usableFromInline var behind = 0

  init() {}

  init(_ steps: ArraySlice<Step>) {
    var rest = steps
    guard let first = rest.popFirst(), first.kind == .fixed, first.slot == 0,
      first.alignment <= 8, first.size % 8 == 0
    else { return }
    before = first.size / 8
    var count = 0
    while let step = rest.first, step.kind == .string, step.slot == 1 + Int32(count) {
      count += 1
      rest = rest.dropFirst()
    }
    if count > 0, let last = rest.popFirst() {
      guard last.kind == .fixed, last.slot == 1 + Int32(count), last.alignment <= 8,
        last.size % 8 == 0
      else { return }
      behind = last.size / 8
    }
    if rest.isEmpty { strings = count }
  }
}

/// The program of one event class, which has the same number.
@usableFromInline
struct ClassPlan {
  var firstStep = 0
  var stepCount = 0
  /// The shape of the steps, if they are of the usual kind.
  @usableFromInline var shape = PlanShape()
  /// The structures of the body in their order, or −1: stream's context, own context, payload.
  var contextNode = -1
  var ownContextNode = -1
  var payloadNode = -1
}

/// The program of one stream class.
struct StreamPlan {
  var streamClassID: UInt64 = 0
  var packetHeaderNode = -1
  var packetContextNode = -1
  /// Whether events refer to a field of the packet's header or context.
  var keepsPacketHeader = false
  /// The bits of the counter of discarded events.
  var discardedSize = 64
  var header = HeaderPlan(node: -1)
  /// Where the ids of the event classes begin in the table, those below `directCount` first.
  var firstID = 0
  var directCount = 0
  var scale = ClockScale(frequency: 1_000_000_000, origin: 0)
}

/// An event class with an id too large for the direct table.
struct SparseID {
  var id: UInt64
  var plan: Int32
}

/// Everything that the decoder needs, in plain memory that is never changed.
@safe final class DecodeTables: @unchecked Sendable {
  // Unchecked: written only in `init`, before anything else can see it; freed when the last reader
  // is gone.

  let nodes: UnsafePointer<Node>
  let ranges: UnsafePointer<ChoiceRange>
  let steps: UnsafePointer<Step>
  let classPlans: UnsafePointer<ClassPlan>
  /// For each stream plan in turn, the class plan of each id, or −1.
  let ids: UnsafePointer<Int32>
  let valueSlots: Int
  let fieldSlots: Int

  init(
    nodes: [Node], ranges: [ChoiceRange], steps: [Step], classPlans: [ClassPlan], ids: [Int32],
    valueSlots: Int, fieldSlots: Int
  ) {
    unsafe self.nodes = Self.copy(nodes)
    unsafe self.ranges = Self.copy(ranges)
    unsafe self.steps = Self.copy(steps)
    unsafe self.classPlans = Self.copy(classPlans)
    unsafe self.ids = Self.copy(ids)
    self.valueSlots = valueSlots
    self.fieldSlots = fieldSlots
  }

  private static func copy<T>(_ array: [T]) -> UnsafePointer<T> {
    let buffer = UnsafeMutablePointer<T>.allocate(capacity: max(1, array.count))
    for (index, element) in array.enumerated() {
      unsafe (buffer + index).initialize(to: element)
    }
    return unsafe UnsafePointer(buffer)
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe ranges.deallocate()
    unsafe steps.deallocate()
    unsafe classPlans.deallocate()
    unsafe ids.deallocate()
  }
}
