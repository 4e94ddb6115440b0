// SPDX-License-Identifier: MIT

extension TraceName {
  // What sources are called until somebody names them.
  static let signal = TraceName("signal")
  static let just = TraceName("just")
  static let sequence = TraceName("sequence")
  static let asyncSequence = TraceName("asyncSequence")
  static let task = TraceName("task")
  static let empty = TraceName("empty")
  static let error = TraceName("error")
  static let never = TraceName("never")
  static let deferred = TraceName("defer")
  static let `try` = TraceName("try")
  static let interval = TraceName("interval")
  static let subject = TraceName("subject")
  static let replaySubject = TraceName("replaySubject")
  static let behaviorSubject = TraceName("behaviorSubject")
}
