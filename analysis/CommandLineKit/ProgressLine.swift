// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A line on a terminal that tells how far a long work has come, and that is gone at the end.
///
/// A thread of its own looks at the work now and then and draws: the work itself pays nothing. What
/// is written to the terminal meanwhile by this module takes the line away first.
public final class ProgressLine: Sendable {
  private struct State {
    var isOver = false
    var isShown = false
  }

  /// The line that the writers of this module make way for.
  private static let current = Mutex<ProgressLine?>(nil)

  private let state = Mutex(State())
  private let descriptor: Int32
  private let sharesTerminal: Bool
  private let wait: Duration
  private let step: Duration
  private let text: @Sendable () -> String?

  /// Begins to draw, unless standard error is no terminal.
  ///
  /// - Parameter text: What the line says, asked a few times a second on another thread; nil:
  ///   nothing yet.
  /// - Returns: The line, to be ended; nil if there is none to see.
  public static func start(_ text: @escaping @Sendable () -> String?) -> ProgressLine? {
    let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    guard isatty(2) == 1, terminal != "dumb", terminal != "" else { return nil }
    let line = ProgressLine(descriptor: 2, sharesTerminal: isatty(1) == 1, text: text)
    current.withLock { $0 = line }
    line.start()
    return line
  }

  /// A line that is not drawn yet.
  ///
  /// - Parameters:
  ///   - descriptor: Where it is drawn.
  ///   - sharesTerminal: Whether standard output is a terminal too: then the first result ends it.
  ///   - wait: How long work must take to be worth a line.
  ///   - step: How often it is drawn.
  ///   - text: What it says.
  init(
    descriptor: Int32, sharesTerminal: Bool, wait: Duration = .milliseconds(500),
    step: Duration = .milliseconds(100), text: @escaping @Sendable () -> String?
  ) {
    self.descriptor = descriptor
    self.sharesTerminal = sharesTerminal
    self.wait = wait
    self.step = step
    self.text = text
  }

  /// Draws from now on, until the end.
  func start() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    // No signal is for this thread: who waits for one must get it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let failed = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<ProgressLine>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if failed == 0 { pthread_detach(thread) } else { context.release() }
  }

  private func run() {
    pause(wait)
    while draw() { pause(step) }
  }

  private func pause(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&rest, nil)
  }

  /// Draws the line once.
  ///
  /// - Returns: False when it is over.
  func draw() -> Bool {
    let text = text()
    return state.withLock { state in
      guard !state.isOver else { return false }
      if let text {
        put("\r" + TerminalText.cleaned(text) + "\u{1b}[K")
        state.isShown = true
      }
      return true
    }
  }

  /// Takes the line away for good.
  public func end() {
    erase(forGood: true)
    Self.current.withLock { if $0 === self { $0 = nil } }
  }

  private func erase(forGood: Bool) {
    state.withLock { state in
      if state.isShown { put("\r\u{1b}[K") }
      state.isShown = false
      if forGood { state.isOver = true }
    }
  }

  private func put(_ text: String) {
    var text = text
    // Not through `writeAll`, which would take the line away.
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Makes way for what is about to be written: results on the same terminal end the line, all
  /// else only takes it away for the moment.
  static func makeWay(for descriptor: Int32) {
    guard descriptor == 1 || descriptor == 2 else { return }
    guard let line = current.withLock({ $0 }) else { return }
    if descriptor == 2 { return line.erase(forGood: false) }
    if line.sharesTerminal { line.end() }
  }
}
