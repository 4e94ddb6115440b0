// SPDX-License-Identifier: MIT

/// Finds the fields that lengths and choices refer to.
extension NodeBuilder {
  /// A place where the value of the located field is kept.
  mutating func save(_ location: FieldLocation, field: String) throws(CTFError) -> Int32 {
    let found = try refer(to: location, field: field)
    guard location.origin == .anywhere || found.allSatisfy({ isLength(nodes[$0]) }) else {
      throw invalid("the length of '\(field)' is not an unsigned integer")
    }
    return try keep(found, field: field)
  }

  private func isLength(_ node: Node) -> Bool { !node.isSigned && node.kind != .boolean }

  /// One place for the values of all these fields, of which an event holds one.
  mutating func keep(_ found: [Int], field: String) throws(CTFError) -> Int32 {
    let slots = Set(found.map { nodes[$0].save }.filter { $0 >= 0 })
    guard slots.count <= 1 else {
      throw CTFError(
        .unsupported, "'\(field)' refers to one of several fields that have other uses too")
    }
    let slot = slots.first ?? Int32(valueSlots)
    if slots.isEmpty { valueSlots += 1 }
    for node in found { nodes[node].save = slot }
    return slot
  }

  /// Finds the fields at a location: several if the way leads through a variant.
  mutating func refer(to location: FieldLocation, field: String) throws(CTFError) -> [Int] {
    let (found, isOutside) = find(location)
    guard !found.isEmpty else {
      guard lookups <= Self.mostLookups else {
        throw CTFError(.unsupported, "there are too many fields that refer to others")
      }
      let name = location.path.joined(separator: ".")
      throw invalid("'\(field)' refers to '\(name)', and no earlier integer has that name")
    }
    if isOutside {
      for node in found { nodes[node].isReferredTo = true }
    }
    return found
  }

  private mutating func find(_ location: FieldLocation) -> (found: [Int], isOutside: Bool) {
    let path = location.path
    switch location.origin {
    case .anywhere: return findAnywhere(path)
    case .enclosing(let parents):
      return (descend(path[...], level: frames.count - 1 - parents), false)
    case .scope(let origin):
      if origin.name == scope { return (descend(path[...], level: 0), false) }
      let outer = scopes.last { $0.name == origin.name }
      guard let outer else { return ([], true) }
      return (descend(path[...], in: outer.node), true)
    }
  }

  /// TSDL: inner structures first, then outer scopes.
  private mutating func findAnywhere(_ path: [String]) -> (found: [Int], isOutside: Bool) {
    for level in frames.indices.reversed() {
      let found = descend(path[...], level: level)
      if !found.isEmpty { return (found, false) }
    }
    for outer in scopes.reversed() where path.starts(with: outer.name) {
      let found = descend(path.dropFirst(outer.name.count), in: outer.node)
      if !found.isEmpty { return (found, true) }
    }
    if path.starts(with: scope) {
      let found = descend(path.dropFirst(scope.count), level: 0)
      if !found.isEmpty { return (found, false) }
    }
    for outer in scopes.reversed() {
      let found = descend(path[...], in: outer.node)
      if !found.isEmpty { return (found, true) }
    }
    return ([], false)
  }

  /// Follows a path from a structure that is being laid out.
  private mutating func descend(_ path: ArraySlice<String>, level: Int) -> [Int] {
    guard frames.indices.contains(level), let name = path.first else { return [] }
    let (first, count) = frames[level]
    let found = descend(path, first: first, count: count)
    guard found.isEmpty, level + 1 < frames.count, rawNames[first + count] == name else {
      return found
    }
    return descend(path.dropFirst(), level: level + 1)
  }

  /// Follows a path from a structure that is laid out.
  private mutating func descend(_ path: ArraySlice<String>, in node: Int) -> [Int] {
    guard nodes[node].kind == .structure else { return [] }
    return descend(path, first: Int(nodes[node].firstChild), count: Int(nodes[node].childCount))
  }

  private mutating func descend(_ path: ArraySlice<String>, first: Int, count: Int) -> [Int] {
    lookups += count + 1
    guard lookups <= Self.mostLookups, let name = path.first,
      let member = (first..<first + count).last(where: { rawNames[$0] == name })
    else { return [] }
    let rest = path.dropFirst()
    var found: [Int] = []
    for field in fields(at: member) {
      if !rest.isEmpty {
        found += descend(rest, in: field)
      } else if isNumber(nodes[field].kind) {
        found.append(field)
      }
    }
    return found
  }

  /// The fields that a member can stand for: options of a variant, the content of an optional one.
  private mutating func fields(at node: Int) -> [Int] {
    switch nodes[node].kind {
    case .variant, .optional:
      let first = Int(nodes[node].firstChild)
      let count = Int(nodes[node].childCount)
      lookups += count
      return (first..<first + count).flatMap { fields(at: $0) }
    default: return [node]
    }
  }

  private func isNumber(_ kind: Node.Kind) -> Bool {
    switch kind {
    case .integer, .enumeration, .boolean, .variableLength: true
    default: false
    }
  }
}
