// SPDX-License-Identifier: MIT

import TraceModel

/// What reactive code should keep to, each rule with a name, an explanation and a remedy.
public enum Rule: String, CaseIterable, Codable, Sendable {
  /// A value after an error or a completion.
  case valueAfterTerminal = "value-after-terminal"
  /// A second error or completion.
  case twoTerminals = "two-terminals"
  /// A delivery after the subscription was disposed, on the thread that disposed it.
  case deliveryAfterDispose = "delivery-after-dispose"
  /// Two threads deliver to one subscription at a time.
  case overlappingDeliveries = "overlapping-deliveries"
  /// A value is delivered to a subscription while it still takes another one.
  case reentrancy
  /// Another rule that the emitter itself says was broken.
  case violation
  /// The library is in the process twice.
  case providerLoadedTwice = "provider-loaded-twice"
  /// Open when its process exited.
  case neverDisposed = "never-disposed"
  /// Open, and without values for much longer than usual.
  case wentSilent = "went-silent"
  /// Many errors in a short time.
  case errorStorm = "error-storm"
  /// A subscriber that takes long.
  case slowSubscriber = "slow-subscriber"
  /// More and more work waits for a scheduler.
  case growingQueue = "growing-queue"

  /// How bad a breach is.
  public enum Severity: String, Codable, Sendable {
    /// What is not allowed.
    case error
    /// What is allowed, and mostly not meant.
    case warning
  }

  /// How bad a breach is.
  public var severity: Severity {
    switch self {
    case .valueAfterTerminal, .twoTerminals, .deliveryAfterDispose, .overlappingDeliveries,
      .violation, .providerLoadedTwice:
      .error
    default: .warning
    }
  }

  /// What the rule asks for, and how a breach is seen.
  public var explanation: String {
    switch self {
    case .valueAfterTerminal: "a value came after the error or completion of its subscription"
    case .twoTerminals: "a subscription ended with an error or a completion more than once"
    case .deliveryAfterDispose:
      "a subscription got an event after it was disposed, on the thread that disposed it"
    case .overlappingDeliveries: "two threads delivered to one subscription at the same time"
    case .reentrancy: "a value was delivered to a subscription that was still taking another one"
    case .violation: "the emitter itself reports that a rule was broken"
    case .providerLoadedTwice:
      "an id was given to two subscriptions of one process, so two copies of the library count"
    case .neverDisposed: "a subscription was open when its process exited"
    case .wentSilent:
      """
      an open subscription had no value for over 20 times its p99 interval, longer than ever before \
      and for 1 % of its process's span or more, while others of the process had 20 values or more
      """
    case .errorStorm: "10 errors of a signal or more came within a second"
    case .slowSubscriber:
      "deliveries to a subscriber took 100 ms or more by themselves, which holds up their source"
    case .growingQueue:
      "more work was given to a scheduler than it did, over the last half of the trace"
    }
  }

  /// What to do about a breach.
  public var remedy: String {
    switch self {
    case .valueAfterTerminal, .twoTerminals:
      "let the source stop after its end: look at who calls sendNext or sendCompleted last"
    case .deliveryAfterDispose: "let the source look at its disposable before it sends"
    case .overlappingDeliveries: "send from one thread, or put deliverOn or a Subject before it"
    case .reentrancy: "break the cycle with deliverOn, or send from another place"
    case .violation: "see the event: ractrace events --signal NAME TRACE"
    case .providerLoadedTwice:
      "link the library once: other findings of the process may be due to it"
    case .neverDisposed:
      "keep what subscribe returns and dispose it, or use disposed(by:) or takeUntil"
    case .wentSilent: "look at what feeds it: ractrace flow, ractrace events --signal NAME"
    case .errorStorm: "let retry wait, or end it after some attempts"
    case .slowSubscriber: "do the work elsewhere (deliverOn), or less of it (throttle, sample)"
    case .growingQueue: "throttle or drop before the scheduler, or let it do less for each value"
    }
  }

  /// The kinds of events without which nothing can be said.
  var kinds: Set<EventKind> {
    switch self {
    case .valueAfterTerminal: [.next, .error, .completed]
    case .twoTerminals: [.error, .completed]
    case .deliveryAfterDispose: [.next, .disposed]
    case .overlappingDeliveries, .reentrancy: [.next, .delivered]
    case .violation: [.violation]
    case .providerLoadedTwice: [.subscribed]
    case .neverDisposed: [.subscribed, .disposed, .exiting]
    case .wentSilent: [.next, .error, .completed, .disposed]
    case .errorStorm: [.error]
    case .slowSubscriber: [.next, .delivered]
    case .growingQueue: [.scheduled, .began, .cancelled]
    }
  }

  /// Whether it needs to know threads.
  var needsThreads: Bool {
    switch self {
    case .deliveryAfterDispose, .overlappingDeliveries, .reentrancy, .slowSubscriber: true
    default: false
    }
  }

  /// The rule that an emitter's words in a `violation` mean.
  ///
  /// - Parameters:
  ///   - rule: What the emitter calls the rule.
  ///   - detail: What it says of the breach.
  init(violated rule: String, _ detail: String) {
    switch rule {
    case "overlapping sends": self = .overlappingDeliveries
    case "event after a terminal":
      self = detail.hasPrefix("next") ? .valueAfterTerminal : .twoTerminals
    default: self = .violation
    }
  }
}
