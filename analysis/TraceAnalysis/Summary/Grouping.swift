// SPDX-License-Identifier: MIT

import TraceModel

extension Summary {
  /// What a row of a summary stands for.
  public enum Grouping: String, CaseIterable, Codable, Sendable {
    /// A signal.
    case signal
    /// What listens: the name of an operator, or the place of a `subscribe` call.
    case subscriber
    /// A process.
    case process
    /// A thread: each event counts where it was written, a subscription where it began.
    case thread
  }

  /// Which row an event counts in, by number.
  struct RowNumbers: ~Copyable {
    private let grouping: Grouping
    private var threads = SubscriptionTable<Int>()
    private static let mostThreads = 65_536

    init(_ grouping: Grouping) { self.grouping = grouping }

    /// Whether the events of one subscription may count in several rows.
    var vary: Bool { grouping == .thread }

    /// The row of an event that names a signal.
    @inline(__always)
    mutating func row(of event: borrowing ModelEvent, _ signal: NameID) -> Int {
      grouping == .signal ? signal.index : otherRow(of: event)
    }

    @inline(never)
    private mutating func otherRow(of event: borrowing ModelEvent) -> Int {
      switch grouping {
      case .signal: return event.signal?.index ?? 0
      case .subscriber: return (event.subscriber?.index ?? -1) + 1
      case .process: return event.process.index
      case .thread:
        var key = event.key
        key.id = event.thread.map { UInt64(UInt32(bitPattern: $0)) } ?? .max
        // A hostile trace may hold a new vtid in every event.
        if threads.find(key) == nil, threads.count >= Self.mostThreads {
          key = SubscriptionKey(host: 0, process: -1, id: .max)
        }
        return threads.find(key) ?? threads.insert(key, 0)
      }
    }

    /// What stands for a row in `State`, the same in every part of a trace.
    func name(_ row: Int, in trace: SignalTrace) -> String {
      switch grouping {
      case .signal: trace.signals.text(NameID(index: row))
      case .subscriber: row == 0 ? "?" : trace.subscribers.text(NameID(index: row - 1))
      case .process:
        Owner(
          host: trace.processes[row].host, process: trace.processes[row].vpid ?? -1, thread: nil
        ).text
      case .thread:
        Owner(
          host: threads.key(at: row).host, process: threads.key(at: row).process,
          thread: threads.key(at: row).id
        ).text
      }
    }
  }

  /// A process or a thread as the name of a row, until it is shown.
  struct Owner {
    var host: Int32
    var process: Int32
    var thread: UInt64?

    var text: String {
      "\(host) \(process)" + (thread.map { " \($0)" } ?? "")
    }

    init(host: Int32, process: Int32, thread: UInt64?) {
      self.host = host
      self.process = process
      self.thread = thread
    }

    init?(_ text: String) {
      let parts = text.split(separator: " ")
      guard (2...3).contains(parts.count), let host = Int32(parts[0]),
        let process = Int32(parts[1])
      else { return nil }
      self.init(host: host, process: process, thread: parts.count > 2 ? UInt64(parts[2]) : nil)
    }

    /// As it is shown: the process's name and vpid, and the vtid of a thread that is not its main
    /// one.
    func label(in trace: AnalysedTrace) -> String {
      let name = trace.label(host: host, process: process)
      switch thread {
      case nil: return name
      case UInt64.max?: return "\(name), unknown thread"
      case let thread? where thread == UInt64(UInt32(bitPattern: process)): return name
      case let thread?: return "\(name), thread \(thread)"
      }
    }
  }
}
