// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceModel

/// What helps against the losses of a trace, for people: a line for each kind.
struct LossHints {
  let losses: TraceLosses

  func render() -> String {
    var text = ""
    let overwritten = losses.windows.contains { $0.cause == .missingPackets && !$0.isBetweenTraces }
    if losses.discardedEvents > 0 || overwritten { text += largerBuffers }
    if let gap = losses.windows.first(where: \.isBetweenTraces) {
      text += "hint: packets are missing between '\(TerminalText.cleaned(gap.trace))' and the one "
      text += "before it: give the chunks or parts that lie between as well, if there are any\n"
    }
    if losses.windows.contains(where: { $0.cause == .stalledTail }) {
      text += """
        hint: the end of a buffer was never delivered: a program was killed while it wrote, the \
        disk was full, or it is recorded still; ractrace record rescues what can be\n
        """
    }
    return text
  }

  /// Names the channel that lost most, and sub-buffers eight times as large.
  private var largerBuffers: String {
    let rest = "--lossless\n"
    let worst = losses.windows
      .filter { [.discarded, .missingPackets].contains($0.cause) && !$0.isBetweenTraces }
      .max { ($0.lost ?? 0) < ($1.lost ?? 0) }
    guard let worst, let domain = worst.domain,
      case let size = losses.domains[domain].packetSize, size > 0, size <= 1 << 40
    else { return "hint: larger buffers lose less: ractrace record --subbuf-size 8M, or " + rest }
    var larger = 4096
    while larger < 8 * size { larger *= 2 }
    let channel = TerminalText.cleaned(worst.channel)
    var text = "hint: packets of channel '\(channel)' have \(ByteCount.text(size)); larger "
    text += "buffers lose less: ractrace record --subbuf-size \(ByteCount.short(larger)), or "
    text += rest
    if worst.mayBeOversize || losses.windows.contains(where: { $0.mayBeOversize }) {
      text += """
        hint: packets had space left when events were discarded: these may be oversize, larger \
        than a sub-buffer\n
        """
    }
    return text
  }
}

/// What is worth knowing of a trace though nothing is lost by it.
enum TraceNotes {
  static func render(_ losses: TraceLosses, begin: Int64) -> String {
    var text = ""
    if let longest = losses.uncovered.max(by: { $0.length < $1.length }) {
      let count = UInt64(losses.uncovered.count) + losses.unlistedUncovered
      let place = LossText.place(longest.channel, longest.cpu, trace: longest.trace)
      text += "note: buffers had no packet open in \(Figures.count(count, "span")), "
      text += "\(Figures.duration(losses.uncoveredTotal)) in all, the longest "
      text += "\(Figures.duration(longest.length)) in \(place) "
      text += "from \(Figures.seconds(longest.from &- begin, digits: 6)) s: "
      text += "a stop or idleness, no loss\n"
    }
    for step in losses.clockSteps.prefix(3) {
      text += "note: the clock of '\(TerminalText.cleaned(step.trace))' was set by "
      text += "\(step.nanoseconds < 0 ? "-" : "")\(Figures.duration(step.nanoseconds.magnitude)) "
      text += "against the first trace of this boot, whose clock tells all times\n"
    }
    return text
  }
}
