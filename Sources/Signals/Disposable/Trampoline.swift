// SPDX-License-Identifier: MIT

import CThreadState

/// Keeps disposing and freeing long chains off the stack: the one mechanism for both.
///
/// A chain of a hundred thousand links, each of which disposes or frees the next, would nest as
/// many calls. Every link therefore goes through here: `dispose()` does it by itself, and a type
/// that links to another one of its kind says in its `deinit`
///
/// ```swift
/// deinit { Trampoline.release(upstream.take()) }
/// ```
///
/// The first ``limit`` nested steps run at once, so that in all ordinary cases `dispose()` has done
/// everything when it returns. A step that is nested deeper is put on a list of the thread instead
/// and runs as soon as the step at the limit has returned, in the order in which it would have run
/// nested. So the stack is bounded and the memory is that of the pending siblings.
@usableFromInline
enum Trampoline {
  /// How deep steps nest before they are put on the list.
  static let limit: UInt64 = 64

  /// A step that was nested too deep.
  enum Step {
    case dispose(Disposable)
    case call(@Sendable () -> Void)
    case release(Any)
  }

  /// The steps of a thread that were too deep; made by the first one, gone with the last one.
  final class List {
    var steps: [Step] = []
  }

  /// Gives up a reference (or a closure, or an enum of them) whose end may end a whole chain.
  ///
  /// Move the value in, so that the caller keeps no reference: `Trampoline.release(next.take())`.
  ///
  /// - Complexity: O(1) and no allocation for the first ``limit`` nested ones.
  @usableFromInline
  static func release<Value>(_ value: consuming Value?) {
    guard let value = consume value else { return }
    guard enter() else {
      postpone(.release(consume value))
      return
    }
    drop(consume value)
    leave()
  }

  /// Calls a closure, and gives it up.
  static func call(_ body: consuming @escaping @Sendable () -> Void) {
    guard enter() else {
      postpone(.call(consume body))
      return
    }
    run(consume body)
    leave()
  }

  /// Begins a step, or returns false if it must be postponed.
  ///
  /// Pair it with ``leave()``.
  @inline(__always)
  static func enter() -> Bool {
    let state = ractrace_thread_state()
    guard state.pointee.depth <= limit else { return false }
    state.pointee.depth += 1
    return true
  }

  /// Ends a step; at the limit, runs what was postponed during it.
  @inline(__always)
  static func leave() {
    let state = ractrace_thread_state()
    if state.pointee.deferred != nil && state.pointee.depth > limit { runPostponed() }
    state.pointee.depth -= 1
  }

  /// Puts a step on the list of this thread.
  @inline(never)
  static func postpone(_ step: consuming Step) {
    let state = ractrace_thread_state()
    if let deferred = state.pointee.deferred {
      Unmanaged<List>.fromOpaque(deferred).takeUnretainedValue().steps.append(step)
    } else {
      let list = List()
      list.steps.append(step)
      state.pointee.deferred = Unmanaged.passRetained(list).toOpaque()
    }
  }

  /// Runs the list until it is empty.
  ///
  /// A step's own postponed steps come before its siblings.
  @inline(never)
  private static func runPostponed() {
    let state = ractrace_thread_state()
    guard let deferred = state.pointee.deferred else { return }
    let list = Unmanaged<List>.fromOpaque(deferred).takeUnretainedValue()
    list.steps.reverse()
    while let step = list.steps.popLast() {
      let rest = list.steps.count
      run(consume step)
      if list.steps.count > rest + 1 { list.steps[rest...].reverse() }
    }
    state.pointee.deferred = nil
    Unmanaged<List>.fromOpaque(deferred).release()
  }

  @inline(never)
  private static func run(_ step: consuming Step) {
    switch consume step {
    case .dispose(let disposable): disposable.performDisposal()
    case .call(let body): body()
    case .release(let value): drop(value)
    }
  }

  @inline(never)
  private static func run(_ body: consuming @escaping @Sendable () -> Void) { body() }

  /// Ends the life of a value before it returns.
  @inline(never)
  private static func drop<Value>(_ value: consuming Value) { _ = consume value }
}
