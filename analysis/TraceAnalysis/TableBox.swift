// SPDX-License-Identifier: MIT

/// The tables that an analysis counts in between `begin` and `end`; copies of the analysis share them.
///
/// They lie behind a pointer, since a class's own properties are checked for overlapping access at
/// each use; an analysis keeps the pointer beside the box, to count no references to that either.
final class TableBox<Tables: ~Copyable> {
  let tables: UnsafeMutablePointer<Tables>

  init(_ tables: consuming Tables) {
    self.tables = .allocate(capacity: 1)
    self.tables.initialize(to: tables)
  }

  deinit { tables.deinitialize(count: 1).deallocate() }
}
