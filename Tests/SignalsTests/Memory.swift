// SPDX-License-Identifier: MIT

import Glibc
import Testing

extension Trait where Self == ConditionTrait {
  /// Leaves a test out whose subject is how much memory the process needs.
  static var measuresMemory: Self {
    // Told by its runtime, so that nobody has to say so.
    .disabled(
      if: dlsym(nil, "__asan_init") != nil,
      "AddressSanitizer keeps what is freed for a while, so memory always grows")
  }
}

/// Does a few rounds, then many, and traps if the many needed more memory.
///
/// To be called in a process of its own, an exit test, for the memory is that of the whole process.
func trapUnlessMemoryIsFlat(_ count: Int, _ rounds: (_ count: Int) -> Void) {
  rounds(10_000)
  let before = peakMemory()
  rounds(count)
  let growth = peakMemory() - before
  // The smallest object that a round could leave behind needs 16 bytes.
  precondition(growth < 8 * count, "memory has grown by \(growth) bytes")
}

/// The most memory that this process has had so far, in bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  precondition(getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0)
  return usage.ru_maxrss << 10
}
