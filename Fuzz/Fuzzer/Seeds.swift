// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import TraceCorpus
import TraceTestSupport

/// Writes the corpus as inputs of the fuzzers, a folder for each.
enum Seeds {
  /// Larger streams are cut: small inputs are tried more often.
  private static let largest = 12_288

  static func write(to folder: String) throws {
    mkdir(folder, 0o700)
    for kind in ["tsdl", "ctf2", "packets", "recovery"] { mkdir("\(folder)/\(kind)", 0o700) }
    for (number, run) in Corpus.runs.enumerated() {
      for (path, bytes) in run.item.make(run.variant).files.content {
        let file = "\(run.item.name)-\(number)-\(path.replacing("/", with: "-"))"
        if path.hasSuffix("metadata") {
          let kind = bytes.first == 0x1e ? "ctf2" : "tsdl"
          try Files.write(bytes, to: "\(folder)/\(kind)/\(file)")
        } else if run.variant.language == .tsdl {
          let schema = number % Schemas.all.count
          let input = FuzzInput.packets(schema: schema, Array(bytes.prefix(largest)))
          try Files.write(input, to: "\(folder)/packets/\(file)")
        }
      }
    }
    for (number, schema) in Schemas.all.enumerated() {
      let stream = schema.streams["c_0"] ?? []
      let input = FuzzInput.packets(
        schema: number, stream, index: schema.index(), second: stream)
      try Files.write(input, to: "\(folder)/packets/schema-\(number)")
      try Files.write(schema.metadata(.ctf2), to: "\(folder)/ctf2/schema-\(number)")
      try Files.write(schema.metadata(.tsdl), to: "\(folder)/tsdl/schema-\(number)")
    }
    try Files.write(CTF2Kinds.metadata, to: folder + "/ctf2/kinds")
    let kinds = FuzzInput.packets(schema: FuzzInput.schemas - 1, CTF2Kinds.stream)
    try Files.write(kinds, to: folder + "/packets/kinds")
    for (number, layout) in TestLayout.all.enumerated() {
      let stream = contract(layout, hasContexts: number % 2 == 0)
      try Files.write(stream, to: "\(folder)/recovery/contract-\(number)")
    }
  }

  /// A stream of our own events, which is read without metadata too.
  private static func contract(_ layout: TestLayout, hasContexts: Bool) -> [UInt8] {
    var synthetic = SyntheticTrace(hasContexts: hasContexts)
    synthetic.trace.layout = layout
    for number in 0..<2 as Range<UInt64> {
      let begin = number * 1000
      synthetic.packet(number: number, begin: begin, end: begin + 1000) { packet in
        packet.subscribed("clicks.map", id: number + 1, at: begin + 1)
        packet.next("clicks.map", id: number + 1, ordinal: 1, at: begin + 2)
        packet.completed("clicks.map", id: number + 1, values: 1, at: begin + 3)
      }
    }
    return synthetic.trace.streams["channel0_0"] ?? []
  }
}
