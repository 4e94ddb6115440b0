// SPDX-License-Identifier: MIT

import SignalProbes
import Synchronization

/// The name of a signal, as a recipe: the text is built only when somebody asks for it.
///
/// Names outlive their signals: a subscription keeps the name of the signal that it came from, and
/// not the signal.
//
// Unchecked: `content` is written by `init` and `deinit` only; `text` is published atomically.
final class TraceName: @unchecked Sendable {
  enum Content {
    /// `clicks`
    case plain(String)
    /// `clicks.map`
    case applied(String, to: TraceName)
    /// `merge(a, b)`
    case listed(String, [TraceName])
  }

  /// Nil only while it is freed.
  private var content: Content?
  /// What the chain of operators begins with, and how many of them there are; nil and 0 for what
  /// is no operator.
  private let root: TraceName?
  private let length: Int

  /// The name that this one has replaced, kept because somebody may still be reading it.
  private let replaced: TraceName?

  private let cache = Atomic<UnsafeRawPointer?>(nil)

  init(_ content: Content, replacing replaced: TraceName? = nil) {
    self.content = content
    self.replaced = replaced
    if case .applied(_, let source) = content {
      root = source.root ?? source
      length = source.length + 1
    } else {
      (root, length) = (nil, 0)
    }
  }

  convenience init(_ plain: String) {
    self.init(.plain(plain))
  }

  deinit {
    if let text = cache.load(ordering: .relaxed) {
      Unmanaged<TraceText>.fromOpaque(text).release()
    }
    Trampoline.release(content.take())
  }

  /// The name, clean and cut as the contract wants it; built once, alive as long as `self`.
  @inline(__always)
  var text: Unmanaged<TraceText> {
    if let text = cache.load(ordering: .acquiring) { return .fromOpaque(text) }
    return makeText()
  }

  @inline(never)
  private func makeText() -> Unmanaged<TraceText> {
    publish(TraceText(description, cut: .middle), in: cache)
  }
}

extension TraceName: CustomStringConvertible {
  /// The most operators of one chain that are written out: of a longer one the last, so that it
  /// costs no more, however long it is.
  private static let longestChain = 400
  /// The most combining operators, one inside the other, that are written out.
  private static let deepestList = 16
  /// From how many bytes on inputs are left out.
  private static let longestText = 2_000

  var description: String {
    var text = ""
    write(into: &text, depth: 0)
    return text
  }

  private func write(into text: inout String, depth: Int) {
    guard depth < Self.deepestList, text.utf8.count < Self.longestText else {
      text += "…"
      return
    }
    let root = root ?? self
    switch root.content {
    case .plain(let name):
      text += name
    case .listed(let name, let inputs):
      text += name + "("
      for (index, input) in inputs.enumerated() {
        if index > 0 { text += ", " }
        guard text.utf8.count < Self.longestText else {
          text += "…"
          break
        }
        input.write(into: &text, depth: depth + 1)
      }
      text += ")"
    case .applied, nil:
      break
    }
    if length > Self.longestChain { text += ".…" }
    for name in lastOperators().reversed() { text += "." + name }
  }

  /// The names of the last operators of the chain, the last one first.
  private func lastOperators() -> [String] {
    var operators: [String] = []
    var name = self
    while operators.count < Self.longestChain, case .applied(let last, let source) = name.content {
      operators.append(last)
      name = source
    }
    return operators
  }
}

/// Publishes a text in a cache that several threads may fill at once; the first one wins.
func publish(
  _ text: consuming TraceText, in cache: borrowing Atomic<UnsafeRawPointer?>
) -> Unmanaged<TraceText> {
  let new = Unmanaged.passRetained(text)
  let (exchanged, winner) = cache.compareExchange(
    expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
  guard !exchanged, let winner else { return new }
  new.release()
  return .fromOpaque(winner)
}
