// SPDX-License-Identifier: MIT

extension CTFTrace {
  /// Where the description of a trace's events comes from.
  public enum MetadataOrigin: Sendable, Equatable {
    /// From its own `metadata` file.
    case own
    /// From a file that was lent by ``CTFTraceSet/Options/metadata``: its path.
    case lent(String)
    /// From the schema of RACTrace's own providers: every packet fits it to its last bit.
    case builtIn
    /// From nowhere: packets and what they lost are known, no event is decoded.
    case unknown
  }
}
