// SPDX-License-Identifier: MIT

/// Puts the files of one stream together.
///
/// A channel with a limited size of files (`lttng enable-channel --tracefile-size`) goes on in
/// `<channel>_<cpu>_1`, `_2` …, and with a limited number of them begins again at `_0`: their
/// packets are in order by number, not by the names of the files.
struct StreamJoiner {
  /// The streams, each with all its files.
  private(set) var streams: [DataStream] = []
  /// For each stream a file of it as it was scanned.
  private(set) var origins: [Int] = []
  /// For each scanned file its stream.
  private(set) var targets: [Int] = []

  private struct Key: Hashable {
    var trace: Int
    var buffer: BufferKey
  }

  /// - Parameters:
  ///   - files: The scanned files, each as a stream, trace by trace.
  ///   - traces: The traces.
  init(_ files: [DataStream], traces: [CTFTrace]) {
    var groups: [[Int]] = []
    var groupOfKey: [Key: Int] = [:]
    for file in files {
      let key = BufferKey(file, uuid: traces[file.traceIndex].uuid)
        .map { Key(trace: file.traceIndex, buffer: $0) }
      if let key, let group = groupOfKey[key] {
        groups[group].append(file.index)
      } else {
        if let key { groupOfKey[key] = groups.count }
        groups.append([file.index])
      }
    }
    takeInEmpty(&groups, files)
    targets = Array(repeating: 0, count: files.count)
    for group in groups {
      let members = Self.ordered(group, files)
      for member in members { targets[member] = streams.count }
      origins.append(members[0])
      streams.append(Self.joined(members.map { files[$0] }, index: streams.count))
    }
    nameChannels()
  }

  /// Files by their first packet's number; empty ones last.
  private static func ordered(_ group: [Int], _ files: [DataStream]) -> [Int] {
    func first(_ index: Int) -> UInt64 {
      files[index].packets.lazy.compactMap(\.sequenceNumber).min() ?? .max
    }
    return group.count < 2 ? group : group.sorted { (first($0), $0) < (first($1), $1) }
  }

  private static func joined(_ files: [DataStream], index: Int) -> DataStream {
    var stream = DataStream(
      index: index, traceIndex: files[0].traceIndex, files: files.flatMap(\.files),
      streamClassID: files[0].streamClassID, instanceID: files[0].instanceID, cpu: files[0].cpu,
      packets: files[0].packets)
    guard files.count > 1 else {
      stream.packets = inOrder(stream.packets)
      return stream
    }
    for (number, file) in files.enumerated().dropFirst() {
      stream.packets += file.packets.map { packet in
        var packet = packet
        packet.fileIndex = Int32(clamping: number)
        return packet
      }
    }
    stream.packets.sort { one, other in
      (one.sequenceNumber ?? 0, one.fileIndex, one.offset)
        < (other.sequenceNumber ?? 0, other.fileIndex, other.offset)
    }
    return stream
  }

  /// The packets of one file by number, if their times agree with that order: a garbled number
  /// must not move its packet.
  private static func inOrder(_ packets: [Packet]) -> [Packet] {
    let numbers = packets.lazy.compactMap(\.sequenceNumber)
    guard zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }),
      numbers.count == packets.count
    else { return packets }
    let sorted = packets.sorted {
      ($0.sequenceNumber ?? 0, $0.offset) < ($1.sequenceNumber ?? 0, $1.offset)
    }
    let isMonotonic = zip(sorted, sorted.dropFirst()).allSatisfy { $0.begin <= $1.begin }
    return isMonotonic ? sorted : packets
  }

  /// Puts a file without packets to the files `<base>_<number>` of a stream that has several.
  private func takeInEmpty(_ groups: inout [[Int]], _ files: [DataStream]) {
    func base(_ index: Int) -> FileBase? {
      Self.numbered(files[index].name).map {
        FileBase(trace: files[index].traceIndex, name: $0.base)
      }
    }
    var rotated: [FileBase: Int] = [:]
    for (index, group) in groups.enumerated() where group.count > 1 {
      if let base = base(group[0]) { rotated[base] = index }
    }
    guard !rotated.isEmpty else { return }
    for index in groups.indices where groups[index].count == 1 {
      let file = groups[index][0]
      guard files[file].packets.isEmpty, let base = base(file), let stream = rotated[base] else {
        continue
      }
      groups[stream].append(file)
      groups[index] = []
    }
    groups.removeAll { $0.isEmpty }
  }

  private struct FileBase: Hashable {
    var trace: Int
    var name: String
  }

  // MARK: Names

  /// Finds the channels' names: those of the files without the CPU and the file's number.
  private mutating func nameChannels() {
    struct Channel: Hashable {
      var trace: Int
      var id: UInt64?
    }
    var isRotated: [Channel: Bool] = [:]
    for stream in streams {
      guard let cpu = stream.cpu else { continue }
      let isPlain = stream.name.hasSuffix("_\(cpu)") && stream.files.count == 1
      let isNumbered = Self.numbered(stream.name)?.base.hasSuffix("_\(cpu)") ?? false
      if isNumbered, !isPlain {
        isRotated[Channel(trace: stream.traceIndex, id: stream.streamClassID)] = true
      }
    }
    for index in streams.indices {
      let stream = streams[index]
      let channel = Channel(trace: stream.traceIndex, id: stream.streamClassID)
      if isRotated[channel] == true, let (base, _) = Self.numbered(stream.name) {
        streams[index].name = base
      }
      streams[index].channel = streams[index].name
      if let cpu = stream.cpu, let (base, number) = Self.numbered(streams[index].name),
        number == cpu
      {
        streams[index].channel = base
      }
    }
  }

  /// The parts of a name that ends with `_` and a number.
  static func numbered(_ name: String) -> (base: String, number: Int)? {
    guard let bar = name.lastIndex(of: "_"), bar > name.startIndex,
      let number = Int(name[name.index(after: bar)...]), number >= 0
    else { return nil }
    return (String(name[..<bar]), number)
  }
}
