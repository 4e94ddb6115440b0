// SPDX-License-Identifier: MIT

/// What tells one subscription from all others: ids are unique in a process only.
public struct SubscriptionKey: Hashable, Codable, Sendable {
  /// A number made from the host's name, the same in all traces of the host.
  public var host: Int32
  /// The vpid, or −1 if the trace does not tell it: then ids of several processes may collide.
  public var process: Int32
  /// The `subscription_id`, never 0.
  public var id: UInt64

  /// A key.
  ///
  /// - Parameters:
  ///   - host: The number of the host, from `hostNumber`.
  ///   - process: The vpid, or −1.
  ///   - id: The `subscription_id`.
  public init(host: Int32, process: Int32, id: UInt64) {
    self.host = host
    self.process = process
    self.id = id
  }

  /// Whether two keys are of the same subscription.
  ///
  /// - Parameters:
  ///   - left: One key.
  ///   - right: Another.
  /// - Returns: True if host, process and id are equal.
  @inlinable
  @inline(__always)
  public static func == (left: SubscriptionKey, right: SubscriptionKey) -> Bool {
    left.id == right.id && left.owner == right.owner
  }

  /// The process on its host, in one number.
  @inlinable
  var owner: UInt64 {
    @inline(__always) get {
      UInt64(UInt32(bitPattern: process)) << 32 | UInt64(UInt32(bitPattern: host))
    }
  }

  /// The number of a host.
  ///
  /// - Parameter name: The host's name; empty if the trace does not tell.
  /// - Returns: A number that depends on the name only.
  public static func hostNumber(_ name: String) -> Int32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int32(bitPattern: hash)
  }

  @inlinable
  @inline(__always)
  func hash(seed: UInt64) -> Int {
    let (high, low) = (id ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ owner &* 2)
    return Int(truncatingIfNeeded: high ^ low)
  }

  /// A place that keys in use seldom share, though anyone can find some that do: those of ids in a
  /// row lie far apart.
  ///
  /// - Parameter bits: There are two to the power of so many places.
  /// - Returns: The number of the place.
  @inlinable
  @inline(__always)
  func place(bits: Int) -> Int {
    let product = (id ^ owner) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> UInt64(64 &- bits))
  }
}

/// A key with what every table looks first at to find it, so that several of them need it once.
@usableFromInline
package struct PlacedKey {
  @usableFromInline package let key: SubscriptionKey
  @usableFromInline let place: Int

  @inlinable
  @inline(__always)
  package init(_ key: SubscriptionKey) {
    self.key = key
    place = key.place(bits: Self.bits)
  }

  /// There are two to the power of so many places.
  @usableFromInline static var bits: Int { 10 }
}
