// SPDX-License-Identifier: MIT

internal import CommandLineKit
internal import TraceAnalysis
internal import TraceModel

extension JSONWriter {
  /// The first line of every answer.
  mutating func header(_ analysis: StaticString, traces: [String], begin: Int64?) {
    beginLine("header")
    member("tool", text: "ractrace")
    member("contract", Version.contract)
    member("analysis", text: analysis)
    beginArray("traces")
    for trace in traces { element(trace) }
    endArray()
    // A text, since readers that take numbers as doubles would lose its last digits.
    if let begin { member("begin", String(begin)) } else { member("begin", Int64?.none) }
    endLine()
  }

  /// The members of a trust object.
  mutating func trust(_ trust: TrustReport, begin: Int64) {
    beginObject("verdicts")
    member("counts", trust.counts.rawValue)
    member("quantiles", trust.quantiles.rawValue)
    member("open", trust.open.rawValue)
    endObject()
    member("discarded_events", trust.losses.discardedEvents)
    member("lost_max", trust.losses.lostMaximum)
    member("lost_packets", trust.losses.lostPackets)
    member("repeated_packets", trust.losses.repeatedPackets)
    beginArray("windows")
    for window in trust.losses.joinedWindows {
      beginElement()
      member("trace", window.trace)
      member("channel", window.channel)
      member("cpu", window.cpu.map { UInt64(clamping: $0) })
      member("from_ns", window.from &- begin)
      member("to_ns", window.to &- begin)
      member("lost", window.lost)
      member("cause", window.cause.rawValue)
      endObject()
    }
    endArray()
    beginArray("damage")
    for damage in trust.losses.damage {
      beginElement()
      member("file", damage.file)
      member("offset", damage.offset)
      member("what", damage.what)
      endObject()
    }
    endArray()
  }
}

/// What was lost, for people: one line that says it, the places, and what to do.
struct LossText {
  let losses: TraceLosses
  let begin: Int64

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
    if losses.discardedEvents > 0 || losses.lostPackets > 0 {
      text += """
        hint: larger buffers lose less: ractrace record --subbuf-size 8M, \
        or --lossless\n
        """
    }
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
    return "lost: " + parts.joined(separator: ", ")
      + "; counts are lower bounds, what is open is unknown"
  }

  private func line(_ window: LossWindow) -> String {
    let lost = window.lost.map { Figures.count($0, "event") } ?? "an unknown number"
    let cpu = window.cpu.map { " cpu \($0)" } ?? ""
    let cause =
      switch window.cause {
      case .discarded: "discarded"
      case .missingPackets: "packets missing"
      case .missingStart: "start missing"
      case .damage: "damaged"
      }
    let from = Figures.seconds(window.from &- begin, digits: 6)
    let to = Figures.seconds(window.to &- begin, digits: 6)
    return "\(lost) in channel '\(TerminalText.cleaned(window.channel))'\(cpu), "
      + "\(from) to \(to) s (\(cause))"
  }
}
