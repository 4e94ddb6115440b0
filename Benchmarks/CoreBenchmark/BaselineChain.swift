// SPDX-License-Identifier: MIT

/// The baseline of every bar of the core: four closures in a row, each behind a call that is not
/// inlined, as somebody would write them who has no reactive library.
final class Stage {
  var f: (Int) -> Void

  init(_ f: @escaping (Int) -> Void) { self.f = f }

  @inline(never)
  func send(_ value: Int) { f(value) }
}

/// × 3, only ≥ 0, + 1, sum.
final class BaselineChain {
  private(set) var sum = 0
  private var first: Stage?

  init() {
    let add = Stage { [unowned self] value in sum &+= value }
    let increment = Stage { value in add.send(value &+ 1) }
    let filter = Stage { value in if value >= 0 { increment.send(value) } }
    first = Stage { value in filter.send(value &* 3) }
  }

  func send(_ value: Int) { first?.send(value) }
}
