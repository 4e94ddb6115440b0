// SPDX-License-Identifier: MIT

import Glibc

/// An error number and its text.
struct SystemError {
  var number: Int32
  var text: String { String(cString: strerror(number)) }
  static var last: SystemError { SystemError(number: errno) }
}
