// SPDX-License-Identifier: MIT

import Dispatch
import Signals

/// A session state that remembers its last two values: who comes late still learns where it stands.
func session() {
  let session = ReplaySubject<String>(capacity: 2).named("session")
  session.sendNext("signed out")
  session.sendNext("signing in")

  // Answers a value by sending one: it waits in the subject's queue until the first is delivered.
  session.subscribe(next: { state in
    if state == "signed in as ada" { session.sendNext("synchronised") }
  })
  session.sendNext("signed in as ada")

  // Wants one value only; its subscription ends with it.
  session.take(1).subscribe(next: { print("session: \($0)") })
  session.sendCompleted()
  // Too late for live values: the stored ones, and the completion.
  session.subscribe(next: { print("session, late: \($0)") })
}

/// Two sensors on threads of their own, merged, and a subscriber that takes its time over each
/// value.
func sensors() {
  let indoor = Subject<Double>().named("indoor")
  let outdoor = Subject<Double>().named("outdoor")
  let done = DispatchSemaphore(value: 0)
  indoor.merge(outdoor)
    .map { ($0 * 10).rounded() / 10 }
    .subscribe(
      next: { _ in work(milliseconds: 2) },
      completed: { done.signal() })

  // They take turns, so that neither ever finds the other one sending: a queued send is a hop in
  // the trace, and how many there are would depend on luck.
  let threads = [
    QueueScheduler(DispatchQueue(label: "indoor")), QueueScheduler(DispatchQueue(label: "outdoor")),
  ]
  @Sendable func measure(_ turn: Int) {
    let sensor = turn % 2 == 0 ? indoor : outdoor
    threads[turn % 2].schedule {
      guard turn < 20 else {
        indoor.sendCompleted()
        outdoor.sendCompleted()
        return
      }
      sensor.sendNext(20 + Double(turn) / 7)
      measure(turn + 1)
    }
  }
  measure(0)
  done.wait()
}

/// A source that sends after it has completed: dropped, and reported as a violation.
func sloppySource() {
  Signal<Int> { subscriber in
    subscriber.sendNext(1)
    subscriber.sendCompleted()
    subscriber.sendNext(2)
    return nil
  }.named("sloppy").subscribe(next: { print("sloppy: \($0)") })
}

/// A subscription that nobody disposes and nothing completes: the leak.
///
/// - Returns: The subject, which keeps it alive, as a forgotten list in a real program would.
func heartbeat() -> Subject<Int> {
  let heartbeat = Subject<Int>().named("heartbeat")
  heartbeat.subscribe(next: { _ in })
  for beat in 1...3 { heartbeat.sendNext(beat) }
  return heartbeat
}

/// Keeps the processor busy for a while, as slow code does.
private func work(milliseconds: UInt64) {
  let end = DispatchTime.now().uptimeNanoseconds + milliseconds * 1_000_000
  while DispatchTime.now().uptimeNanoseconds < end {}
}
