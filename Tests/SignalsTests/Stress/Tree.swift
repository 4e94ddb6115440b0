// SPDX-License-Identifier: MIT

@testable import Signals

/// A random signal: an operator over others, or a source.
struct Tree: CustomStringConvertible {
  let kind: Kind
  let a: Int
  let b: Int
  var sources: [Tree]

  /// Makes one with at most about `size` operators.
  static func random(
    _ size: Int, using random: inout some RandomNumberGenerator
  ) -> Tree {
    let kinds = size > 1 ? Catalogue.operators : Catalogue.sources
    let kind = kinds.randomElement(using: &random) ?? Catalogue.sources[0]
    let count = Int.random(in: kind.sources, using: &random)
    return Tree(
      kind: kind, a: .random(in: 0...9, using: &random), b: .random(in: 0...9, using: &random),
      sources: (0..<count).map { index in
        .random(
          index == 0 ? size - count : Int.random(in: 0..<max(size, 1), using: &random) / 2,
          using: &random)
      })
  }

  func build(_ world: World) -> Signal<Item> {
    kind.build(
      BuildContext(sources: sources.map { $0.build(world) }, a: a, b: b, world: world))
  }

  func model(_ world: ModelWorld) -> ModelSignal {
    let models = sources.map { $0.model(world) }
    return { [kind, a, b] start in
      kind.model(ModelContext(sources: models, a: a, b: b, start: start, world: world))
    }
  }

  /// Smaller trees: those below, and this one with smaller ones below it.
  var smaller: [Tree] {
    var all = sources
    for (index, source) in sources.enumerated() {
      for less in source.smaller {
        var tree = self
        tree.sources[index] = less
        all.append(tree)
      }
      if kind.sources.contains(sources.count - 1) {
        var tree = self
        tree.sources.remove(at: index)
        all.append(tree)
      }
    }
    return all
  }

  var description: String {
    "\(kind.name)[\(a) \(b)]"
      + (sources.isEmpty ? "" : "(\(sources.map(\.description).joined(separator: ", ")))")
  }
}
