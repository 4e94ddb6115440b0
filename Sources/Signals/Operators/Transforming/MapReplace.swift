// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the same value over and over, once for each value of this one.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is
  /// `source.mapReplace`.
  ///
  /// - Parameter replacement: What takes the place of each value.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func mapReplace<Output: Sendable>(_ replacement: Output) -> Signal<Output> {
    OperatorSignal("mapReplace", of: self) { MapReplacePass(from: $0, to: $1, replacement) }
  }
}

private final class MapReplacePass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let replacement: Output

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Output>, _ value: Output) {
    replacement = value
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) { passNext(replacement) }
}
