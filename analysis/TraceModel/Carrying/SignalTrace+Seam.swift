// SPDX-License-Identifier: MIT

import CTF
import Glibc

extension SignalTrace {
  /// Opens what neighbouring parts of a trace carried as a trace of its own, in the order of time.
  ///
  /// It counts no buffers and no packets and tells no losses: those are the parts' to tell.
  ///
  /// - Parameters:
  ///   - parts: What the parts carried.
  ///   - declared: The kinds that the parts declare, besides those that were carried.
  ///   - losses: What the parts lost, also between them.
  ///   - body: Gets the trace, which must not be kept; it is not called where nothing was carried.
  /// - Returns: What the body returns, or nil.
  /// - Throws: `CTFError` if what was carried holds no trace, or no temporary folder can be had; what
  ///   the body throws.
  public static func withSeam<Result>(
    of parts: [CarriedEvents], declaring declared: Set<EventKind>,
    in losses: TraceLosses, _ body: (SignalTrace) throws -> Result
  ) throws -> Result? {
    let seam = SeamTrace(parts)
    guard !seam.folders.isEmpty else { return nil }
    let folder = try seam.write()
    defer { seam.remove(folder) }
    var options = CTFTraceSet.Options()
    options.usesBuiltInSchema = false
    let set = try CTFTraceSet.open([folder], options: options)
    return try body(SignalTrace(seam: set, declaring: declared, in: losses))
  }

  /// Which events are alone in their time: neither in the first nor in the last moments, in which
  /// events of a neighbouring part may lie between them.
  ///
  /// The streams of a rotated chunk begin and end one after the other. A stream whose packets are
  /// numbered from 0 on goes on from nowhere, and nothing of the part before is in its time. One
  /// that ends long before the others is taken to be over.
  ///
  /// What the counter of discarded events says of a stream's first packet cannot be told without the
  /// packet before: if it counts any, the events of that packet's time are not alone either.
  ///
  /// - Parameter overlap: How long the moments may be, in ns.
  /// - Returns: Events after the begin and before the end of this span are alone, times in ns since
  ///   1970; the least and the greatest number where there is no bound.
  public func ownSpan(overlap: Int64) -> (from: Int64, to: Int64) {
    let streams = self.set.streams
    guard let begin, let last = streams.lazy.compactMap(\.end).max() else { return (.min, .max) }
    let continued = streams.lazy.filter { $0.packets.first?.sequenceNumber ?? 0 > 0 }
    let starts = continued.compactMap(\.packets.first).filter { $0.begin &- begin <= overlap }
    let from = starts.map { $0.discardedEvents ?? 0 > 0 ? $0.end : $0.begin }.max()
    let to = streams.lazy.compactMap(\.end).filter { last &- $0 <= overlap }.min()
    return (from ?? .min, to ?? .max)
  }
}

extension SeamTrace {
  /// Writes the files into a temporary folder of their own.
  fileprivate func write() throws(CTFError) -> String {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/ractrace-seam.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.unwritable(place) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(CTFError) {
      for name in folders where mkdir("\(folder)/\(name)", 0o700) != 0 {
        throw Self.unwritable(folder)
      }
      for file in files { try Self.write(file.bytes, to: "\(folder)/\(file.path)") }
    } catch {
      remove(folder)
      throw error
    }
    return folder
  }

  fileprivate func remove(_ folder: String) {
    for file in files { unlink("\(folder)/\(file.path)") }
    for name in folders { rmdir("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(CTFError) {
    guard let file = fopen(path, "wxe") else { throw unwritable(path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw unwritable(path) }
  }

  private static func unwritable(_ path: String) -> CTFError {
    CTFError(
      .unreadable, "cannot be written: \(String(cString: strerror(errno)))",
      remedy: "set TMPDIR to a folder with some room", place: .init(path: path))
  }
}
