// SPDX-License-Identifier: MIT

import Glibc

/// Runs commands and reads what they print.
enum Shell {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether sessions may be recorded: under a daemon of the tests' own only.
  static let canRecord = getenv("RACTRACE_PRIVATE_SESSIOND") != nil

  static let reason = "needs scripts/with-private-sessiond around it"

  /// The folder of the programs that are built beside the tests.
  static let products: String = {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? 0
      }
    }
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  }()

  /// Runs a script; what it prints on stdout is its result.
  static func run(_ script: String) throws -> String {
    guard let pipe = popen(script, "r") else { throw Failure(description: "no shell") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      output += buffer.prefix(count)
    }
    let text = String(decoding: output, as: UTF8.self)
    guard pclose(pipe) == 0 else { throw Failure(description: "failed: \(script)\n\(text)") }
    return text
  }

  /// Runs something with a new folder, which is removed afterwards.
  static func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = try run("mktemp -d").split(separator: "\n").first.map(String.init) ?? ""
    defer { _ = try? run("rm -rf '\(folder)'") }
    return try body(folder)
  }
}
