// SPDX-License-Identifier: MIT

import Glibc

/// Takes out of a killed program's buffers what the daemon never delivered.
///
/// A program that is killed inside a write leaves a sub-buffer that counts as unfinished for ever:
/// the daemon waits for it, and everything behind it is stuck as well. `lttng-crash` reads such
/// buffers as far as they were written.
struct BufferRescue {
  /// The trace.
  var output: String
  /// The buffers that were kept.
  var buffers: String

  /// The directory below the trace's that the packets go to.
  static let directory = "crash"

  /// Adds the packets that the trace lacks.
  ///
  /// Packets that are there already are left out, so that every reader counts each event once.
  func run() throws(RecordingError) -> RecordingResult.Rescue {
    let files = File.tree(buffers)
    guard !files.isEmpty else { return RecordingResult.Rescue() }
    restoreMetadata(from: files)
    let target = output + "/" + Self.directory
    let outcome: CommandOutcome
    do throws(RecordingError) {
      let crash = ["lttng-crash", "--extract", target, buffers]
      outcome = try CommandProcess(crash, discardsOutput: true).wait(limit: .seconds(60))
    } catch {
      throw RecordingError(
        error.code, "cannot take what a killed program left in its buffers", cause: error.message,
        remedy: "install lttng-tools, which has lttng-crash")
    }
    var present: Set<PacketHeader.Identity> = []
    var counters: [PacketHeader.Identity: UInt32] = [:]
    for stream in streams(below: output) where !stream.hasPrefix(target + "/") {
      for packet in PacketHeader.all(in: stream) {
        present.insert(packet.identity)
        counters[packet.identity.buffer] = packet.discarded
      }
    }
    var rescue = RecordingResult.Rescue()
    for stream in streams(below: target) {
      let packets = PacketHeader.all(in: stream)
      let missing = packets.filter {
        !present.contains($0.identity) && $0.contentSize > PacketHeader.length
      }
      try Self.keep(missing, of: packets, in: stream, counters: &counters)
      rescue.packets += missing.count
      rescue.bytes += missing.reduce(0) { $0 + $1.contentSize - PacketHeader.length }
    }
    Self.prune(target)
    if rescue.packets > 0 { rescue.directory = Self.directory }
    if outcome != .exited(0) {
      throw RecordingError(
        .refused, "lttng-crash could not take all that a killed program left in its buffers",
        remedy: "events of its last moments may be missing")
    }
    return rescue
  }

  /// Writes the metadata of programs whose daemon ended before it wrote them: without them
  /// nothing of what it did write could be read.
  private func restoreMetadata(from files: [String]) {
    for file in files where file.hasSuffix("/metadata") {
      // The first parts are the session's; what follows is as in the trace.
      let parts = file.split(separator: "/").drop { $0 != "ust" }
      let target = output + "/" + parts.joined(separator: "/")
      guard !parts.isEmpty, File.isDirectory(File.parent(target)), !Self.holdsMetadata(target),
        let text = File.bytes(buffers + "/" + file, limit: 64 << 20)
      else { continue }
      let copy = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o660)
      guard copy >= 0 else { continue }
      _ = write(copy, text, text.count)
      close(copy)
    }
  }

  /// Whether a file has more of metadata than the header of a first packet.
  private static func holdsMetadata(_ path: String) -> Bool {
    let header = 37
    guard let start = File.bytes(path, limit: header), !start.isEmpty else { return false }
    guard start.count == header, start.starts(with: [0x57, 0x1d, 0xd1, 0x75]) else { return true }
    // The content's size in bits, after the magic number, the UUID and the checksum.
    return start[24..<28].reversed().reduce(0) { $0 << 8 | Int($1) } > header * 8
  }

  /// The files of packets below a directory.
  private func streams(below directory: String) -> [String] {
    File.tree(directory).filter {
      !$0.hasSuffix("/metadata") && $0 != "metadata" && !$0.hasSuffix(".idx")
    }
    .map { directory + "/" + $0 }
  }

  /// Writes the file anew with some of its packets.
  ///
  /// A packet that was never finished has no count of discarded events: it gets the last one of
  /// its buffer, or readers would take the step back to 0 for a loss beyond all measure.
  private static func keep(
    _ some: [PacketHeader], of all: [PacketHeader], in path: String,
    counters: inout [PacketHeader.Identity: UInt32]
  ) throws(RecordingError) {
    guard !some.isEmpty else {
      unlink(path)
      return
    }
    var bytes: [UInt8] = []
    for packet in some {
      var part = File.bytes(path, from: packet.offset, limit: packet.size) ?? []
      if !packet.isUnfinished {
        counters[packet.identity.buffer] = packet.discarded
      } else if let last = counters[packet.identity.buffer], part.count >= PacketHeader.length {
        withUnsafeBytes(of: last.littleEndian) {
          part.replaceSubrange(
            PacketHeader.discardedOffset..<PacketHeader.discardedOffset + 4, with: $0)
        }
      }
      bytes += part
    }
    let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    defer { close(file) }
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
      throw RecordingError(
        .outputUnusable, "cannot write the packets of a killed program to '\(path)'",
        cause: SystemError.last.text)
    }
  }

  /// Removes every directory that holds nothing but metadata.
  private static func prune(_ directory: String) {
    for name in File.names(in: directory) where File.isDirectory(directory + "/" + name) {
      prune(directory + "/" + name)
    }
    if File.names(in: directory).allSatisfy({ $0 == "metadata" }) { File.removeTree(directory) }
  }
}
