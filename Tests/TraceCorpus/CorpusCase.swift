// SPDX-License-Identifier: MIT

package import TraceTestSupport

/// A trace with one thing about it, and what must be read out of it.
///
/// The name says whether it can be read (`pass-`) or not (`fail-`), the feature and the fault.
package struct CorpusCase: Sendable {
  package let name: String
  package let variants: [CorpusVariant]
  /// The files, and what is read out of them.
  package let make: @Sendable (CorpusVariant) -> (files: TraceFiles, expected: CorpusExpectation)

  init(
    _ name: String, _ variants: [CorpusVariant] = CorpusVariant.all,
    _ make: @escaping @Sendable (CorpusVariant) -> (files: TraceFiles, expected: CorpusExpectation)
  ) {
    self.name = name
    self.variants = variants
    self.make = make
  }

  /// A case of one trace.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - variants: How it is written.
  ///   - trace: Makes the trace and changes what is expected of it.
  init(
    _ name: String, _ variants: [CorpusVariant] = CorpusVariant.all,
    trace: @escaping @Sendable (TestLayout, inout CorpusExpectation) -> TestTrace
  ) {
    self.init(name, variants) { variant in
      var expected = CorpusExpectation()
      let trace = trace(variant.layout, &expected)
      return (trace.files(variant.language), expected)
    }
  }

  /// A case of files that are damaged, or of several traces.
  init(
    _ name: String, _ variants: [CorpusVariant] = CorpusVariant.all,
    files: @escaping @Sendable (CorpusVariant, inout CorpusExpectation) -> TraceFiles
  ) {
    self.init(name, variants) { variant in
      var expected = CorpusExpectation()
      let files = files(variant, &expected)
      return (files, expected)
    }
  }
}

/// How a case is written.
package struct CorpusVariant: Sendable, Hashable {
  package var layout = TestLayout()
  package var language = MetadataLanguage.tsdl

  /// Every layout in every language.
  package static let all = TestLayout.all.flatMap { layout in
    MetadataLanguage.allCases.map { CorpusVariant(layout: layout, language: $0) }
  }
  /// Every layout, in one language.
  static let layouts = TestLayout.all.map { CorpusVariant(layout: $0) }
  /// Every language, in one layout.
  static let languages = MetadataLanguage.allCases.map { CorpusVariant(language: $0) }
  /// The usual one.
  static let one = [CorpusVariant()]

  static func languages(_ languages: MetadataLanguage...) -> [CorpusVariant] {
    languages.map { CorpusVariant(language: $0) }
  }
}

/// What must be read out of a case.
package struct CorpusExpectation: Sendable, Equatable {
  /// The number of events, by name.
  package var counts: [String: Int] = [:]
  /// The events in order of time, as far as the case tells: name and ns.
  package var times: [String]?
  /// The payloads in order of time, as babeltrace2 would show them, as far as the case tells.
  package var payloads: [String]?
  package var discarded: UInt64 = 0
  package var lostPackets: UInt64 = 0
  package var repeatedPackets = 0
  /// How long no packet was open though none is missing, in ns, as far as the case tells.
  package var uncovered: UInt64?
  /// The number of streams, as far as the case tells.
  package var streams: Int?
  /// Loss windows but for damage: `c_0 discarded 0...100: 3`, with `?` for an unknown count.
  package var windows: [String] = []
  /// Damage: `truncated c_0 4096`, the offset in bytes.
  package var damage: [String] = []
  /// Spans that a window for damage must cover: `c_0 100...200`.
  package var unknown: [String] = []
  /// The error, instead of all else: its code and message.
  package var error: String?
}

/// A case in one of its variants.
package struct CorpusRun: Sendable, CustomStringConvertible {
  package let item: CorpusCase
  package let variant: CorpusVariant

  package var description: String {
    "\(item.name) [\(variant.layout), \(variant.language.rawValue)]"
  }
}

/// Everything.
package enum Corpus {
  package static let cases: [CorpusCase] =
    lossCases + identityCases + damageCases + packetDamageCases + metadataCases + recordingCases
    + formatCases + failures

  /// Every case in every variant.
  package static let runs = cases.flatMap { item in
    item.variants.map { CorpusRun(item: item, variant: $0) }
  }
}
