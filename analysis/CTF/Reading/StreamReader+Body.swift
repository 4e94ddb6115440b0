// SPDX-License-Identifier: MIT

/// Going over the body of the event whose header has been read, finding its fields.
///
/// Each function returns false if the body does not fit into the packet.
extension StreamReader {
  /// Runs a plan.
  mutating func runSteps(_ plan: ClassPlan) -> Bool {
    let (slots, base, limit) = unsafe (self.slots, self.base, self.limit)
    let byteLimit = limit &>> 3
    var position = position
    var step = unsafe steps + plan.firstStep
    let end = unsafe step + plan.stepCount
    while unsafe step < end {
      let slot = unsafe slots + Int(step.pointee.slot)
      switch unsafe step.pointee.kind {
      case .fixed:
        position = alignedUp(position, unsafe step.pointee.alignment)
        unsafe slot.pointee = position
        position &+= unsafe step.pointee.size
        guard position <= limit else { return false }
      case .string:
        let start = (position &+ 7) &>> 3
        let found = unsafe findNUL(base, from: start, to: byteLimit)
        guard found >= 0 else { return false }
        unsafe slot.pointee = start &<< 3
        position = (found &+ 1) &<< 3
        unsafe slot[1] = position
      case .keep:
        let node = unsafe node(step.pointee.node)
        let bit = unsafe slot.pointee &+ step.pointee.size
        unsafe values[Int(node.pointee.save)] = node.pointee.value(base, at: bit)
      case .sequence:
        position = alignedUp(position, unsafe step.pointee.alignment)
        unsafe slot.pointee = position
        guard unsafe skipSequence(step.pointee, &position) else { return false }
        unsafe slot[1] = position
      case .walk:
        unsafe slot.pointee = position
        var walker = walker(at: position)
        var visitor = NoVisitor()
        guard walker.walk(Int(unsafe step.pointee.node), &visitor) else { return false }
        budget = walker.budget
        position = walker.position
        unsafe slot[1] = position
      }
      unsafe step += 1
    }
    self.position = position
    return true
  }

  @inline(__always)
  private func skipSequence(_ step: Step, _ position: inout Int) -> Bool {
    let length = unsafe values[Int(step.source)]
    guard length > 0 else { return position <= limit }
    guard position < limit, length <= UInt64((limit &- position) / step.size) &+ 1 else {
      return false
    }
    position &+= (Int(length) &- 1) &* step.size &+ step.lastSize
    return position <= limit
  }
}
