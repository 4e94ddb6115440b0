// SPDX-License-Identifier: MIT

/// Names a field class wherever it stands: an index into ``CTFTraceSet/fields``.
public struct FieldID: Hashable, Sendable {
  /// The index.
  public let index: Int

  init(_ index: Int) { self.index = index }
}

/// What the metadata says of a field.
public struct FieldDeclaration: Sendable {
  /// The name, without the `_` that LTTng puts before names in TSDL.
  ///
  /// An element has its array's name.
  public let name: String
  /// The type.
  public let fieldClass: FieldClass
}
