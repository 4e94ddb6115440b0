// SPDX-License-Identifier: MIT

extension PacketScanner {
  /// Where the index says that a packet begins behind a place at which none can be read.
  mutating func placeByIndex(behind offset: Int) -> Int? {
    usableIndex()?.entries(after: latest).first { $0.offset > offset }?.offset
  }

  /// The packet that was written last.
  private var latest: Packet? {
    packets.max {
      ($0.sequenceNumber ?? 0, $0.beginCycles) < ($1.sequenceNumber ?? 0, $1.beginCycles)
    }
  }

  /// The index, if it agrees with what has been read so far.
  private mutating func usableIndex() -> IndexFile? {
    if index == nil { index = .some(IndexFile(of: path)) }
    guard let found = index ?? nil else { return nil }
    if found.agrees(with: packets) { return found }
    index = .some(nil)
    damage.append(
      Damage(
        kind: .badIndex, path: found.path, offset: 0,
        what: "does not agree with the packets, and is not used; nothing is lost by that"))
    return nil
  }

  /// Tells what the index knows of behind the end of the file.
  ///
  /// - Parameter fileSize: The size of the file when it was opened.
  mutating func tellLostTail(fileSize: Int) {
    // An index that knows of no more is not even read.
    let isDamaged = damage.contains { $0.kind != .zeroTail && $0.kind != .badIndex }
    guard isDamaged || IndexFile.count(of: path) > packets.count else { return }
    guard let found = usableIndex() else { return }
    let begins = Set(packets.lazy.map(\.beginCycles))
    let tail = found.entries(after: latest).filter { !begins.contains($0.begin) }
    // A session that is still recorded may have written more meanwhile.
    guard let last = tail.last, (try? File(path))?.size ?? fileSize <= fileSize else { return }
    let scale = planIndex.map { plans[$0].scale } ?? plans.first?.scale
    let end = scale?.nanoseconds(of: max(last.begin, last.end))
    let before = latest?.discardedEvents ?? 0
    let discarded = last.discardedEvents > before ? last.discardedEvents - before : 0
    var what = "the index knows of \(tail.count) further packets"
    if tail.count == 1 { what = "the index knows of one further packet" }
    if discarded > 0 { what += ", and \(discarded) further discarded events" }
    let cut = damage.count - 1
    if cut >= 0, [.truncated, .unreadable].contains(damage[cut].kind) {
      damage[cut].what += "; " + what
      (damage[cut].to, damage[cut].packets) = (end, UInt64(tail.count))
    } else {
      damage.append(
        Damage(
          kind: .truncated, path: path, offset: fileSize, what: "the file ends; " + what,
          streamIndex: streamIndex, from: latest?.end, to: end, packets: UInt64(tail.count)))
    }
  }
}
