// SPDX-License-Identifier: MIT

extension Trust {
  /// The same with a window over the whole of each stream whose events cannot be decoded.
  func adding(undecoded streams: [DataStream], _ isUndecoded: (Int) -> Bool) -> Trust {
    var trust = self
    for stream in streams where isUndecoded(stream.index) {
      guard let begin = stream.begin, let end = stream.packets.lazy.map(\.end).max() else {
        continue
      }
      trust.windows.append(
        LossWindow(
          streamIndex: stream.index, from: begin, to: end, count: nil, cause: .damage))
    }
    trust.windows.sort { ($0.streamIndex, $0.from) < ($1.streamIndex, $1.from) }
    return trust
  }
}
