// SPDX-License-Identifier: MIT

/// Columns of text for people, aligned, with two spaces between.
///
/// The first column holds names and takes what the others leave of the width; names that do not
/// fit are cut in the middle, after columns of lower rank were left out. All cells must be clean
/// of control characters.
struct Table {
  struct Column {
    var title: String
    var alignment = Alignment.right
    /// Which columns go first when there is little room: the highest; 0 stays.
    var rank = 0

    init(_ title: String, _ alignment: Alignment = .right, rank: Int = 0) {
      self.title = title
      self.alignment = alignment
      self.rank = rank
    }
  }

  enum Alignment {
    case left
    case right
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []
  private static let leastName = 24

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "Table.add: \(cells.count) cells")
    rows.append(cells)
  }

  /// The lines, each with its newline; trailing spaces are left out.
  func render(width: Int?, style: Style, indent: Int = 0) -> String {
    var widths = columns.map { Terminal.columns(of: $0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], Terminal.columns(of: cell))
      }
    }
    var shown = Array(columns.indices)
    if let width {
      func others() -> Int { shown.dropFirst().reduce(indent) { $0 + widths[$1] + 2 } }
      let name = min(widths[0], Self.leastName)
      while others() + name > width,
        let last = shown.filter({ columns[$0].rank > 0 })
          .max(by: { columns[$0].rank < columns[$1].rank })
      {
        shown.removeAll { $0 == last }
      }
      widths[0] = max(min(widths[0], width - others()), min(widths[0], 12))
    }
    var text = style.bold(line(columns.map(\.title), shown, widths, indent)) + "\n"
    for row in rows { text += line(row, shown, widths, indent) + "\n" }
    return text
  }

  private func line(_ cells: [String], _ shown: [Int], _ widths: [Int], _ indent: Int) -> String {
    var text = String(repeating: " ", count: indent)
    for index in shown {
      let cell = index == 0 ? Self.shortened(cells[0], to: widths[0]) : cells[index]
      let pad = String(repeating: " ", count: max(0, widths[index] - Terminal.columns(of: cell)))
      text += columns[index].alignment == .left ? cell + pad : pad + cell
      text += "  "
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
