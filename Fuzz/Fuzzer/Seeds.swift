// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import TraceCorpus
import TraceTestSupport

/// Writes the corpus as inputs of the fuzzers, a folder for each.
enum Seeds {
  static func write(to folder: String) throws {
    for path in [folder, folder + "/tsdl", folder + "/ctf2", folder + "/packets"] {
      mkdir(path, 0o700)
    }
    for (number, run) in Corpus.runs.enumerated() {
      let name = "\(run.item.name)-\(number)"
      for (path, bytes) in run.item.make(run.variant).files.content {
        let file = "\(name)-\(path.replacing("/", with: "-"))"
        if path.hasSuffix("metadata") {
          let kind = bytes.first == 0x1e ? "ctf2" : "tsdl"
          try Files.write(bytes, to: "\(folder)/\(kind)/\(file)")
        } else {
          // The bytes of a stream under each metadata of its layout: most fit none of them.
          try Files.write(packets(bytes, schema: number), to: "\(folder)/packets/\(file)")
        }
      }
    }
    for (index, schema) in Schemas.all.enumerated() {
      let bytes = packets(schema.streams["c_0"] ?? [], schema: index, index: schema.index())
      try Files.write(bytes, to: "\(folder)/packets/schema-\(index)")
      try Files.write(schema.metadata(.ctf2), to: "\(folder)/ctf2/schema-\(index)")
      try Files.write(schema.metadata(.tsdl), to: "\(folder)/tsdl/schema-\(index)")
    }
  }

  private static func packets(_ stream: [UInt8], schema: Int, index: [UInt8] = []) -> [UInt8] {
    let stream = stream.prefix(32_768)
    let length = { (count: Int) in [UInt8(count & 255), UInt8(count >> 8)] }
    return [UInt8(schema % Schemas.all.count)] + length(stream.count) + length(index.count)
      + stream + index
  }
}
