// SPDX-License-Identifier: MIT

import TraceTestSupport

/// What cannot be read, with the error that says so.
extension Corpus {
  /// A case of a folder whose metadata says one wrong thing first.
  private static func tsdl(_ name: String, _ text: String, _ error: String) -> CorpusCase {
    CorpusCase(name, CorpusVariant.languages(.tsdl, .packetisedTSDL)) { variant, expected in
      let trace = TestTrace.base(variant.layout, packets: 0..<0)
      let text = text + trace.metadata
      var files = TraceFiles()
      files["metadata"] =
        variant.language == .tsdl ? Array(text.utf8) : trace.packetised(text)
      expected.error = error
      return files
    }
  }

  /// A case of metadata with another event class at its end.
  private static func event(_ name: String, _ fields: String, _ error: String) -> CorpusCase {
    CorpusCase(name, CorpusVariant.languages(.tsdl, .packetisedTSDL)) { variant, expected in
      let trace = TestTrace.base(variant.layout, packets: 0..<0)
      let text =
        trace.metadata
        + "\nevent { name = \"c:d\"; id = 9; stream_id = 0; fields := struct { \(fields) }; };"
      var files = TraceFiles()
      files["metadata"] =
        variant.language == .tsdl ? Array(text.utf8) : trace.packetised(text)
      expected.error = error
      return files
    }
  }

  static let failures: [CorpusCase] = [
    CorpusCase("fail-no-metadata", CorpusVariant.one) { variant, expected in
      var files = TraceFiles()
      files["c_0"] = TestTrace.base(variant.layout).streams["c_0"] ?? []
      expected.error = "noTrace: no folder here has a 'metadata' file"
      return files
    },
    tsdl("fail-unknown-type", "foo bar;", "syntax 1:5: no type is named 'foo'"),
    tsdl(
      "fail-integer-of-65-bits", "typealias integer { size = 65; } := x;",
      "syntax 1:28: 65 is too large here: at most 64"),
    tsdl(
      "fail-alignment-of-3", "typealias integer { size = 8; align = 3; } := x;",
      "syntax 1:40: an alignment must be a power of two, not 3"),
    tsdl(
      "fail-integer-without-size", "typealias integer { align = 8; } := x;",
      "syntax 1:34: an integer needs a size of 1 to 64 bits"),
    tsdl(
      "fail-clock-of-frequency-0", "clock { freq = 0; };",
      "syntax 1:17: a clock's frequency cannot be 0"),
    tsdl(
      "fail-half-precision", "typealias floating_point { exp_dig = 5; mant_dig = 11; } := half;",
      "syntax 1:58: only numbers of 8 + 24 and 11 + 53 bits are read, not 5 + 11"),
    tsdl(
      "fail-foreign-byte", "$", "syntax 1:1: this byte (36) does not belong into a metadata text"),
    tsdl(
      "fail-types-nested-without-end", String(repeating: "struct { ", count: 10_000),
      "syntax 1:289: types are nested more than 32 deep"),
    event(
      "fail-length-of-no-field", "integer { size = 8; } a[n];",
      "invalidMetadata: event 'c:d': 'a' refers to 'n', and no earlier integer has that name"),
    event(
      "fail-length-is-a-string", "string n; integer { size = 8; } a[n];",
      "invalidMetadata: event 'c:d': 'a' refers to 'n', and no earlier integer has that name"),
    event(
      "fail-choice-by-a-plain-integer",
      "integer { size = 8; } n; variant <n> { string x; } v;",
      "invalidMetadata: event 'c:d': the tag of the variant 'v' is not an enumeration"),
  ]
}
