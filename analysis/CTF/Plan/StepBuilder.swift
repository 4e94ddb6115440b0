// SPDX-License-Identifier: MIT

/// Compiles the structures of an event into steps: fields of fixed size become one run.
struct StepBuilder {
  private struct Run {
    var slot: Int32
    /// How far the run's begin is known to be aligned.
    var alignment: Int
    var size = 0
    var isPlaced: Bool
    var keeps: [Step] = []
  }

  let nodes: [Node]
  private(set) var steps: [Step] = []
  private(set) var slotCount: Int32 = 0
  private var run: Run?

  init(_ nodes: [Node]) { self.nodes = nodes }

  /// Starts a new event class.
  mutating func begin() {
    slotCount = 0
    run = nil
  }

  /// Compiles one structure.
  ///
  /// - Returns: The places of its members.
  mutating func add(structure index: Int) -> [FieldPlace] {
    guard index >= 0 else { return [] }
    _ = place(alignment: nodes[index].alignment, size: 0)
    let first = Int(nodes[index].firstChild)
    return (first..<first + Int(nodes[index].childCount)).map { add($0) }
  }

  /// Ends the event class.
  mutating func end() { finishRun() }

  private mutating func add(_ index: Int) -> FieldPlace {
    let node = nodes[index]
    if node.fixedSize >= 0, !keepsValues(index) {
      return place(alignment: node.alignment, size: node.fixedSize)
    }
    switch node.kind {
    case .integer, .enumeration, .boolean, .bitMap:
      let place = place(alignment: node.alignment, size: node.fixedSize)
      run?.keeps.append(
        Step(kind: .keep, slot: place.slot, node: Int32(index), size: place.offset))
      return place
    case .structure:
      let place = place(alignment: node.alignment, size: 0)
      let first = Int(node.firstChild)
      for child in first..<first + Int(node.childCount) { _ = add(child) }
      return place
    case .string:
      return jump(Step(kind: .string, slot: 0, node: Int32(index)), alignment: 8)
    case .sequence:
      let element = nodes[Int(node.firstChild)]
      let stride = element.fixedSize < 0 ? 0 : alignedUp(element.fixedSize, element.alignment)
      guard stride > 0, !keepsValues(Int(node.firstChild)) else { fallthrough }
      let step = Step(
        kind: .sequence, slot: 0, node: Int32(index), alignment: node.alignment, size: stride,
        lastSize: element.fixedSize, source: node.source)
      let end = element.fixedSize & -element.fixedSize
      return jump(step, alignment: min(node.alignment, end))
    case .array, .variant, .float, .variableLength, .encoded, .blob, .optional:
      return jump(Step(kind: .walk, slot: 0, node: Int32(index)), alignment: 1)
    }
  }

  private func keepsValues(_ index: Int) -> Bool {
    let node = nodes[index]
    if node.save >= 0 { return true }
    let first = Int(node.firstChild)
    return (first..<first + Int(node.childCount)).contains { keepsValues($0) }
  }

  private mutating func place(alignment: Int, size: Int) -> FieldPlace {
    if run == nil || alignment > (run?.alignment ?? 0) {
      finishRun()
      run = Run(slot: slotCount, alignment: alignment, isPlaced: false)
      slotCount += 1
    }
    guard var current = run else { return FieldPlace(slot: 0, offset: 0) }
    let offset = alignedUp(current.size, alignment)
    current.size = offset + size
    run = current
    return FieldPlace(slot: current.slot, offset: offset)
  }

  private mutating func finishRun() {
    guard let run else { return }
    if run.size > 0 || !run.isPlaced {
      steps.append(
        Step(kind: .fixed, slot: run.slot, alignment: run.alignment, size: run.size))
    }
    steps += run.keeps
    self.run = nil
  }

  private mutating func jump(_ step: Step, alignment: Int) -> FieldPlace {
    var step = step
    step.slot = slotCount
    // A string that begins where another field ends shares that position.
    if step.kind == .string, let run, run.isPlaced, run.size == 0, run.alignment >= 8 {
      step.slot = run.slot
    }
    finishRun()
    steps.append(step)
    run = Run(slot: step.slot + 1, alignment: alignment, isPlaced: true)
    slotCount = step.slot + 2
    return FieldPlace(slot: step.slot, offset: 0)
  }
}
