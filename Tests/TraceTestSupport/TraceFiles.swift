// SPDX-License-Identifier: MIT

import Glibc
package import TestSupport

/// The language and form of a metadata file.
package enum MetadataLanguage: String, Sendable, CaseIterable {
  /// CTF 1.8, as plain text.
  case tsdl
  /// CTF 1.8, in packets.
  case packetisedTSDL
  /// CTF 2.
  case ctf2
}

/// The files of one or many traces, by their paths, before they are written: to be damaged.
package struct TraceFiles: Sendable {
  /// What each file holds.
  package private(set) var content: [String: [UInt8]] = [:]

  package init() {}

  /// The bytes of a file; those of an absent one are none.
  package subscript(_ path: String) -> [UInt8] {
    get { content[path] ?? [] }
    set { content[path] = newValue }
  }

  /// Adds the files of a trace.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - folder: Where, below the top.
  ///   - language: How its metadata is written.
  package mutating func add(
    _ trace: TestTrace, in folder: String = "", _ language: MetadataLanguage = .tsdl
  ) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    for (name, bytes) in trace.files(language).content { content[prefix + name] = bytes }
  }

  /// Takes a file away.
  package mutating func remove(_ path: String) { content[path] = nil }

  /// Writes the files into a folder of their own.
  package func write() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try write(to: folder.path)
    return folder
  }

  /// Writes the files into a folder, which need not be there.
  package func write(to folder: String) throws {
    mkdir(folder, 0o700)
    for (path, bytes) in content {
      var parent = folder
      for part in path.split(separator: "/").dropLast() {
        parent += "/" + part
        mkdir(parent, 0o700)
      }
      try Files.write(bytes, to: folder + "/" + path)
    }
  }
}

extension TestTrace {
  /// The metadata in a language.
  package func metadata(_ language: MetadataLanguage) -> [UInt8] {
    switch language {
    case .tsdl: Array(metadata.utf8)
    case .packetisedTSDL: packetised(metadata)
    case .ctf2: Array(ctf2Metadata.utf8)
    }
  }

  /// The files of the trace.
  package func files(_ language: MetadataLanguage = .tsdl) -> TraceFiles {
    var files = TraceFiles()
    files["metadata"] = metadata(language)
    for (name, bytes) in streams { files[name] = bytes }
    return files
  }
}
