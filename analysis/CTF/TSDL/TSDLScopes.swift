// SPDX-License-Identifier: MIT

/// The types that are named at a place of a metadata text, innermost scope last.
struct TSDLScopes {
  private struct Scope {
    var aliases: [String: FieldClass] = [:]
    var structures: [String: FieldClass] = [:]
    var enumerations: [String: FieldClass] = [:]
    var variants: [String: VariantClass] = [:]
  }

  private var scopes = [Scope()]

  mutating func push() { scopes.append(Scope()) }
  mutating func pop() { scopes.removeLast() }

  mutating func name(_ type: FieldClass, alias: String) {
    scopes[scopes.count - 1].aliases[alias] = type
  }

  mutating func name(_ type: FieldClass, structure: String) {
    scopes[scopes.count - 1].structures[structure] = type
  }

  mutating func name(_ type: FieldClass, enumeration: String) {
    scopes[scopes.count - 1].enumerations[enumeration] = type
  }

  mutating func name(_ type: VariantClass, variant: String) {
    scopes[scopes.count - 1].variants[variant] = type
  }

  func alias(_ name: String) -> FieldClass? { find { $0.aliases[name] } }
  func structure(_ name: String) -> FieldClass? { find { $0.structures[name] } }
  func enumeration(_ name: String) -> FieldClass? { find { $0.enumerations[name] } }
  func variant(_ name: String) -> VariantClass? { find { $0.variants[name] } }

  private func find<T>(_ look: (Scope) -> T?) -> T? {
    for scope in scopes.reversed() {
      if let found = look(scope) { return found }
    }
    return nil
  }
}
