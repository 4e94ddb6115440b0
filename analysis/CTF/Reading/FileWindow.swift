// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// The part of a stream's file that a reader is in.
///
/// A packet of usual size is read into memory that stays in the processor's cache: that takes half the
/// time of mapping its pages. A larger one, or one beyond the budget of the process, is looked at where
/// the file is mapped, which need not stay open, and pages that the reader has passed are given back.
@safe struct FileWindow {
  /// How far behind the reader mapped pages are given back, in bytes.
  static let keepBehind = 1 << 20
  /// The largest packet that is read, in bytes.
  private static let mostRead = 1 << 20

  /// The file of the stream that is open, or could not be opened.
  private(set) var fileIndex: Int32 = -1
  private var path = ""
  private var size = 0
  private var file: KeptFile?
  private var mapping: Mapping?
  private var dropped = 0
  private var buffer = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// What all windows of the process may have at a time.
  private enum Budget {
    /// Files that stay open: a quarter of those that the process may have open.
    static let files = Allowance(most: fileLimit / 4)
    /// Memory for packets, in bytes.
    static let memory = Allowance(most: 24 << 20)

    private static var fileLimit: Int {
      var limit = rlimit()
      let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      return isKnown ? Int(clamping: limit.rlim_cur) : 0
    }
  }

  /// A number that many share.
  private final class Allowance: Sendable {
    private let most: Int
    private let taken = Atomic(0)

    init(most: Int) { self.most = most }

    /// Takes some, or none if there is not as much left.
    func take(_ count: Int) -> Bool {
      if taken.add(count, ordering: .relaxed).newValue <= most { return true }
      giveBack(count)
      return false
    }

    func giveBack(_ count: Int) { taken.subtract(count, ordering: .relaxed) }
  }

  /// A file that stays open.
  private final class KeptFile {
    let file: File

    /// Keeps a file for which the budget had a place.
    init(_ file: consuming File) { self.file = file }

    deinit { Budget.files.giveBack(1) }
  }

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
    if Budget.files.take(1) {
      self.file = KeptFile(opened)
      return nil
    }
    mapping = opened.map()
    return mapping == nil ? Self.unreadable : nil
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
    freeBuffer()
  }

  private mutating func freeBuffer() {
    Budget.memory.giveBack(unsafe buffer.count)
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
    guard count <= Self.mostRead, let file, makeBuffer(count) else {
      return unsafe lendMapped(at: offset, count: count)
    }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    guard unsafe file.file.read(at: offset, into: room) == count else {
      close()
      return nil
    }
    return UnsafeRawBufferPointer(room)
  }

  /// Makes room for a packet.
  ///
  /// - Returns: False if the budget does not allow it.
  private mutating func makeBuffer(_ count: Int) -> Bool {
    guard unsafe buffer.count < count else { return true }
    freeBuffer()
    guard Budget.memory.take(count) else { return false }
    unsafe buffer = .allocate(byteCount: count, alignment: 64)
    return true
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
