// SPDX-License-Identifier: MIT
//
// What `make fuzz` runs: `Fuzzer seeds FOLDER`, or `Fuzzer tsdl|ctf2|packets|recovery ARGUMENT…` with the
// arguments of libFuzzer. The files that the reader maps go below `TMPDIR`.

import CFuzzer
import Glibc
import TraceCorpus

let kind = CommandLine.arguments.dropFirst().first ?? ""
if kind == "seeds", CommandLine.arguments.count == 3 {
  try Seeds.write(to: CommandLine.arguments[2])
  exit(0)
}
guard ["tsdl", "ctf2", "packets", "recovery"].contains(kind), let place = getenv("TMPDIR") else {
  print("usage: Fuzzer seeds FOLDER | TMPDIR=FOLDER Fuzzer tsdl|ctf2|packets|recovery ARGUMENT...")
  exit(2)
}
/// Where the bytes go.
nonisolated let input = try FuzzInput(in: String(cString: place))
// libFuzzer sees its own arguments only, behind the program's name.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
arguments[0] = CommandLine.unsafeArgv[0]
var all: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
switch kind {
case "packets":
  exit(
    LLVMFuzzerRunDriver(&count, &all) { data, size in
      input.readPackets(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    })
case "recovery":
  exit(
    LLVMFuzzerRunDriver(&count, &all) { data, size in
      input.readRecovery(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    })
case "ctf2":
  exit(
    LLVMFuzzerRunDriver(&count, &all) { data, size in
      // Each language has a corpus of its own.
      guard let data, size > 0, data[0] == 0x1e else { return -1 }
      input.readMetadata(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    })
default:
  exit(
    LLVMFuzzerRunDriver(&count, &all) { data, size in
      guard let data, size > 0, data[0] != 0x1e else { return -1 }
      input.readMetadata(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    })
}
