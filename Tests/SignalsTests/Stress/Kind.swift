// SPDX-License-Identifier: MIT

@testable import Signals

/// An operator or a source, as the stress tests know it: how to build the signal, and what the model
/// says of it.
///
/// To try a new operator add one of these to a list in ``Catalogue``: with ``step(_:_:_:)`` if it
/// has one source and needs no time, else with ``init(_:sources:build:model:)``.
struct Kind: Sendable {
  let name: String
  let sources: ClosedRange<Int>
  let build: @Sendable (BuildContext) -> Signal<Item>
  let model: @Sendable (ModelContext) -> History
  /// For operators that are a ``Step`` for each event, and so keep the order on every thread.
  let step: (@Sendable (_ a: Int, _ b: Int) -> Step)?

  /// A source, or an operator of several sources or of time.
  init(
    _ name: String, sources: ClosedRange<Int> = 0...0,
    build: @escaping @Sendable (BuildContext) -> Signal<Item>,
    model: @escaping @Sendable (ModelContext) -> History
  ) {
    self.init(name: name, sources: sources, build: build, model: model, step: nil)
  }

  private init(
    name: String, sources: ClosedRange<Int>,
    build: @escaping @Sendable (BuildContext) -> Signal<Item>,
    model: @escaping @Sendable (ModelContext) -> History,
    step: (@Sendable (_ a: Int, _ b: Int) -> Step)?
  ) {
    self.name = name
    self.sources = sources
    self.build = build
    self.model = model
    self.step = step
  }

  /// An operator of one source that needs no time: `makeStep` is called for each subscription.
  static func step(
    _ name: String, _ build: @escaping @Sendable (BuildContext) -> Signal<Item>,
    _ makeStep: @escaping @Sendable (_ a: Int, _ b: Int) -> Step
  ) -> Kind {
    Kind(
      name: name, sources: 1...1, build: build,
      model: { $0.source(0).through(makeStep($0.a, $0.b)) }, step: makeStep)
  }
}

/// What an operator is built from.
struct BuildContext: Sendable {
  let sources: [Signal<Item>]
  /// Two numbers from 0 to 9.
  let a: Int
  let b: Int
  let world: World

  var source: Signal<Item> { sources[0] }

  func item(_ number: Int) -> Item { world.item(number) }

  /// Something that is freed with the closures that hold it.
  var life: Lives.One { world.life }
}

/// What all signals of one case share.
///
/// Its own reference to the scheduler is the only one that does not come from operators.
struct World: Sendable {
  let scheduler: Scheduler
  let subjects: [Subject<Item>]
  let lives: Lives

  var life: Lives.One { Lives.One(lives) }

  func item(_ number: Int) -> Item { Item(number, life) }
}

extension Duration {
  /// The unit of virtual time.
  static func ticks(_ count: Int) -> Duration { .milliseconds(count) }
}

extension Int {
  /// Keeps numbers small, so that equal ones are frequent.
  var wrapped: Int { self & 15 }
}
