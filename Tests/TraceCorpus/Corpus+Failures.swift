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

  /// A case of CTF 2 metadata that is changed.
  private static func ctf2(_ name: String, _ old: String, _ new: String, _ error: String)
    -> CorpusCase
  {
    CorpusCase(name, CorpusVariant.languages(.ctf2)) { variant, expected in
      let trace = TestTrace.base(variant.layout, packets: 0..<0)
      let text = trace.ctf2Metadata.replacing(old, with: new, maxReplacements: 1)
      precondition(text != trace.ctf2Metadata, "'\(old)' is not in the metadata")
      var files = TraceFiles()
      files["metadata"] = Array(text.utf8)
      expected.error = error
      return files
    }
  }

  static let failures: [CorpusCase] = [
    CorpusCase("fail-no-metadata-and-no-packets", CorpusVariant.one) { _, expected in
      var files = TraceFiles()
      files["c_0"] = []
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
    ctf2(
      "fail-ctf2-of-version-3", "\"version\":2", "\"version\":3",
      "unsupported 1:2: fragment 1: preamble: CTF 3 is not read"),
    ctf2(
      "fail-ctf2-broken-string", "\"clock-class\"", "\"clock-class",
      "syntax 3:24: fragment 3: expected ',' or '}', found 'i'"),
    ctf2(
      "fail-ctf2-clock-of-frequency-0", "\"frequency\":1000000000", "\"frequency\":0",
      "invalidMetadata 3:68: fragment 3: clock-class: "
        + "'frequency' must be 1 to 18446744073709551615, not 0"),
    ctf2(
      "fail-ctf2-integer-of-65-bits", "\"length\":32", "\"length\":65",
      "unsupported 2:235: fragment 2: trace-class: "
        + "an integer of 65 bits is not read: at most 64 are"),
    ctf2(
      "fail-ctf2-unknown-type", "null-terminated-string", "rope",
      "invalidMetadata 6:192: fragment 6: event-record-class: "
        + "no field class has the type 'rope'"),
    ctf2(
      "fail-ctf2-number-in-place-of-a-name", "\"name\":\"app:tick\"", "\"name\":5",
      "invalidMetadata 5:70: fragment 5: event-record-class: "
        + "'name' must be a string, not an integer"),
    ctf2(
      "fail-ctf2-nested-without-end", "\"version\":2",
      "\"version\":" + String(repeating: "[", count: 10_000),
      "syntax 1:158: fragment 1: values are nested more than 128 deep"),
  ]
}
