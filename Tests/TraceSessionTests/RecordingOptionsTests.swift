// SPDX-License-Identifier: MIT

import Testing
import TraceSession

@Suite("RecordingOptions")
struct RecordingOptionsTests {
  /// Processors, and the KiB of a sub-buffer.
  static let sizes: [(Int, Int)] = [
    (1, 2048), (2, 2048), (32, 2048), (33, 1024), (48, 1024), (64, 1024), (128, 512), (256, 256),
    (4096, 256), (0, 2048),
  ]

  @Test("shares 256 MiB among the processors, within 256 KiB and 2 MiB", arguments: sizes)
  func defaultSize(processors: Int, size: Int) {
    #expect(RecordingOptions.defaultSubbufferSize(processors: processors) == size * 1024)
  }

  @Test("counts one sub-buffer more than asked for, for each processor")
  func memory() {
    var options = RecordingOptions(output: "run")
    options.subbufferSize = 1 << 20
    options.subbufferCount = 4
    #expect(options.bufferMemory == SharedMemory.processors * 5 << 20)
    options.subbufferSize = 1 << 62
    #expect(options.bufferMemory == .max)
  }

  @Test("accepts its defaults")
  func defaults() throws {
    try RecordingOptions(output: "run").validate()
  }

  static let wrongChanges: [@Sendable (inout RecordingOptions) -> Void] = [
    { $0.subbufferSize = 3 << 20 }, { $0.subbufferSize = 1024 }, { $0.subbufferSize = -4096 },
    { $0.subbufferSize = 1 << 62 }, { $0.subbufferCount = 3 }, { $0.subbufferCount = 1 },
    { $0.output = "" }, { $0.output = "a\0b" }, { $0.sessionName = "" },
    { $0.sessionName = "a/b" }, { $0.sessionName = ".." }, { $0.sessionName = "a\nb" },
    { $0.sessionName = String(repeating: "a", count: 201) },
  ]

  @Test("refuses what lttng would round, or refuse later", arguments: wrongChanges.indices)
  func refusals(index: Int) {
    var options = RecordingOptions(output: "run")
    Self.wrongChanges[index](&options)
    let error = #expect(throws: RecordingError.self) { try options.validate() }
    #expect(error?.code == .invalidOptions)
  }
}
