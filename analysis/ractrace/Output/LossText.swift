// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// What was lost, for people: one line that says it, the places, and what to do.
struct LossText {
  let losses: TraceLosses
  let begin: Int64
  /// Of what is open: a loss elsewhere may leave it known.
  var open = Verdict.unknown

  private static let shown = 6

  func render(_ style: Style) -> String {
    var text = ""
    if !losses.isWhole { text += style.alarm(headline) + "\n" }
    let windows = losses.joinedWindows.filter { $0.lost != 0 }
      .sorted { ($0.lost ?? .max) > ($1.lost ?? .max) }
    for window in windows.prefix(Self.shown) { text += "  \(line(window))\n" }
    if windows.count > Self.shown {
      text += "  … and \(windows.count - Self.shown) more (--format json lists them all)\n"
    }
    text += LossHints(losses: losses).render()
    if !losses.damage.isEmpty {
      text +=
        style.alarm(
          "damaged: \(Figures.count(UInt64(losses.damage.count), "place")) could not be read")
        + "\n"
      for damage in losses.damage.prefix(Self.shown) {
        text += "  \(TerminalText.cleaned(damage.file)) at byte \(damage.offset): "
        text += TerminalText.cleaned(damage.what) + "\n"
      }
      if losses.damage.count > Self.shown {
        text += "  … and \(losses.damage.count - Self.shown) more\n"
      }
    }
    return text
  }

  private var headline: String {
    var parts: [String] = []
    if losses.discardedEvents > 0 {
      parts.append(Figures.count(losses.discardedEvents, "event") + " discarded")
    }
    if losses.lostPackets > 0 {
      parts.append(Figures.count(losses.lostPackets, "packet") + " missing")
    }
    if parts.isEmpty { parts.append("an unknown number of events") }
    return "lost: " + parts.joined(separator: ", ") + "; counts are lower bounds"
      + (open == .exact ? "" : ", what is open is unknown")
  }

  private func line(_ window: LossWindow) -> String {
    let lost = window.lost.map { Figures.count($0, "event") } ?? "an unknown number"
    let from = Figures.seconds(window.from &- begin, digits: 6)
    let to = Figures.seconds(window.to &- begin, digits: 6)
    return "\(lost) in \(Self.place(window.channel, window.cpu, trace: window.trace)), "
      + "\(from) to \(to) s (\(cause(window)))"
  }

  /// Where a buffer is; of a trace that cannot be read the trace.
  static func place(_ channel: String, _ cpu: Int?, trace: String) -> String {
    if channel.isEmpty { return "trace '\(TerminalText.cleaned(trace))'" }
    return "channel '\(TerminalText.cleaned(channel))'" + (cpu.map { " cpu \($0)" } ?? "")
  }

  private func cause(_ window: LossWindow) -> String {
    let packets = window.packets.map { Figures.count($0, "packet") } ?? "packets"
    switch window.cause {
    case .discarded: return window.mayBeOversize ? "discarded, may be oversize" : "discarded"
    case .missingPackets: return "\(packets) missing"
    case .missingStart: return "start missing: \(packets)"
    case .stalledTail: return "end never delivered"
    case .damage: return window.packets == nil ? "damaged" : "damaged, \(packets) missing"
    }
  }
}
