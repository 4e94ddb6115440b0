// SPDX-License-Identifier: MIT

/// What keeps a machine from tracing, or a program from being traced.
///
/// ```swift
/// for finding in Diagnosis(of: .current).findings where finding.level == .problem {
///   print(finding.message, finding.remedy ?? "")
/// }
/// ```
///
/// It looks and asks, and changes nothing: no daemon is started, stopped or told anything. A
/// question to a daemon has a limit of two seconds.
public struct Diagnosis: Sendable {
  /// What may be asked about beside the machine.
  public enum Target: Sendable, Equatable {
    /// A program, by its path or by a name that is looked up in `PATH`.
    case program(String)
    /// A process that runs.
    case process(Int32)
  }

  /// What was found, by topic.
  public private(set) var findings: [Finding] = []

  let machine: Machine

  /// Looks at a machine.
  ///
  /// - Parameters:
  ///   - machine: What to look at.
  ///   - target: A program or a process to look at as well.
  public init(of machine: Machine, target: Target? = nil) {
    self.machine = machine
    lookAtBuild()
    lookAtTools()
    lookAtLibraries()
    lookAtDaemons()
    lookAtGroup()
    lookAtEnvironment(machine.environment, of: nil)
    lookAtMemory()
    lookAtContainer()
    switch target {
    case .program(let name): lookAtProgram(name)
    case .process(let id): lookAtProcess(id)
    case nil: break
    }
  }

  mutating func add(
    _ level: Finding.Level, _ topic: Finding.Topic, _ message: String, remedy: String? = nil
  ) {
    findings.append(Finding(level, topic, message, remedy: remedy))
  }
}
