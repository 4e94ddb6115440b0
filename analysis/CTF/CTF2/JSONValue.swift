// SPDX-License-Identifier: MIT

/// A value of a JSON text, and where it stands.
struct JSONValue {
  /// What it is.
  indirect enum Content {
    case null
    case boolean(Bool)
    /// A number without fraction and exponent that 64 bits can hold.
    case integer(Int128)
    /// Any other number: no member of the metadata is one.
    case real
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  /// A member of an object.
  struct Member {
    var name: String
    var value: JSONValue
  }

  var content: Content
  /// Where it begins, in bytes from the begin of the metadata.
  var offset: Int

  /// What it is, for people.
  var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a number that is no 64-bit integer"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Why a metadata text of CTF 2 cannot be read.
struct CTF2Fault: Error {
  var message: String
  /// Where, in bytes from the begin of the metadata.
  var offset: Int
  /// The kind of the error.
  var code = CTFError.Code.invalidMetadata
  /// Whether the text ends in the middle of something.
  var atEnd = false
}
