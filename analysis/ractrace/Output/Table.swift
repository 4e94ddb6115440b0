// SPDX-License-Identifier: MIT

/// Columns of text for people, aligned, with two spaces between.
///
/// The first column holds names and takes what the others leave of the width; names that do not
/// fit are cut in the middle. All cells must be clean of control characters.
struct Table {
  enum Alignment {
    case left
    case right
  }

  let titles: [String]
  let alignments: [Alignment]
  private(set) var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    titles = columns.map(\.title)
    alignments = columns.map(\.alignment)
  }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == titles.count, "Table.add: \(cells.count) cells")
    rows.append(cells)
  }

  /// The lines, each with its newline; trailing spaces are left out.
  func render(width: Int?, style: Style, indent: Int = 0) -> String {
    var widths = titles.map(Terminal.columns(of:))
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], Terminal.columns(of: cell))
      }
    }
    if let width {
      let others = widths.dropFirst().reduce(indent) { $0 + $1 + 2 }
      widths[0] = max(min(widths[0], width - others), min(widths[0], 12))
    }
    var text = style.bold(line(titles, widths, indent)) + "\n"
    for row in rows { text += line(row, widths, indent) + "\n" }
    return text
  }

  private func line(_ cells: [String], _ widths: [Int], _ indent: Int) -> String {
    var text = String(repeating: " ", count: indent)
    for (index, cell) in cells.enumerated() {
      let shown = index == 0 ? Self.shortened(cell, to: widths[0]) : cell
      let pad = String(repeating: " ", count: max(0, widths[index] - Terminal.columns(of: shown)))
      text += alignments[index] == .left ? shown + pad : pad + shown
      if index + 1 < cells.count { text += "  " }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text in at most so many columns, with an ellipsis in the middle if it was cut.
  static func shortened(_ text: String, to width: Int) -> String {
    guard Terminal.columns(of: text) > width else { return text }
    guard width > 1 else { return "…" }
    let scalars = Array(text.unicodeScalars)
    var head = String.UnicodeScalarView()
    var tail: [Unicode.Scalar] = []
    var left = width - 1
    var low = 0
    var high = scalars.count - 1
    while low <= high {
      let takesHead = head.count <= tail.count
      let scalar = takesHead ? scalars[low] : scalars[high]
      let columns = Terminal.columns(of: scalar)
      guard columns <= left else { break }
      left -= columns
      if takesHead {
        head.append(scalar)
        low += 1
      } else {
        tail.append(scalar)
        high -= 1
      }
    }
    return String(head) + "…" + String(String.UnicodeScalarView(tail.reversed()))
  }
}
