// SPDX-License-Identifier: MIT

/// Lays field classes out as nodes, and finds the fields that lengths and choices refer to.
struct NodeBuilder {
  /// The largest fixed size, in bits.
  private static let largestSize = 1 << 40

  var nodes: [Node] = []
  var ranges: [ChoiceRange] = []
  /// For each node, the field that it stands for.
  var declarations: [FieldDeclaration] = []
  var valueSlots = ValueSlot.firstFree

  private var rawNames: [String] = []
  /// The enclosing structures: the node of the first member, and how many are laid out.
  private var frames: [(first: Int, count: Int)] = []
  /// The structures of the outer dynamic scopes, outermost first.
  private var scopes: [(name: [String], node: Int)] = []
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

  private func invalid(_ message: String) -> CTFError {
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
    case .string:
      node.kind = .string
    case .structure(let structure):
      try layMembers(structure, &node)
    case .array(let element, let count):
      node.kind = .array
      node.count = count
      try layElement(element, name: name, &node)
      if nodes[Int(node.firstChild)].fixedSize >= 0 {
        node.fixedSize = try size(of: count, nodes[Int(node.firstChild)])
      }
    case .sequence(let element, let length):
      node.kind = .sequence
      node.source = try save(length, field: name)
      try layElement(element, name: name, &node)
    case .variant(let variant):
      try layOptions(variant, name: name, &node)
    }
    nodes[index] = node
  }

  private func fill(_ node: inout Node, _ integer: IntegerClass, _ role: FieldRole?) {
    if let role { node.save = Int32(role.rawValue) }
    node.size = integer.size
    node.fixedSize = integer.size
    node.isSigned = integer.isSigned
    node.isBigEndian = integer.byteOrder == .big
    node.isText = integer.isText && integer.size == 8
  }

  private mutating func layMembers(_ structure: StructureClass, _ node: inout Node)
    throws(CTFError)
  {
    let first = reserve(structure.members.count)
    node.kind = .structure
    node.firstChild = Int32(first)
    node.childCount = Int32(structure.members.count)
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
    let tag = try refer(to: variant.tag, field: name)
    guard case .enumeration(let enumeration) = declarations[tag].fieldClass else {
      throw invalid("the tag of the variant '\(name)' is not an enumeration")
    }
    node.source = keep(tag)
    node.firstRange = Int32(ranges.count)
    for mapping in enumeration.mappings {
      let option = variant.options.firstIndex {
        $0.rawName == mapping.label || $0.name == mapping.label
      }
      guard let option else { continue }
      ranges.append(
        ChoiceRange(
          lower: mapping.lower, upper: mapping.upper,
          isSigned: enumeration.container.isSigned, option: Int32(option)))
    }
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

  // MARK: Locations

  private mutating func keep(_ node: Int) -> Int32 {
    if nodes[node].save < 0 {
      nodes[node].save = Int32(valueSlots)
      valueSlots += 1
    }
    return nodes[node].save
  }

  private mutating func save(_ location: FieldLocation, field: String) throws(CTFError) -> Int32 {
    keep(try refer(to: location, field: field))
  }

  private mutating func refer(to location: FieldLocation, field: String) throws(CTFError) -> Int {
    let (node, isOutside) = try find(location, field: field)
    if isOutside { nodes[node].isReferredTo = true }
    return node
  }

  /// Finds a field that was laid out before, inner structures first, then outer scopes.
  private func find(_ location: FieldLocation, field: String) throws(CTFError)
    -> (node: Int, isOutside: Bool)
  {
    let path = location.path
    for frame in frames.reversed() {
      if let found = descend(path[...], first: frame.first, count: frame.count) {
        return (found, false)
      }
    }
    for scope in scopes.reversed() where path.starts(with: scope.name) {
      if let found = descend(path.dropFirst(scope.name.count), in: scope.node) {
        return (found, true)
      }
    }
    if path.starts(with: ["event", "fields"]), let frame = frames.first {
      let rest = path.dropFirst(2)
      if let found = descend(rest, first: frame.first, count: frame.count) {
        return (found, false)
      }
    }
    for scope in scopes.reversed() {
      if let found = descend(path[...], in: scope.node) { return (found, true) }
    }
    let name = path.joined(separator: ".")
    throw invalid("'\(field)' refers to '\(name)', and no earlier integer has that name")
  }

  private func descend(_ path: ArraySlice<String>, in node: Int) -> Int? {
    guard nodes[node].kind == .structure else { return nil }
    return descend(
      path, first: Int(nodes[node].firstChild), count: Int(nodes[node].childCount))
  }

  private func descend(_ path: ArraySlice<String>, first: Int, count: Int) -> Int? {
    guard let name = path.first else { return nil }
    for member in (first..<first + count).reversed() where rawNames[member] == name {
      if path.count > 1 { return descend(path.dropFirst(), in: member) }
      let kind = nodes[member].kind
      return kind == .integer || kind == .enumeration ? member : nil
    }
    return nil
  }
}
