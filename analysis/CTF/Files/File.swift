// SPDX-License-Identifier: MIT

import Glibc

/// An open file that is read at given places.
struct File: ~Copyable {
  private let descriptor: Int32
  let size: Int

  init(_ path: String) throws(CTFError) {
    // Opening a named pipe would wait for its writer.
    descriptor = unsafe PathText.withCString(path) {
      unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard descriptor >= 0 else { throw Self.unreadable(path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CTFError(.unreadable, "is not a regular file", place: .init(path: path))
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  static func unreadable(_ path: String) -> CTFError {
    let code = errno
    let text = unsafe String(cString: strerror(code))
    return CTFError(
      code == ENOENT ? .notFound : .unreadable,
      code == ENOENT ? "does not exist" : "cannot be read: \(text)",
      remedy: code == EACCES ? "read it as the user who recorded it, or change its mode" : nil,
      place: .init(path: path))
  }

  /// The size of the file at a path in bytes, or nil if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard unsafe PathText.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// Reads at most `count` bytes.
  ///
  /// - Returns: Fewer at the end of the file, or where it cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    let count = min(count, size - offset)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads as many bytes as there is room for.
  ///
  /// - Returns: How many were read: fewer at the end of the file, or where it cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
      let got = unsafe pread(
        descriptor, buffer.baseAddress.map { unsafe $0 + filled }, buffer.count - filled,
        off_t(offset + filled))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      filled += got
    }
    return filled
  }

  /// Whether every byte from `offset` on is 0.
  ///
  /// Holes are not read.
  func isZero(from offset: Int) -> Bool {
    var offset = stored(from: offset)
    while offset < size {
      let bytes = read(at: offset, count: 1 << 16)
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset = stored(from: offset + bytes.count)
    }
    return true
  }

  /// The first byte from `offset` on that lies in no hole, or the end of the file.
  ///
  /// A sparse file of any size costs no more than what is stored of it.
  func stored(from offset: Int) -> Int {
    // SEEK_DATA, which Swift does not see.
    let place = lseek(descriptor, off_t(offset), 3)
    if place >= 0 { return min(Int(place), size) }
    return errno == ENXIO ? size : offset
  }

  /// Maps the file; nil if that fails or there is nothing to map.
  func map() -> Mapping? {
    guard size > 0 else { return nil }
    let address = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
    unsafe madvise(address, size, MADV_SEQUENTIAL)
    return unsafe Mapping(address: address, size: size)
  }
}

/// The bytes of a file in memory.
@safe struct Mapping {
  let address: UnsafeMutableRawPointer
  let size: Int

  /// Gives back the memory of whole pages in a range; they can be read again at any time.
  func drop(from start: Int, to end: Int) {
    unsafe madvise(address + start, end - start, MADV_DONTNEED)
  }

  /// Ends the mapping: no address in it may be used any more.
  func unmap() { unsafe munmap(address, size) }
}
