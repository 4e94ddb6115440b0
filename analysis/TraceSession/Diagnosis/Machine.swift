// SPDX-License-Identifier: MIT

import Glibc

/// What a diagnosis looks at: this machine as a user sees it, or one that a test made up in a
/// folder.
public struct Machine: Sendable {
  /// What the session daemon says that the library talks to.
  public enum Answer: Sendable, Equatable {
    /// It answers.
    case answers
    /// There is none.
    case none
    /// It takes the question and does not answer in time.
    case silent
    /// It may not be asked, or refuses.
    case refuses(String)
  }

  /// What is put before every path; empty for the real machine.
  public var root = ""
  /// The variables of the environment.
  public var environment: [String: String]
  /// The user.
  public var user: UInt32
  /// The groups that the user is in.
  public var groups: Set<UInt32>
  /// The bytes that shared memory can hold, and those that are left; nil if that cannot be told.
  public var sharedMemory: (total: Int, free: Int)?
  /// The bytes of shared memory that the buffers of one recorded program take.
  public var need: Int
  /// Whether this build can record.
  public var hasLTTng: Bool
  /// Asks the session daemon, within a limit; nil where that cannot be asked.
  public var ask: (@Sendable () -> Answer)?

  /// This machine, as this process sees it.
  public static var current: Machine {
    var variables: [String: String] = [:]
    var place = environ
    while let entry = place.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      place += 1
    }
    var machine = Machine(
      environment: variables, user: geteuid(), groups: currentGroups,
      need: RecordingOptions(output: "x").bufferMemory)
    machine.sharedMemory = space(at: SharedMemory.directory)
    #if LTTng
    machine.hasLTTng = true
    machine.ask = { answer }
    #endif
    return machine
  }

  /// A machine of which nothing else is known.
  ///
  /// - Parameters:
  ///   - root: The folder that stands for `/`.
  ///   - environment: The variables of the environment.
  ///   - user: The user.
  ///   - groups: The groups that the user is in.
  ///   - need: The bytes that the buffers of one program take.
  ///   - hasLTTng: Whether this build can record.
  public init(
    root: String = "", environment: [String: String], user: UInt32, groups: Set<UInt32> = [],
    need: Int, hasLTTng: Bool = false
  ) {
    self.root = root
    self.environment = environment
    self.user = user
    self.groups = groups
    self.need = need
    self.hasLTTng = hasLTTng
  }

  private static var currentGroups: Set<UInt32> {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let found = getgroups(count, &groups)
    return Set(groups.prefix(Int(max(0, found)))).union([getegid()])
  }

  private static func space(at path: String) -> (total: Int, free: Int)? {
    var status = statvfs()
    guard statvfs(path, &status) == 0, let free = SharedMemory.available(at: path) else {
      return nil
    }
    let total = UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return (total.overflow ? .max : Int(clamping: total.partialValue), free)
  }

  #if LTTng
  /// A question that changes nothing: which sessions there are.
  private static var answer: Answer {
    do throws(RecordingError) {
      _ = try SessionDaemon(limit: .seconds(2)).knows("")
      return .answers
    } catch {
      switch error.code {
      case .noDaemon: return .none
      case .daemonSilent: return .silent
      default: return .refuses(error.cause ?? error.message)
      }
    }
  }
  #endif
}
