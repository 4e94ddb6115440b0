// SPDX-License-Identifier: MIT

/// The state of `combineLatest` for one subscription: the latest value of each source.
final class CombineLatestGate<Output: Sendable>: JunctionGate, @unchecked Sendable {
  // Unchecked: what varies is touched only inside the gate, but for ``link(_:to:at:)``, which is
  // called before the first source is connected.

  fileprivate let row: Row<Output>
  /// The cells: a source that has completed has let its own go, but its value is still needed.
  private var cells: [AnyObject] = []
  /// The number of sources that have not sent a value.
  @exclusivity(unchecked) fileprivate var missing = 0
  /// The number of sources that have not completed.
  @exclusivity(unchecked) fileprivate var open = 0

  init(_ downstream: PassthroughBase, _ row: Row<Output>) {
    self.row = row
    super.init(downstream)
  }

  /// Adds a source whose values go to a place of the row.
  func link<Value: Sendable>(
    _ source: Signal<Value>, to downstream: PassthroughSubscriber<Output>, at offset: Int
  ) -> SignalBase.Link {
    let cell = LatestCell<Value>(row, row.place(at: offset))
    cells.append(cell)
    missing += 1
    open += 1
    return SignalBase.Link(
      signal: source,
      passthrough: CombineLatestPass(from: source, to: downstream, through: self, cell))
  }
}

/// The latest value of a source, in its place of a row.
private final class LatestCell<Value> {
  private let place: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) private var isFilled = false
  /// For its memory.
  private let row: AnyObject

  init(_ row: AnyObject, _ place: UnsafeMutablePointer<Value>) {
    self.row = row
    self.place = place
  }

  deinit {
    if isFilled { place.deinitialize(count: 1) }
  }

  /// Replaces the value; true if there was none.
  func put(_ value: Value) -> Bool {
    if isFilled {
      place.pointee = value
      return false
    }
    place.initialize(to: value)
    isFilled = true
    return true
  }
}

private final class CombineLatestPass<Input: Sendable, Output: Sendable>:
  JunctionPass<Input, Output>, @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: CombineLatestGate<Output>
  private let cell: LatestCell<Input>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    through gate: CombineLatestGate<Output>, _ cell: LatestCell<Input>
  ) {
    state = gate
    self.cell = cell
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Input) {
    if cell.put(value) { state.missing -= 1 }
    if state.missing == 0 { passNext(state.row.copy()) }
  }

  override func receiveCompleted() {
    downstream.subscription.remove(subscription)
    state.open -= 1
    if state.open == 0 { downstream.sendCompleted() }
  }
}
