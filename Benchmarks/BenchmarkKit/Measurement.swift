// SPDX-License-Identifier: MIT

import Glibc

/// What one thing cost, in nanoseconds an operation, over several batches.
public struct Measurement {
  /// The least: what the code costs when the machine does nothing else.
  public let minimum: Double

  /// Wraps the nanoseconds an operation of some batches, at least one.
  public init(_ batches: [Double]) {
    guard let least = batches.min() else { preconditionFailure("a measurement needs a batch") }
    minimum = least
  }
}

/// Times several bodies in turn, batch by batch, so that a slow moment of the machine meets all of
/// them.
///
/// The first batch of each warms up and does not count.
///
/// - Parameters:
///   - batches: How many batches of each count.
///   - operations: How many operations one call of a body performs.
///   - bodies: What is timed.
/// - Returns: A measurement for each body.
public func measureInTurn(
  batches: Int, operations: Int, _ bodies: [() -> Void]
) -> [Measurement] {
  var results = bodies.map { _ in [Double]() }
  for batch in 0...batches {
    for (index, body) in bodies.enumerated() {
      let begin = now()
      body()
      let each = Double(now() - begin) / Double(operations)
      if batch > 0 { results[index].append(each) }
    }
  }
  return results.map(Measurement.init)
}

/// The monotonic clock, in nanoseconds.
public func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
