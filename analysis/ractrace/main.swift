// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc

// Glue only: the commands do the work, `Program.run` decides the status.
let status = ractrace.run(commandLineWords)
exit(status.rawValue)
