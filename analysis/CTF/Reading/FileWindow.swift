// SPDX-License-Identifier: MIT

/// The mapping of the file that a reader is in; pages that it has passed are given back.
@safe struct FileWindow {
  /// How far behind the reader pages are given back, in bytes.
  static let keepBehind = 1 << 20

  /// The file of the stream that is open, or could not be opened.
  private(set) var fileIndex: Int32 = -1
  private(set) var mapping: Mapping?
  private var path = ""
  private var dropped = 0

  /// Opens a file at the place where reading begins.
  ///
  /// - Returns: What is wrong, if it cannot be read.
  mutating func open(
    _ file: DataStream.File, index: Int32, at offset: Int
  ) -> (kind: Damage.Kind, offset: Int, what: String)? {
    close()
    fileIndex = index
    path = file.path
    guard let opened = try? File(file.path), let mapping = opened.map() else {
      return (.unreadable, 0, "cannot be read any more")
    }
    guard mapping.size >= file.size else {
      mapping.unmap()
      return (.truncated, mapping.size, "has become shorter since it was opened")
    }
    self.mapping = mapping
    dropped = offset & ~0xffff
    return nil
  }

  mutating func close() {
    mapping?.unmap()
    mapping = nil
  }

  /// Gives back what lies well before `offset`.
  ///
  /// - Returns: False if the file has become shorter meanwhile: then it is closed, since reading on
  ///   would end the process.
  mutating func giveBack(upTo offset: Int) -> Bool {
    let page = offset & ~0xffff
    guard let mapping, page - dropped >= Self.keepBehind else { return true }
    mapping.drop(from: dropped, to: page)
    dropped = page
    guard let size = File.size(path), size >= mapping.size else {
      close()
      return false
    }
    return true
  }
}
