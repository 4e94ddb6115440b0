// SPDX-License-Identifier: MIT

import CTF
import Glibc

/// The words of the command line, which may name files by bytes that are no UTF-8.
var commandLineWords: [String] {
  let words = CommandLine.unsafeArgv
  return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    words[index].map { word in
      PathText.text(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }
}
