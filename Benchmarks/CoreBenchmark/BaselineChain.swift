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
func baselineChain(into sum: Sum) -> Stage {
  let add = Stage { value in sum.value &+= value }
  let increment = Stage { value in add.send(value &+ 1) }
  let filter = Stage { value in if value >= 0 { increment.send(value) } }
  return Stage { value in filter.send(value &* 3) }
}
