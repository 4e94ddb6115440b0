// SPDX-License-Identifier: MIT

/// Texts that are written again and again, ready as bytes.
///
/// Who writes them copies `Access`, which costs nothing, and keeps the table alive.
final class LabelTable {
  struct Label {
    var start: Int
    var count: Int
    /// What the owner wants to know of the text.
    var mark: UInt8
  }

  struct Access {
    let labels: UnsafeMutablePointer<Label>
    let bytes: UnsafeMutablePointer<UInt8>

    func bytes(_ index: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: bytes + labels[index].start, count: labels[index].count)
    }

    func mark(_ index: Int) -> UInt8 { labels[index].mark }
  }

  let access: Access

  init(_ texts: [(text: String, mark: UInt8)]) {
    var all: [UInt8] = []
    var labels: [Label] = []
    for (text, mark) in texts {
      labels.append(Label(start: all.count, count: text.utf8.count, mark: mark))
      all.append(contentsOf: text.utf8)
    }
    access = Access(
      labels: .allocate(capacity: labels.count + 1), bytes: .allocate(capacity: all.count + 1))
    access.labels.initialize(from: labels, count: labels.count)
    access.bytes.initialize(from: all, count: all.count)
  }

  deinit {
    access.labels.deallocate()
    access.bytes.deallocate()
  }
}
