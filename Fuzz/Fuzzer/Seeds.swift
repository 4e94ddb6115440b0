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
    for path in [folder, folder + "/tsdl", folder + "/ctf2", folder + "/packets"] {
      mkdir(path, 0o700)
    }
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
  }
}
