// SPDX-License-Identifier: MIT

/// Numbers of the first events, by which those of equal shape are told apart.
struct EventSamples {
  struct Sample {
    var time: UInt64
    var id: Int
    /// The first two numbers of the contexts.
    var contexts: (UInt64, UInt64)
    /// The first two numbers of the event.
    var first: UInt64
    var second: UInt64
  }

  /// How many events are kept.
  static let limit = 1 << 17

  /// By time.
  private(set) var samples: [Sample] = []
  /// The bytes in and before them that nothing was read from.
  private(set) var padding = 0

  /// Reads events of known shapes.
  init(
    _ store: PacketStore, layout: USTLayout, contexts: [USTLayout.Context],
    shapes: ShapeSearch.Shapes
  ) {
    var reader = ShapeReader(layout: layout, contexts: contexts)
    for index in 0..<store.count {
      guard samples.count < Self.limit, let content = store.content(index) else { break }
      reader.open(content)
      while !reader.isAtEnd, reader.header() == .read, reader.id < UInt64(shapes.count) {
        let id = Int(reader.id)
        guard shapes[id] >= 0, reader.body(ContractEvent.shapes[shapes[id]]) == .read,
          samples.count < Self.limit
        else { break }
        samples.append(Self.sample(id, reader))
      }
    }
    padding = reader.padding
    samples.sort { $0.time < $1.time }
  }

  private static func sample(_ id: Int, _ reader: ShapeReader) -> Sample {
    let numbers = zip(reader.contextValues, reader.contexts.filter { $0 != .text })
      .filter { $0.1 == .number32 }.map(\.0)
    let values = reader.values
    return Sample(
      time: reader.time, id: id,
      contexts: (numbers.first ?? 0, numbers.dropFirst().first ?? 0),
      first: values.first ?? 0, second: values.dropFirst().first ?? 0)
  }
}
