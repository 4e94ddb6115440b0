// SPDX-License-Identifier: MIT

import Signals
import Synchronization

/// A search field: keystrokes are throttled, what is left is looked up, failed lookups are caught.
///
/// The next query is typed only when the answer to the last one has arrived, and all keystrokes of
/// a query come in one action of the scheduler that the throttle waits on: how many lookups there
/// are does not depend on the machine's speed.
final class SearchField: Sendable {
  private let keystrokes = Subject<String>().named("keystrokes")
  private let queries: [String]
  private let ui: Scheduler
  private let index: Scheduler
  private let typed = Atomic<Int>(0)

  /// Makes one that types queries and shows answers on `ui` and looks queries up on `index`.
  init(queries: [String], ui: Scheduler, index: Scheduler) {
    self.queries = queries
    self.ui = ui
    self.index = index
  }

  /// Shows the answers, and types until every query is answered; then completes.
  func run(
    showing show: @escaping @Sendable (String) -> Void, then done: @escaping @Sendable () -> Void
  ) {
    keystrokes
      .throttle(.milliseconds(20), on: ui)
      .filter { !$0.isEmpty }
      .flatMap { [index] query in
        lookup(query, on: index).catch { error in .just("nothing found, \(error)") }
      }
      .deliverOn(ui)
      .subscribe(
        next: { [self] answer in
          show(answer)
          typeNextQuery()
        },
        completed: done)
    typeNextQuery()
  }

  private func typeNextQuery() {
    ui.schedule { [self] in
      let number = typed.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < queries.count else { return keystrokes.sendCompleted() }
      let query = queries[number]
      for end in query.indices { keystrokes.sendNext(String(query[...end])) }
    }
  }
}

/// Looks a query up: one answer after a while, or at once an error for what cannot be looked up.
private func lookup(_ query: String, on scheduler: Scheduler) -> Signal<String> {
  Signal { subscriber in
    if query.contains("?") {
      subscriber.sendError(LookupError.notUnderstood(query))
    } else {
      subscriber.sendNext("\(query.count) pages on \(query)")
      subscriber.sendCompleted()
    }
    return nil
  }
  .named("lookup")
  .delay(.milliseconds(5), on: scheduler)
}

/// What a lookup fails with.
private enum LookupError: Error {
  case notUnderstood(String)
}
