// SPDX-License-Identifier: MIT

/// What the packets of a trace tell without metadata, if lttng-ust wrote them.
struct HeaderProbe {
  /// The layouts that every stream's first packet fits, the likeliest first.
  private(set) var layouts: [USTLayout] = []
  /// The trace's UUID: that of the first packet.
  private(set) var uuid: [UInt8] = []
  /// The ids of the stream classes, sorted.
  private(set) var streamClassIDs: [UInt64] = []

  private static let magic: UInt64 = 0xc1fc_1fc1
  private static let longest = 84

  /// Reads the first header of each stream.
  ///
  /// - Returns: Nil if no stream begins with a packet of lttng-ust's.
  init?(_ files: [String]) {
    var headers: [[UInt8]] = []
    for path in files {
      guard let file = try? File(path) else { continue }
      let header = file.read(at: 0, count: Self.longest)
      guard header.count == Self.longest, Self.isBigEndian(header) != nil else { continue }
      headers.append(header)
    }
    guard let first = headers.first, let isBigEndian = Self.isBigEndian(first) else { return nil }
    uuid = Array(first[4..<20])
    headers = headers.filter { Self.isBigEndian($0) == isBigEndian && Array($0[4..<20]) == uuid }
    let parts = files.first?.split(separator: "/") ?? []
    let widths =
      parts.contains("32-bit") ? [false] : parts.contains("64-bit") ? [true] : [true, false]
    for hasCPU in [true, false] {
      for isWide in widths {
        var layout = USTLayout()
        layout.isBigEndian = isBigEndian
        layout.isPacked = !isBigEndian
        layout.hasWideCounter = isWide
        layout.hasCPU = hasCPU
        guard headers.allSatisfy({ Self.fits($0, layout) }) else { continue }
        layouts.append(layout)
        // A CPU's number in its place is no accident where there are several, and the usual case.
        if hasCPU, isWide == widths[0] { break }
      }
      if layouts.first?.hasCPU == true, layouts.first?.hasWideCounter == widths[0] { break }
    }
    guard !layouts.isEmpty else { return nil }
    streamClassIDs = Set(headers.map { layouts[0].number($0, 20, 4) }).sorted()
  }

  /// Whether a packet begins with these bytes.
  static func isPacket(_ bytes: [UInt8]) -> Bool { bytes.count >= 4 && isBigEndian(bytes) != nil }

  private static func isBigEndian(_ header: [UInt8]) -> Bool? {
    var layout = USTLayout()
    if layout.number(header, 0, 4) == magic { return false }
    layout.isBigEndian = true
    return layout.number(header, 0, 4) == magic ? true : nil
  }

  private static func fits(_ header: [UInt8], _ layout: USTLayout) -> Bool {
    let content = layout.number(header, 48, 8)
    let size = layout.number(header, 56, 8)
    guard content <= size, content >= UInt64(layout.headerSize) * 8, content % 8 == 0 else {
      return false
    }
    guard layout.hasCPU else { return true }
    // Buffers for each CPU are numbered as the CPUs are.
    return layout.number(header, layout.headerSize - 4, 4) == layout.number(header, 24, 8)
  }
}
