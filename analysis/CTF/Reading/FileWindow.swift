// SPDX-License-Identifier: MIT

/// The part of a stream's file that a reader is in.
///
/// A packet of usual size is read into memory that stays in the processor's cache: that takes half the
/// time of mapping its pages. A larger one, or one of many streams, is looked at where the file is
/// mapped, and pages that the reader has passed are given back.
@safe struct FileWindow {
  /// How far behind the reader mapped pages are given back, in bytes.
  static let keepBehind = 1 << 20

  /// The largest packet that is read, in bytes; 0: files are only mapped, and none is kept open.
  private let mostRead: Int
  /// The file of the stream that is open, or could not be opened.
  private(set) var fileIndex: Int32 = -1
  private var path = ""
  private var size = 0
  private var file: KeptFile?
  private var mapping: Mapping?
  private var dropped = 0
  private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  private final class KeptFile {
    let file: File

    init(_ file: consuming File) { self.file = file }
  }

  /// A window on nothing.
  ///
  /// - Parameter streams: How many are read at a time: they share 16 MiB, and the open files that a
  ///   process may have.
  init(streams: Int) { mostRead = streams > 128 ? 0 : min(1 << 20, (16 << 20) / max(1, streams)) }

  /// Opens a file at the place where reading begins.
  ///
  /// - Returns: What is wrong, if it cannot be read.
  mutating func open(
    _ file: DataStream.File, index: Int32, at offset: Int
  ) -> (kind: Damage.Kind, offset: Int, what: String)? {
    close()
    fileIndex = index
    path = file.path
    guard let opened = try? File(file.path) else { return Self.unreadable }
    guard opened.size >= file.size else {
      return (.truncated, opened.size, "has become shorter since it was opened")
    }
    size = opened.size
    dropped = offset & ~0xffff
    if mostRead == 0 {
      mapping = opened.map()
      return mapping == nil ? Self.unreadable : nil
    }
    self.file = KeptFile(opened)
    return nil
  }

  private static var unreadable: (kind: Damage.Kind, offset: Int, what: String) {
    (.unreadable, 0, "cannot be read any more")
  }

  /// Gives all back, also what was lent.
  ///
  /// The file counts as one that could not be opened.
  mutating func close() {
    mapping?.unmap()
    mapping = nil
    file = nil
    size = 0
    unsafe buffer.deallocate()
    unsafe buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// Goes back to where no file has been opened.
  mutating func reset() {
    close()
    fileIndex = -1
  }

  /// Lends a packet, until the next call.
  ///
  /// - Parameters:
  ///   - offset: Where it begins.
  ///   - count: Its bytes.
  /// - Returns: Its bytes, fewer only where the file ended when it was opened; nil if it has become
  ///   shorter meanwhile, or cannot be read: then it is closed.
  mutating func lend(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    let count = max(0, min(count, size - offset))
    guard count <= mostRead, let file else { return unsafe lendMapped(at: offset, count: count) }
    if unsafe buffer.count < count {
      unsafe buffer.deallocate()
      unsafe buffer = .allocate(byteCount: count, alignment: 64)
    }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    guard unsafe file.file.read(at: offset, into: room) == count else {
      close()
      return nil
    }
    return UnsafeRawBufferPointer(room)
  }

  private mutating func lendMapped(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    if mapping == nil { mapping = file?.file.map() }
    guard mapping != nil else {
      close()
      return nil
    }
    guard giveBack(upTo: offset), let mapping else { return nil }
    return unsafe UnsafeRawBufferPointer(start: mapping.address + offset, count: count)
  }

  /// Whether there is something to be lent.
  var isOpen: Bool { file != nil || mapping != nil }
  /// How many bytes a reader may go on before it asks if what it has passed can be given back.
  var reach: Int { mapping == nil ? .max / 16 : Self.keepBehind }

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
