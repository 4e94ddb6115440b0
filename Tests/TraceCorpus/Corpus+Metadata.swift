// SPDX-License-Identifier: MIT

import TraceTestSupport

/// Metadata that is cut, lacks something or has too much: section C of the list of faults.
extension Corpus {
  /// A base trace with so many further event classes that its metadata fills several packets.
  private static func wide(_ layout: TestLayout) -> TestTrace {
    var trace = TestTrace.base(layout)
    trace.channels[0].events += (0..<80).map { index in
      .init(
        name: "filler:event_\(index)",
        fields: [.integer("_first", 32), .string("_second"), .integer("_third", 64)])
    }
    return trace
  }

  /// A case of a wide trace whose metadata is cut.
  private static func cut(
    _ name: String, _ variants: [CorpusVariant], at place: @escaping @Sendable ([UInt8]) -> Int
  ) -> CorpusCase {
    CorpusCase(name, variants) { variant, expected in
      var files = wide(variant.layout).files(variant.language)
      let offset = place(files["metadata"])
      files["metadata"].removeSubrange(offset...)
      expected.packets(3)
      expected.damage = ["metadata metadata \(offset)"]
      return files
    }
  }

  /// A case of the base trace whose TSDL is changed.
  private static func edited(
    _ name: String, _ old: String, _ new: String,
    _ change: @escaping @Sendable (inout CorpusExpectation) -> Void = { _ in }
  ) -> CorpusCase {
    CorpusCase(name, CorpusVariant.languages(.tsdl, .packetisedTSDL)) { variant, expected in
      let trace = TestTrace.base(variant.layout)
      let text = trace.metadata.replacing(old, with: new)
      precondition(text != trace.metadata, "'\(old)' is not in the metadata")
      var files = trace.files()
      files["metadata"] =
        variant.language == .tsdl ? Array(text.utf8) : trace.packetised(text)
      expected.packets(3)
      change(&expected)
      return files
    }
  }

  static let metadataCases: [CorpusCase] = [
    CorpusCase("pass-metadata-of-many-event-classes") { layout, expected in
      expected.packets(3)
      return wide(layout)
    },
    cut("pass-metadata-cut-inside-a-packet", CorpusVariant.languages(.packetisedTSDL)) { _ in 4000
    },
    cut("pass-metadata-cut-behind-a-packet", CorpusVariant.languages(.packetisedTSDL)) { _ in 4096
    },
    CorpusCase(
      "pass-metadata-cut-inside-a-packet-header", CorpusVariant.languages(.packetisedTSDL)
    ) { variant, expected in
      var files = wide(variant.layout).files(variant.language)
      files["metadata"].removeSubrange((4096 + 20)...)
      expected.packets(3)
      expected.damage = ["metadata metadata 4096"]
      return files
    },
    cut("pass-metadata-cut-inside-an-event", CorpusVariant.languages(.tsdl, .ctf2)) { bytes in
      bytes.count - 60
    },
    cut("pass-metadata-cut-to-two-thirds", CorpusVariant.languages(.tsdl, .ctf2)) { bytes in
      bytes.count * 2 / 3
    },
    edited("pass-metadata-without-its-comment", "/* CTF 1.8 */\n", ""),
    edited("pass-metadata-with-carriage-returns", "\n", "\r\n"),
    edited("pass-metadata-with-comments", ";\n", "; // a comment\n/* and another */\n"),
    edited("pass-domain-as-a-word", "domain = \"ust\"", "domain = ust"),
    edited("pass-domain-as-a-number", "domain = \"ust\"", "domain = 7"),
    edited("pass-no-domain", "domain = \"ust\";", ""),
    edited(
      "pass-quotes-in-an-environment-value", "hostname = \"h\";",
      "hostname = \"h\";\n  trace_name = \"a \"good\" name\";\n "
    ),
    edited(
      "pass-metadata-with-an-escaped-quote", "hostname = \"h\";", "hostname = \"a \\\"good\\\" h\";"
    ),
    CorpusCase("pass-metadata-with-a-tail-of-zeros", CorpusVariant.languages) { variant, expected in
      var files = TestTrace.base(variant.layout).files(variant.language)
      let offset = files["metadata"].count
      files["metadata"] += [UInt8](repeating: 0, count: 1000)
      expected.packets(3)
      // Metadata in packets is filled up with zeros anyway.
      if variant.language != .packetisedTSDL { expected.damage = ["metadata metadata \(offset)"] }
      return files
    },
    CorpusCase("pass-metadata-empty", CorpusVariant.layouts) { variant, expected in
      var trace = TestTrace.base(variant.layout, packets: 0..<2)
      trace.basePacket(3, discarded: 8)
      var files = trace.files()
      files["metadata"] = []
      expected.discarded = 8
      expected.lostPackets = 1
      expected.windows = ["c_0 missingPackets 200...300: ?", "c_0 discarded 200...400: 8"]
      expected.damage = ["metadata metadata 0"]
      expected.unknown = ["c_0 0...400"]
      return files
    },
    CorpusCase("pass-metadata-of-one-host-unreadable", CorpusVariant.one) { variant, expected in
      var broken = TestTrace.base(variant.layout)
      broken.uuid[0] = 77
      var files = TraceFiles()
      files.add(.base(variant.layout), in: "one", variant.language)
      files.add(broken, in: "two", variant.language)
      files["two/metadata"] = Array("not a metadata text".utf8)
      expected.packets(3)
      expected.damage = ["trace two/metadata 0"]
      return files
    },
  ]
}
