// SPDX-License-Identifier: MIT

@testable import Signals

extension Catalogue {
  static let sideEffects: [Kind] = [
    same("doNext") { context in
      context.source.doNext { [life = context.life] _ in _ = life }
    },
    same("doError") { context in
      context.source.doError { [life = context.life] _ in _ = life }
    },
    same("doCompleted") { context in
      context.source.doCompleted { [life = context.life] in _ = life }
    },
    same("finally") { context in
      context.source.finally { [life = context.life] in _ = life }
    },
    same("initially") { context in
      context.source.initially { [life = context.life] in _ = life }
    },
  ]

  /// What changes nothing of what is sent.
  private static func same(
    _ name: String, _ build: @escaping @Sendable (BuildContext) -> Signal<Item>
  ) -> Kind {
    .step(name, build) { _, _ in { moment, out in out.pass(moment) } }
  }
}
