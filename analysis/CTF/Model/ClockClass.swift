// SPDX-License-Identifier: MIT

/// A clock of a trace, and how its cycles become nanoseconds since 1970.
public struct ClockClass: Sendable, Equatable {
  /// The name.
  public var name = ""
  /// What says that two clocks of one name are the same, such as the boot id.
  public var uuid: String?
  /// Whose name it is (CTF 2).
  public var namespace: String?
  /// What people call it.
  public var text = ""
  /// Cycles a second; never 0.
  public var frequency: UInt64 = 1_000_000_000
  /// Seconds from 1970 to the clock's 0.
  public var offsetSeconds: Int64 = 0
  /// Cycles to be added to `offsetSeconds`.
  public var offsetCycles: Int64 = 0
  /// Nanoseconds to be added beside the metadata's offsets.
  ///
  /// It puts the traces of one boot on one axis, and holds what `CTFTraceSet.Options` asks for.
  public var shift: Int64 = 0
  /// What its offset counts from; all times are given as if it were 1970.
  public var epoch = Epoch.unix

  /// What the offset of a clock counts from: with the same one, clocks can be compared.
  public enum Epoch: Sendable, Equatable {
    /// The begin of 1970, as always in TSDL.
    case unix
    /// Some other point in time that has a name (CTF 2).
    case other(namespace: String?, name: String, uid: String)
    /// Nobody knows (CTF 2): the clock can be compared with itself alone.
    case unknown
  }

  /// Nanoseconds since 1970 of the clock's 0, shifted.
  ///
  /// Values that do not fit wrap round: a hostile trace must not stop the reader.
  public var origin: Int64 {
    let magnitude = nanoseconds(ofCycles: offsetCycles.magnitude)
    return (offsetSeconds &* 1_000_000_000) &+ (offsetCycles < 0 ? 0 &- magnitude : magnitude)
      &+ shift
  }

  /// When the clock had a value.
  ///
  /// - Parameter value: In cycles.
  /// - Returns: In ns since 1970; wrapped round if that does not fit.
  public func nanoseconds(of value: UInt64) -> Int64 {
    if frequency == 1_000_000_000 { return origin &+ Int64(truncatingIfNeeded: value) }
    return origin &+ nanoseconds(ofCycles: value)
  }

  private func nanoseconds(ofCycles cycles: UInt64) -> Int64 {
    ClockScale(frequency: frequency, origin: 0).nanoseconds(of: cycles)
  }

  /// The same in a form for inner loops.
  var scale: ClockScale { ClockScale(frequency: frequency, origin: origin) }
}

/// The two numbers that turn cycles into nanoseconds.
struct ClockScale {
  var frequency: UInt64
  var origin: Int64

  @inline(__always)
  func nanoseconds(of value: UInt64) -> Int64 {
    if frequency == 1_000_000_000 { return origin &+ Int64(truncatingIfNeeded: value) }
    return scaled(value)
  }

  @inline(never)
  private func scaled(_ value: UInt64) -> Int64 {
    let (seconds, rest) = value.quotientAndRemainder(dividingBy: frequency)
    let product = rest.multipliedFullWidth(by: 1_000_000_000)
    // rest < frequency, so the quotient is below 10⁹ and the division cannot trap.
    let fraction = frequency.dividingFullWidth(product).quotient
    return origin &+ Int64(truncatingIfNeeded: seconds &* 1_000_000_000 &+ fraction)
  }
}
