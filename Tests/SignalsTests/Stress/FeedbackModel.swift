// SPDX-License-Identifier: MIT

@testable import Signals

/// What the subjects of a ``FeedbackScenario`` should do.
final class FeedbackModel: FeedbackPlay {
  /// A subscription: to the model only a number and whether it is alive.
  private final class Member {
    let listener: Int
    var isAlive = true
    /// What is still to be replayed.
    var values: [Int] = []

    init(_ listener: Int) { self.listener = listener }
  }

  private final class ModelSubject {
    let capacity: Int
    let replaysAfterTerminal: Bool
    var stored: [Int]
    var terminal: Event<Int>?
    var members: [Member] = []
    var catchingUp: [Member] = []
    var queue: [Event<Int>] = []
    var isDelivering = false

    init(_ kind: FeedbackScenario.SubjectKind) {
      capacity =
        switch kind {
        case .plain: 0
        case .replay: .max
        case .replayTwo: 2
        case .behavior: 1
        }
      stored = kind == .behavior ? [0] : []
      replaysAfterTerminal = kind != .behavior
    }
  }

  private let subjects: [ModelSubject]
  private var members: [Int: Member] = [:]

  override init(_ scenario: FeedbackScenario) {
    subjects = scenario.subjects.map(ModelSubject.init)
    super.init(scenario)
  }

  override func send(_ event: Event<Int>, to subject: Int) {
    let subject = subjects[subject]
    subject.queue.append(event)
    guard !subject.isDelivering else { return }
    subject.isDelivering = true
    while !subject.queue.isEmpty { turn(subject, subject.queue.removeFirst()) }
    subject.isDelivering = false
  }

  private func turn(_ subject: ModelSubject, _ event: Event<Int>) {
    guard subject.terminal == nil else { return }
    if let value = event.value {
      subject.stored.append(value)
      subject.stored.removeFirst(max(0, subject.stored.count - subject.capacity))
      for member in subject.catchingUp { member.values.append(value) }
    } else {
      subject.terminal = event
    }
    for member in subject.members { deliver(event, to: member) }
  }

  private func deliver(_ event: Event<Int>, to member: Member) {
    guard member.isAlive else { return }
    if event.isTerminal { member.isAlive = false }
    receive(event, member.listener)
  }

  override func subscribe(_ listener: Int, to subject: Int) {
    let subject = subjects[subject]
    let member = Member(listener)
    members[listener] = member
    if subject.replaysAfterTerminal || subject.terminal == nil { member.values = subject.stored }
    subject.catchingUp.append(member)
    while member.isAlive, !member.values.isEmpty {
      deliver(.next(member.values.removeFirst()), to: member)
    }
    subject.catchingUp.removeAll { $0 === member }
    if let terminal = subject.terminal {
      deliver(terminal, to: member)
    } else {
      subject.members.append(member)
    }
  }

  override func dispose(_ listener: Int) { members[listener]?.isAlive = false }
}

/// The real subjects.
final class FeedbackRun: FeedbackPlay {
  private let lives: Lives
  private let subjects: [Subject<Item>]
  private var listeners: [Int: Listener] = [:]

  init(_ scenario: FeedbackScenario, _ lives: Lives) {
    self.lives = lives
    subjects = scenario.subjects.map { kind in
      switch kind {
      case .plain: Subject()
      case .replay: ReplaySubject()
      case .replayTwo: ReplaySubject(capacity: 2)
      case .behavior: BehaviorSubject(Item(0, Lives.One(lives)))
      }
    }
    super.init(scenario)
  }

  override func send(_ event: Event<Int>, to subject: Int) {
    switch event {
    case .next(let value): subjects[subject].sendNext(Item(value, Lives.One(lives)))
    case .error(let error): subjects[subject].sendError(error)
    case .completed: subjects[subject].sendCompleted()
    }
  }

  override func subscribe(_ listener: Int, to subject: Int) {
    let new = Listener(listener, self, Lives.One(lives))
    listeners[listener] = new
    subjects[subject].subscribe(new)
  }

  override func dispose(_ listener: Int) { listeners[listener]?.subscription?.dispose() }

  private final class Listener: Subscriber, @unchecked Sendable {
    // Unchecked: one thread only.
    private let number: Int
    private unowned let play: FeedbackRun
    private let life: Lives.One
    private(set) var subscription: Disposable?

    init(_ number: Int, _ play: FeedbackRun, _ life: Lives.One) {
      self.number = number
      self.play = play
      self.life = life
    }

    func didSubscribe(with disposable: CompoundDisposable) { subscription = disposable }
    func sendNext(_ value: Item) { play.receive(.next(value.number), number) }
    func sendError(_ error: any Error) { play.receive(.error(error), number) }
    func sendCompleted() { play.receive(.completed, number) }
  }
}
