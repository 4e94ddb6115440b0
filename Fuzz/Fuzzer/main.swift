// SPDX-License-Identifier: MIT
//
// What `make fuzz` runs: `Fuzzer seeds FOLDER`, or `Fuzzer tsdl|ctf2|packets ARGUMENT…` with the
// arguments of libFuzzer.

import CFuzzer
import Glibc

let kind = CommandLine.arguments.dropFirst().first ?? ""
var arguments = CommandLine.unsafeArgv
var count = CommandLine.argc - 1
// libFuzzer sees its own arguments only, behind the program's name.
if count > 0 {
  arguments[1] = arguments[0]
  arguments += 1
}
var all: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
switch kind {
case "seeds":
  guard CommandLine.arguments.count == 3 else { exit(2) }
  try Seeds.write(to: CommandLine.arguments[2])
case "tsdl":
  exit(LLVMFuzzerRunDriver(&count, &all) { Input.metadata($0, $1, isCTF2: false) })
case "ctf2":
  exit(LLVMFuzzerRunDriver(&count, &all) { Input.metadata($0, $1, isCTF2: true) })
case "packets":
  exit(LLVMFuzzerRunDriver(&count, &all) { Input.packets($0, $1) })
default:
  print("usage: Fuzzer seeds FOLDER | tsdl|ctf2|packets ARGUMENT...")
  exit(2)
}
