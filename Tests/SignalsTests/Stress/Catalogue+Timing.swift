// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let timing: [Kind] = [
    Kind("deliverOn", sources: 1...1) {
      $0.source.deliverOn($0.world.scheduler)
    } model: { context in
      context.source(0).map { Moment($0.at.scheduling(after: 0), $0.event) }
    },
    Kind("delay", sources: 1...1) {
      $0.source.delay(.ticks($0.a), on: $0.world.scheduler)
    } model: { context in
      context.play([context.source(0)]) { tag, moment, agenda, out in
        if tag == 1 || moment.event.error != nil { return out.pass(moment) }
        agenda.add(
          [Moment(moment.at.scheduling(after: context.a), moment.event)], tag: 1)
      }
    },
    Kind("throttle", sources: 1...1) { context in
      context.source.throttle(.ticks(context.a), on: context.world.scheduler) { item in
        item.number != context.b
      }
    } model: { context in
      context.play([context.source(0)]) { tag, moment, agenda, out in
        switch (tag, moment.event) {
        case (0, .next(context.b)):
          agenda.remove(tag: 1)
          out.pass(moment)
        case (0, .next):
          agenda.remove(tag: 1)
          agenda.add([Moment(moment.at.scheduling(after: context.a), moment.event)], tag: 1)
        case (0, .completed):
          while let (tag, waiting) = agenda.popFirst() {
            if tag == 1 { out.send(waiting.event, at: moment.at) }
          }
          out.send(.completed, at: moment.at.after)
        default: out.pass(moment)
        }
      }
    },
    Kind("timeout", sources: 1...1) {
      $0.source.timeout(.ticks($0.a), on: $0.world.scheduler)
    } model: { context in
      let timer = context.start.inside(0).scheduling(after: context.a)
      return context.play([
        context.source(0, at: context.start.inside(1)),
        [Moment(timer, .error(SignalError.timedOut))],
      ]) { _, moment, _, out in out.pass(moment) }
    },
    Kind("subscribeOn", sources: 1...1) {
      $0.source.subscribeOn($0.world.scheduler)
    } model: { context in
      context.source(0, at: context.start.scheduling(after: 0))
    },
  ]
}
