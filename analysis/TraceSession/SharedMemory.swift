// SPDX-License-Identifier: MIT

import Glibc

/// What the machine has for ring buffers.
public enum SharedMemory {
  /// Where ring buffers live.
  public static let directory = "/dev/shm"

  /// The number of processors that the machine can have, which is the number of ring buffers that
  /// lttng makes, also for those that are off now.
  public static let processors: Int = {
    let ranges = File.text("/sys/devices/system/cpu/possible") ?? ""
    return count(possible: ranges) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_CONF))))
  }()

  /// The size of a page in bytes.
  public static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// The bytes that can still be allocated there, or nil if that cannot be told.
  ///
  /// - Parameter path: Any place on the file system in question.
  /// - Returns: What an ordinary user could still write.
  public static func available(at path: String = directory) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? .max : Int(clamping: bytes.partialValue)
  }

  /// The number of processors in a list like `0-3,8`: the highest plus one, as lttng counts.
  static func count(possible ranges: String) -> Int? {
    let ends = ranges.split { !$0.isNumber }.compactMap { Int($0) }
    guard let highest = ends.max(), highest < 1 << 20 else { return nil }
    return highest + 1
  }
}
