// SPDX-License-Identifier: MIT

/// The number that a text has in a `NameTable`: 0, 1, 2 … in the order in which they were met.
///
/// Numbers of different tables have nothing to do with one another.
public struct NameID: Hashable, Sendable {
  /// The number, which may index an array.
  public let index: Int

  /// The number of an entry.
  ///
  /// - Parameter index: The number.
  public init(index: Int) { self.index = index }
}

/// Texts that occur again and again, each kept once.
///
/// Signals and subscribers have few names and many events: an event carries a number, and the
/// text is made once. Bytes that are no UTF-8 are kept as they are and become U+FFFD in `text`.
///
/// A hostile trace may hold a new name in every event. So that memory stays bounded, a name is cut
/// at 1,024 bytes, and after 100,000 names all new ones share the number of `(further names)`.
public final class NameTable {
  /// The names lie behind a pointer, since every event comes here several times and a class's own
  /// properties are checked for overlapping access at each use.
  let store: UnsafeMutablePointer<NameStore>

  /// A table without names.
  public init() {
    store = .allocate(capacity: 1)
    store.initialize(to: NameStore())
  }

  deinit { store.deinitialize(count: 1).deallocate() }

  /// How many names there are.
  public var count: Int { store.pointee.count }

  /// The number of a name, which it keeps.
  ///
  /// - Parameter name: The bytes of the name.
  /// - Returns: The number; a new one if the name was not met before.
  /// - Complexity: O(*n*) in the length of the name. Allocates for new names only.
  @inline(__always)
  public func intern(_ name: UnsafeRawBufferPointer) -> NameID { store.pointee.intern(name) }

  /// The number of a name, which it keeps.
  ///
  /// - Parameter name: The name.
  /// - Returns: The number; a new one if the name was not met before.
  public func intern(_ name: String) -> NameID {
    var name = name
    return name.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
  }

  /// The text of a number.
  ///
  /// - Precondition: The number is one of this table.
  /// - Parameter id: The number.
  /// - Returns: The name, with U+FFFD for what is no UTF-8.
  /// - Complexity: O(1) but for the first time.
  public func text(_ id: NameID) -> String { store.pointee.text(id) }

  /// Lends the bytes of a number.
  ///
  /// - Precondition: The number is one of this table.
  /// - Parameters:
  ///   - id: The number.
  ///   - body: Gets the bytes, which must not be kept.
  /// - Returns: What the body returns.
  public func withBytes<Result>(
    of id: NameID, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try store.pointee.withBytes(of: id, body)
  }
}
