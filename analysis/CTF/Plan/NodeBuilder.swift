// SPDX-License-Identifier: MIT

/// Lays field classes out as nodes, and finds the fields that lengths and choices refer to.
struct NodeBuilder {
  /// The largest fixed size, in bits.
  private static let largestSize = 1 << 40
  /// How many members may be looked at to find those that others refer to.
  static let mostLookups = 1 << 24

  var nodes: [Node] = []
  var ranges: [ChoiceRange] = []
  /// For each node, the field that it stands for.
  var declarations: [FieldDeclaration] = []
  var valueSlots = ValueSlot.firstFree

  /// How many members have been looked at for this trace.
  var lookups = 0

  private(set) var rawNames: [String] = []
  /// The enclosing structures: the node of the first member, and how many are laid out.
  private(set) var frames: [(first: Int, count: Int)] = []
  /// The structures of the outer dynamic scopes, outermost first.
  private(set) var scopes: [(name: [String], node: Int)] = []
  /// The dynamic scope that is being laid out.
  private(set) var scope: [String] = []
  private var place = ""

  /// Forgets the outer scopes beyond the first `count`.
  mutating func keepScopes(_ count: Int) { scopes.removeSubrange(count...) }

  /// How many dynamic scopes are open.
  var scopeCount: Int { scopes.count }

  /// Whether a field of an inner dynamic scope refers to one in here.
  func isReferredTo(_ index: Int) -> Bool {
    guard index >= 0 else { return false }
    if nodes[index].isReferredTo { return true }
    let first = Int(nodes[index].firstChild)
    return (first..<first + Int(nodes[index].childCount)).contains { isReferredTo($0) }
  }

  /// Lays out the structure of a dynamic scope.
  ///
  /// - Returns: Its node, or −1 if there is no structure.
  mutating func add(
    _ structure: StructureClass?, scope: [String], place: String
  ) throws(CTFError) -> Int {
    guard let structure else { return -1 }
    self.place = place
    self.scope = scope
    if scopes.isEmpty { lookups = 0 }
    let node = reserve(1)
    try lay(.structure(structure), name: scope.joined(separator: "."), raw: "", role: nil, at: node)
    scopes.append((scope, node))
    return node
  }

  private mutating func reserve(_ count: Int) -> Int {
    let first = nodes.count
    nodes += repeatElement(Node(), count: count)
    rawNames += repeatElement("", count: count)
    declarations += repeatElement(FieldDeclaration(name: "", fieldClass: .string), count: count)
    return first
  }

  func invalid(_ message: String) -> CTFError {
    CTFError(.invalidMetadata, "\(place): \(message)")
  }

  private mutating func lay(
    _ type: FieldClass, name: String, raw: String, role: FieldRole?, at index: Int
  ) throws(CTFError) {
    var node = Node()
    node.alignment = type.alignment
    rawNames[index] = raw
    declarations[index] = FieldDeclaration(name: name, fieldClass: type)
    switch type {
    case .integer(let integer):
      node.kind = .integer
      fill(&node, integer, role)
    case .enumeration(let enumeration):
      node.kind = .enumeration
      fill(&node, enumeration.container, role)
    case .floatingPoint(let float):
      node.kind = .float
      node.size = float.size
      node.fixedSize = float.size
      node.isBigEndian = float.byteOrder == .big
      node.isReversed = float.hasReversedBits
    case .boolean(let integer):
      node.kind = .boolean
      fill(&node, integer, role)
    case .bitMap(let map):
      node.kind = .bitMap
      fill(&node, map.container, role)
    case .variableLengthInteger(let integer):
      node.kind = .variableLength
      node.isSigned = integer.isSigned
      node.isLabelled = !integer.mappings.isEmpty
      if let role { node.save = Int32(role.rawValue) }
    case .string:
      node.kind = .string
    case .encodedString(let text):
      node.kind = .encoded
      try fill(&node, text, name)
    case .blob(let blob):
      node.kind = .blob
      try fill(&node, blob.extent, name)
    case .structure(let structure):
      try layMembers(structure, &node)
    case .array(let element, let count, _):
      node.kind = .array
      node.count = count
      try layElement(element, name: name, &node)
      if nodes[Int(node.firstChild)].fixedSize >= 0 {
        node.fixedSize = try size(of: count, nodes[Int(node.firstChild)])
      }
    case .sequence(let element, let length, _):
      node.kind = .sequence
      node.source = try save(length, field: name)
      try layElement(element, name: name, &node)
    case .variant(let variant):
      try layOptions(variant, name: name, &node)
    case .optional(let optional):
      try layContent(optional, name: name, &node)
    }
    nodes[index] = node
  }

  private func fill(_ node: inout Node, _ integer: IntegerClass, _ role: FieldRole?) {
    if let role { node.save = Int32(role.rawValue) }
    node.size = integer.size
    node.fixedSize = integer.size
    node.isSigned = integer.isSigned
    node.isBigEndian = integer.byteOrder == .big
    node.isReversed = integer.hasReversedBits
    node.isText = integer.isText && integer.size == 8
  }

  private mutating func fill(_ node: inout Node, _ text: EncodedStringClass, _ name: String)
    throws(CTFError)
  {
    switch text.encoding {
    case .utf16LittleEndian, .utf16BigEndian: node.size = 16
    case .utf32LittleEndian, .utf32BigEndian: node.size = 32
    }
    switch text.encoding {
    case .utf16BigEndian, .utf32BigEndian: node.isBigEndian = true
    case .utf16LittleEndian, .utf32LittleEndian: break
    }
    try fill(&node, text.extent, name)
  }

  private mutating func fill(_ node: inout Node, _ extent: ByteExtent, _ name: String)
    throws(CTFError)
  {
    switch extent {
    case .terminated: node.count = -1
    case .told(let length): node.source = try save(length, field: name)
    case .fixed(let count):
      guard count <= Self.largestSize >> 3 else { throw invalid("'\(name)' is too large") }
      node.count = count
      node.fixedSize = count << 3
    }
  }

  private mutating func layMembers(_ structure: StructureClass, _ node: inout Node)
    throws(CTFError)
  {
    let first = reserve(structure.members.count)
    node.kind = .structure
    node.firstChild = Int32(first)
    node.childCount = Int32(structure.members.count)
    for (offset, member) in structure.members.enumerated() {
      rawNames[first + offset] = member.rawName
    }
    frames.append((first, 0))
    defer { frames.removeLast() }
    var size = 0
    for (offset, member) in structure.members.enumerated() {
      try lay(
        member.fieldClass, name: member.name, raw: member.rawName, role: member.role,
        at: first + offset)
      frames[frames.count - 1].count += 1
      let child = nodes[first + offset]
      if size >= 0 {
        size = child.fixedSize < 0 ? -1 : alignedUp(size, child.alignment) + child.fixedSize
      }
      guard size <= Self.largestSize else { throw invalid("'\(member.name)' is too large") }
    }
    node.fixedSize = size
  }

  private mutating func layElement(_ element: FieldClass, name: String, _ node: inout Node)
    throws(CTFError)
  {
    let child = reserve(1)
    node.firstChild = Int32(child)
    node.childCount = 1
    try lay(element, name: name, raw: "", role: nil, at: child)
    node.isText =
      nodes[child].isText && nodes[child].kind == .integer
      && nodes[child].alignment == 8
  }

  private func size(of count: Int, _ element: Node) throws(CTFError) -> Int {
    guard count > 0 else { return 0 }
    let stride = alignedUp(element.fixedSize, element.alignment)
    let (bits, overflow) = stride.multipliedReportingOverflow(by: count - 1)
    guard !overflow, bits <= Self.largestSize, stride > 0 || count <= 1 << 16 else {
      throw invalid("an array of \(count) elements is too large")
    }
    return bits + element.fixedSize
  }

  private mutating func layOptions(_ variant: VariantClass, name: String, _ node: inout Node)
    throws(CTFError)
  {
    node.kind = .variant
    let tags = try refer(to: variant.tag, field: name)
    node.source = try keep(tags, field: name)
    node.firstRange = Int32(ranges.count)
    try addRanges(of: variant, tags: tags, name: name)
    node.rangeCount = Int32(ranges.count) - node.firstRange
    let first = reserve(variant.options.count)
    node.firstChild = Int32(first)
    node.childCount = Int32(variant.options.count)
    for (offset, option) in variant.options.enumerated() {
      try lay(
        option.fieldClass, name: option.name, raw: option.rawName, role: option.role,
        at: first + offset)
    }
  }

  private mutating func layContent(_ optional: OptionalClass, name: String, _ node: inout Node)
    throws(CTFError)
  {
    node.kind = .optional
    let selectors = try refer(to: optional.selector, field: name)
    node.source = try keep(selectors, field: name)
    node.firstRange = Int32(ranges.count)
    try addRanges(of: optional, selectors: selectors, name: name)
    node.rangeCount = Int32(ranges.count) - node.firstRange
    let child = reserve(1)
    node.firstChild = Int32(child)
    node.childCount = 1
    let content = optional.content
    try lay(content.fieldClass, name: name, raw: "", role: content.role, at: child)
  }
}
