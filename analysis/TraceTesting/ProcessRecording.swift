// SPDX-License-Identifier: MIT

import Glibc
public import TraceModel
public import TraceSession

/// Records what signals of this process do while a closure runs, and hands it over.
///
/// ```swift
/// @Test(.enabled(if: RecordingSession.unavailable == nil, "needs a session daemon"))
/// func clicks() throws {
///   let clicks = Subject<Int>()
///   try withRecording {
///     clicks.map { $0 * 10 }.subscribe(next: { _ in })
///     clicks.sendNext(1)
///   } then: { trace in
///     var values = 0
///     trace.forEachEvent { event in
///       if event.kind == .next { values += 1 }
///       return true
///     }
///     #expect(values == 2)
///   }
/// }
/// ```
///
/// Recordings of closures run one after another, however many threads and tasks ask: all that this
/// process does meanwhile is in the trace, of whichever thread, and other programs' events are not.
/// A closure must not record itself: it would wait for its own end. The process must have
/// registered with the session daemon, which it does at its start or when the daemon starts.
///
/// - Parameters:
///   - detail: How much is recorded; all of it unless said otherwise.
///   - work: What is recorded, on the calling thread.
///   - body: Gets the trace.
/// - Returns: What `body` returns.
/// - Throws: `RecordingError` where nothing can be recorded, see `RecordingSession.unavailable`;
///   `CTFError` where this process is not registered; what `work` and `body` throw.
public func withRecording<Result>(
  detail: RecordingOptions.Detail = .all, _ work: () throws -> Void,
  then body: (SignalTrace) throws -> Result
) throws -> Result {
  let folder = try RecordingFolder()
  let output = try {
    RecordingTurn.take()
    defer { RecordingTurn.give() }
    let session = try folder.session(detail)
    do { try work() } catch {
      session.cancel()
      throw error
    }
    return try session.finish(after: .exited(0)).output
  }()
  return try withExtendedLifetime(folder) {
    try body(try SignalTrace.open([output], selection: .thisProcess))
  }
}

/// Records what signals of this process do while an asynchronous closure runs, and hands it over.
///
/// It is as `withRecording(detail:_:then:)`; who waits for the turn suspends.
///
/// - Parameters:
///   - isolation: Where the closure runs: as the caller does.
///   - detail: How much is recorded; all of it unless said otherwise.
///   - work: What is recorded.
///   - body: Gets the trace.
/// - Returns: What `body` returns.
/// - Throws: As the synchronous one.
public func withRecording<Result>(
  isolation: isolated (any Actor)? = #isolation, detail: RecordingOptions.Detail = .all,
  _ work: () async throws -> Void, then body: (SignalTrace) throws -> Result
) async throws -> Result {
  let folder = try RecordingFolder()
  await RecordingTurn.take()
  let output: String
  do {
    defer { RecordingTurn.give() }
    let session = try folder.session(detail)
    do { try await work() } catch {
      session.cancel()
      throw error
    }
    output = try session.finish(after: .exited(0)).output
  }
  return try withExtendedLifetime(folder) {
    try body(try SignalTrace.open([output], selection: .thisProcess))
  }
}

/// A temporary directory, which is there as long as this object.
final class RecordingFolder {
  let path: String

  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/ractrace-recording.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RecordingError(
        .outputUnusable, "cannot make a directory in '\(place)'",
        cause: String(cString: strerror(errno)))
    }
    path = template.withUnsafeBufferPointer { characters in
      characters.baseAddress.map { String(cString: $0) } ?? place
    }
  }

  deinit { File.removeTree(path) }

  /// What a recording into the directory is made with.
  func options(_ detail: RecordingOptions.Detail) -> RecordingOptions {
    var options = RecordingOptions(output: path + "/trace")
    options.detail = detail
    return options
  }

  /// A session that records this process.
  func session(_ detail: RecordingOptions.Detail) throws -> RecordingSession {
    let session = try RecordingSession(options(detail))
    session.keepBuffers(ofProcess: getpid())
    return session
  }
}

extension TraceSelection {
  /// The events of this process.
  fileprivate static var thisProcess: TraceSelection {
    var selection = TraceSelection()
    selection.processes = [Glob(String(getpid()))]
    return selection
  }
}
