// SPDX-License-Identifier: MIT

/// A value of the stress tests: a small number, and something that tells when it is freed.
struct Item: Equatable, Sendable, CustomStringConvertible {
  let number: Int
  let life: Lives.One

  init(_ number: Int, _ life: Lives.One) {
    self.number = number
    self.life = life
  }

  var description: String { "\(number)" }

  static func == (left: Item, right: Item) -> Bool { left.number == right.number }

  /// An item alike with another number.
  func with(_ number: Int) -> Item { Item(number, life) }
}
