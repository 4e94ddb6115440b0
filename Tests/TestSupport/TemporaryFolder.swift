// SPDX-License-Identifier: MIT

import Glibc

/// A folder that is there as long as this object, with all that is in it.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes one.
  public init() throws {
    var template = Array("/tmp/ractrace-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SupportError("mkdtemp: error \(errno)") }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    let words: [String] = ["rm", "-rf", path]
    var arguments = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawnp(&process, "rm", nil, nil, arguments, environ) == 0 else { return }
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }
}
