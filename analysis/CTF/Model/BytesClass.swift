// SPDX-License-Identifier: MIT

/// How it is told where a text or a run of bytes ends.
public enum ByteExtent: Sendable, Equatable {
  /// There is a NUL behind it.
  case terminated
  /// It has always so many bytes.
  case fixed(Int)
  /// An earlier field tells the number of bytes.
  case told(by: FieldLocation)
}

/// A text in UTF-16 or UTF-32; texts in UTF-8 are strings, arrays or sequences.
public struct EncodedStringClass: Sendable, Equatable {
  /// How code points become bytes.
  public enum Encoding: Sendable, Equatable {
    /// UTF-16, least significant byte first.
    case utf16LittleEndian
    /// UTF-16, most significant byte first.
    case utf16BigEndian
    /// UTF-32, least significant byte first.
    case utf32LittleEndian
    /// UTF-32, most significant byte first.
    case utf32BigEndian
  }

  /// How code points become bytes.
  public var encoding: Encoding
  /// Where it ends; what stands behind a NUL does not belong to the text.
  public var extent: ByteExtent
}

/// Bytes without a meaning to the reader.
public struct BlobClass: Sendable, Equatable {
  /// How many they are: `fixed` or `told`.
  public var extent: ByteExtent
  /// What the bytes are, as an IANA media type.
  public var mediaType: String
}
