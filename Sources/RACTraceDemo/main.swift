// SPDX-License-Identifier: MIT

import Dispatch
import Signals

// A small program with something for every analysis to find: a search field whose lookups hop
// between threads and sometimes fail, a session state that is replayed to late subscribers, two
// sensors on threads of their own, a slow subscriber, a source that breaks the rules, and one
// subscription that is never disposed. The same events on every run; only the times differ.

session()
sensors()
sloppySource()
let forgotten = heartbeat()

let ui = DispatchQueue(label: "ui")
let index = DispatchQueue(label: "index")
let search = SearchField(
  queries: ["sw", "swift", "who?", "lttng"], ui: QueueScheduler(ui), index: QueueScheduler(index))
let searched = DispatchSemaphore(value: 0)
search.run(showing: { print("search: \($0)") }, then: { searched.signal() })
searched.wait()

// What signalled is still on its way back through the chain: the trace shall show its end.
ui.sync {}
index.sync {}
