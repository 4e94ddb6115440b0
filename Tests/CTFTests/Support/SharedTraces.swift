// SPDX-License-Identifier: MIT

import Glibc

/// Recorded traces that may lie beside the package; the tests that read them are extras.
enum SharedTraces {
  /// The folder, or nil if there is none.
  static let folder: String? = {
    var parts = #filePath.split(separator: "/").map(String.init)
    parts.removeLast(4)
    let path = "/" + parts.joined(separator: "/") + "/../shared/traces"
    return access(path, R_OK) == 0 ? path : nil
  }()

  static let reason = "needs the recorded traces in ../shared/traces"

  static func path(_ name: String) -> String { (folder ?? "") + "/" + name }
}
