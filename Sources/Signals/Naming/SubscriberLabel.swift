// SPDX-License-Identifier: MIT

/// What listens to a subscription: the field `subscriber` of the tracepoints.
enum SubscriberLabel {
  /// The operator or the subject that listens.
  case name(TraceName)
  /// The place of the `subscribe` call.
  case place(SourcePlace)
}

/// A place in the source code, as a caller's `#fileID` and `#line` tell it.
struct SourcePlace: Sendable {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place as traces show it, such as `App/Login.swift:42`.
  var description: String { "\(file):\(line)" }
}

extension SubscriberLabel: CustomStringConvertible {
  var description: String {
    switch self {
    case .name(let name): name.description
    case .place(let place): place.description
    }
  }
}
