// SPDX-License-Identifier: MIT

/// One thing that a diagnosis found out.
public struct Finding: Sendable, Equatable {
  /// How much it matters.
  public enum Level: String, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// Good to know; tracing may work all the same.
    case note
    /// Tracing does not work, or not for what was asked about.
    case problem
  }

  /// What a finding is about; more may come.
  public enum Topic: String, Sendable, CaseIterable {
    /// This build of the library.
    case build
    /// Programs beside this one.
    case tools
    /// lttng's libraries.
    case libraries
    /// Session daemons and their sockets.
    case daemon
    /// Who may trace.
    case permission
    /// Variables of the environment.
    case environment
    /// Room for ring buffers.
    case memory
    /// Containers and namespaces.
    case container
    /// The program or process that was asked about.
    case program
  }

  /// How much it matters.
  public var level: Level
  /// What it is about.
  public var topic: Topic
  /// What is so, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var remedy: String?

  /// A finding.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - topic: What it is about.
  ///   - message: What is so, in one sentence without a full stop.
  ///   - remedy: What to do about it.
  public init(_ level: Level, _ topic: Topic, _ message: String, remedy: String? = nil) {
    self.level = level
    self.topic = topic
    self.message = message
    self.remedy = remedy
  }
}
