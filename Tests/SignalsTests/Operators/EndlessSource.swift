// SPDX-License-Identifier: MIT

@testable import Signals

extension Signal where Value == Int {
  /// 1, 2, 3 and so on, in a loop that ends only when the subscription does.
  static var counting: Signal {
    Signal { subscriber in
      var number = 0
      while !subscriber.isDisposed {
        number += 1
        subscriber.sendNext(number)
      }
      return nil
    }
  }
}
