// SPDX-License-Identifier: MIT

/// What a command prints, without what differs from one recording of the demo to the next: times,
/// what follows from them, and the numbers that threads and processes happen to get.
///
/// Columns stay in their order, two blanks apart, for how far they are apart follows from the
/// widths of times.
func timeless(_ output: String) -> String {
  var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    .compactMap { timeless(line: String($0)) }
  // How much a compound disposable held at most depends on which of two threads is the faster, if
  // one adds the next lookup and the other removes the last one; and its place in the list on that.
  let held = #/^(Subscription#ID  \d+)  \d+/#
  let rows = lines.indices.filter { lines[$0].prefixMatch(of: held) != nil }
  let sorted = rows.map { row in
    lines[row].replacing(held) { "\($0.output.1)  MOST" }
  }.sorted()
  for (row, line) in zip(rows, sorted) { lines[row] = line }
  return lines.joined(separator: "\n")
}

/// - Returns: nil for a line of which there may be more or fewer: a bar of a histogram.
private func timeless(line: String) -> String? {
  var line = line
  // Durations, with the mark of what is hardly longer than an empty delivery; seconds; rates.
  line.replace(/\d+(\.\d+)? (ns|µs|ms|s)\b~?/, with: "TIME")
  line.replace(/\b\d+\.(\d{9}|\d{6})\b/, with: "TIME")
  line.replace(/\d+(\.\d+)?[kMG]?\/s/, with: "RATE")
  line.replace("; ~ is below twice that", with: "")
  // Lines of bars over time, and bars of histograms.
  line.replace(/[ ▁-█]*[▁-█]/, with: "  BARS")
  if line.wholeMatch(of: #/ *from TIME( +BARS \d+)?/#) != nil { return nil }
  // Processes and threads; what dispatch calls its threads is its own affair.
  line.replace(/\(\d+\)/, with: "(PID)")
  line.replace(/\[[^\]]+ \d+(\/\d+)?\]/, with: "[THREAD]")
  // Each thread takes its ids from blocks of its own, and the same work may meet other threads.
  line.replace(/_id=[1-9]\d*/, with: "_id=ID")
  line.replace(/#\d+/, with: "#ID")
  line.replace(/^(  \S+) \d+:/) { "\($0.output.1) ID:" }
  line.replace(/((completed|error|disposed|leaked) +\d+) +\d+/) { "\($0.output.1)  ID" }
  // How many disposables there are in between depends on which of two threads is the faster.
  line.replace(/new_total=\d+/, with: "new_total=COUNT")
  // Whether there is room for the last column depends on how many digits the process has.
  line.replace(#/ {2,}(process|RACTraceDemo \(PID\))$/#, with: "")

  // How far an event is indented says what it follows from.
  let indent = line.prefixMatch(of: #/ *(TIME +)?/#)?.output.0 ?? ""
  let cells = line.dropFirst(indent.count).split(separator: #/ {2,}/#)
  return indent + cells.map(cut).joined(separator: "  ")
}

/// A name that was cut to fit, by as much as the widths of times left: what stands at its ends.
private func cut(_ cell: Substring) -> String {
  cell.contains("…") ? "\(cell.prefix(8))…\(cell.suffix(8))" : String(cell)
}
