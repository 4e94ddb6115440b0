// SPDX-License-Identifier: MIT

/// The state of `zip` for one subscription: the values of each source that wait for the others.
final class ZipGate<Output: Sendable>: JunctionGate, @unchecked Sendable {
  // Unchecked: what varies is touched only inside the gate, but for ``link(_:to:at:)``, which is
  // called before the first source is connected.

  private let row: Row<Output>
  private var cells: [ZipCell] = []
  /// The number of sources of which no value waits.
  @exclusivity(unchecked) fileprivate var empty = 0
  /// Whether a source has completed of which no value waits any more.
  @exclusivity(unchecked) fileprivate var isFinished = false

  init(_ downstream: PassthroughBase, _ row: Row<Output>) {
    self.row = row
    super.init(downstream)
  }

  /// Adds a source whose values go to a place of the row.
  func link<Value: Sendable>(
    _ source: Signal<Value>, to downstream: PassthroughSubscriber<Output>, at offset: Int
  ) -> SignalBase.Link {
    let cell = WaitingValues<Value>(row.place(at: offset))
    cells.append(cell)
    empty += 1
    return SignalBase.Link(
      signal: source, passthrough: ZipPass(from: source, to: downstream, through: self, cell))
  }

  /// Puts an output together of the oldest values of all sources; there must be one of each.
  fileprivate func takeOutput() -> Output {
    for cell in cells {
      cell.fillPlace()
      guard cell.isEmpty else { continue }
      empty += 1
      if cell.isCompleted { isFinished = true }
    }
    return row.take()
  }
}

/// What waits of one source.
private class ZipCell {
  @exclusivity(unchecked) final var isCompleted = false

  var isEmpty: Bool { true }

  /// Moves the oldest value to its place in the row.
  func fillPlace() {}
}

private final class WaitingValues<Value>: ZipCell {
  private let values = Ring<Value>()
  /// In the memory of the row, which the gate keeps: a place is filled only for a moment.
  private let place: UnsafeMutablePointer<Value>

  init(_ place: UnsafeMutablePointer<Value>) {
    self.place = place
  }

  override var isEmpty: Bool { values.isEmpty }

  func append(_ value: Value) { values.append(value) }

  override func fillPlace() { place.initialize(to: values.removeFirst()) }
}

private final class ZipPass<Input: Sendable, Output: Sendable>: JunctionPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: ZipGate<Output>
  private let cell: WaitingValues<Input>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    through gate: ZipGate<Output>, _ cell: WaitingValues<Input>
  ) {
    state = gate
    self.cell = cell
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Input) {
    if cell.isEmpty { state.empty -= 1 }
    cell.append(value)
    guard state.empty == 0 else { return }
    passNext(state.takeOutput())
    if state.isFinished { complete() }
  }

  override func receiveCompleted() {
    downstream.subscription.remove(subscription)
    cell.isCompleted = true
    if cell.isEmpty { complete() }
  }

  private func complete() { downstream.sendCompleted() }
}
