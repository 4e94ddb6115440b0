// SPDX-License-Identifier: MIT

#if LTTng

import CLTTngControl
import Glibc

/// The session daemon, as far as a recording needs it: each request has a limit.
struct SessionDaemon {
  /// How long one request may take.
  var limit: Duration

  static let channel = "ractrace"
  static let pattern = "rac*"

  /// Whether a daemon that this user may talk to runs.
  func isAlive() throws(RecordingError) -> Bool {
    try call("look for the session daemon") { lttng_session_daemon_alive() } == 1
  }

  func create(_ name: String, output: String) throws(RecordingError) {
    try request("create the session '\(name)'") {
      guard let descriptor = lttng_session_descriptor_local_create(name, output) else {
        return -Int32(LTTNG_ERR_NOMEM.rawValue)
      }
      defer { lttng_session_descriptor_destroy(descriptor) }
      return -Int32(bitPattern: lttng_create_session_ext(descriptor).rawValue)
    }
  }

  func setSharedMemory(_ name: String, _ path: String) throws(RecordingError) {
    try request("set the place of the buffers of '\(name)'") {
      lttng_set_session_shm_path(name, path)
    }
  }

  func makeChannel(_ name: String, _ options: RecordingOptions) throws(RecordingError) {
    try withHandle(name, options, "create the channel of '\(name)'") { handle in
      guard let channel = lttng_channel_create(&handle.pointee.domain) else {
        return -Int32(LTTNG_ERR_NOMEM.rawValue)
      }
      defer { lttng_channel_destroy(channel) }
      copy(Self.channel, into: &channel.pointee.name)
      channel.pointee.attr.subbuf_size = UInt64(options.subbufferSize)
      channel.pointee.attr.num_subbuf = UInt64(options.subbufferCount)
      channel.pointee.attr.overwrite = 0
      if options.isLossless { lttng_channel_set_blocking_timeout(channel, -1) }
      return lttng_enable_channel(handle, channel)
    }
    let contexts = [
      LTTNG_EVENT_CONTEXT_VPID, LTTNG_EVENT_CONTEXT_VTID, LTTNG_EVENT_CONTEXT_PROCNAME,
    ]
    for kind in contexts {
      try withHandle(name, options, "add a context to '\(name)'") { handle in
        var context = lttng_event_context()
        context.ctx = kind
        return lttng_add_context(handle, &context, nil, Self.channel)
      }
    }
  }

  func enableEvents(_ name: String, _ options: RecordingOptions) throws(RecordingError) {
    try withHandle(name, options, "enable the events of '\(name)'") { handle in
      guard let event = lttng_event_create() else { return -Int32(LTTNG_ERR_NOMEM.rawValue) }
      defer { lttng_event_destroy(event) }
      copy(Self.pattern, into: &event.pointee.name)
      event.pointee.type = LTTNG_EVENT_TRACEPOINT
      event.pointee.loglevel_type = LTTNG_EVENT_LOGLEVEL_RANGE
      event.pointee.loglevel = Int32(options.detail.logLevel.rawValue)
      return lttng_enable_event(handle, event, Self.channel)
    }
  }

  func start(_ name: String) throws(RecordingError) {
    try request("start the session '\(name)'") { lttng_start_tracing(name) }
  }

  func stop(_ name: String) throws(RecordingError) {
    try request("stop the session '\(name)'") { lttng_stop_tracing_no_wait(name) }
  }

  /// Whether the daemon still has something to bring in.
  func hasPending(_ name: String) throws(RecordingError) -> Bool {
    try request("ask what the session '\(name)' still has to write") { lttng_data_pending(name) }
      != 0
  }

  /// Destroys a session, and waits for the end of it no longer than so long.
  ///
  /// - Returns: Whether the daemon said that it is gone; else it goes when the daemon can.
  func destroy(_ name: String, wait: Duration) throws(RecordingError) -> Bool {
    let milliseconds = Int32(clamping: wait.components.seconds * 1000)
    var patient = self
    patient.limit += wait
    return try patient.request("destroy the session '\(name)'") {
      var handle: OpaquePointer?
      let code = lttng_destroy_session_ext(name, &handle)
      guard code == LTTNG_OK, let handle else { return -Int32(bitPattern: code.rawValue) }
      defer { lttng_destruction_handle_destroy(handle) }
      // The handle keeps its own connection; waiting on it leaves the daemon free for others.
      let status = lttng_destruction_handle_wait_for_completion(handle, milliseconds)
      return status == LTTNG_DESTRUCTION_HANDLE_STATUS_COMPLETED ? 1 : 0
    } == 1
  }

  /// Whether the daemon knows the session.
  func knows(_ name: String) throws(RecordingError) -> Bool {
    try request("list the sessions") {
      var sessions: UnsafeMutablePointer<lttng_session>?
      let count = lttng_list_sessions(&sessions)
      guard count > 0, let sessions else { return count }
      defer { free(sessions) }
      let isThere = (0..<Int(count)).contains { index in
        withUnsafeBytes(of: sessions[index].name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) == name
        }
      }
      return isThere ? 1 : 0
    } == 1
  }

  private func withHandle(
    _ name: String, _ options: RecordingOptions, _ what: String,
    _ body: @escaping @Sendable (UnsafeMutablePointer<lttng_handle>) -> Int32
  ) throws(RecordingError) {
    try request(what) {
      var domain = lttng_domain()
      domain.type = LTTNG_DOMAIN_UST
      domain.buf_type =
        options.buffers == .process ? LTTNG_BUFFER_PER_PID : LTTNG_BUFFER_PER_UID
      guard let handle = lttng_create_handle(name, &domain) else {
        return -Int32(LTTNG_ERR_NOMEM.rawValue)
      }
      defer { lttng_destroy_handle(handle) }
      return body(handle)
    }
  }

  @discardableResult
  private func request(
    _ what: String, _ body: @escaping @Sendable () -> Int32
  ) throws(RecordingError) -> Int32 {
    let status = try call(what, body)
    // The descriptor calls answer with the code of success where the others answer with 0.
    if status >= 0 || status == -Int32(LTTNG_OK.rawValue) { return max(0, status) }
    throw Self.error(status, what)
  }

  private func call(
    _ what: String, _ body: @escaping @Sendable () -> Int32
  ) throws(RecordingError) -> Int32 {
    if let status = BoundedCall.run(limit: limit, body) { return status }
    throw RecordingError(
      .daemonSilent, "cannot \(what): the lttng session daemon does not answer",
      remedy: "see whether it is stopped ('ps -C lttng-sessiond -o pid,stat'), continue it with "
        + "'kill -CONT PID' or restart it")
  }

  private static func error(_ status: Int32, _ what: String) -> RecordingError {
    let cause = String(cString: lttng_strerror(status))
    switch lttng_error_code(rawValue: UInt32(bitPattern: -status)) {
    case LTTNG_ERR_NO_SESSIOND, LTTNG_ERR_CONNECT_FAIL: return noDaemon(what)
    case LTTNG_ERR_EPERM:
      return RecordingError(
        .permission, "cannot \(what)", cause: cause,
        remedy:
          "join the group that may trace ('sudo usermod -aG tracing USER', then log in anew), "
          + "or start a daemon of your own with 'lttng-sessiond --daemonize'")
    case LTTNG_ERR_EXIST_SESS:
      return RecordingError(
        .sessionExists, "cannot \(what): there is one of that name",
        remedy: "choose another name, or end the other one with 'lttng destroy NAME'")
    case LTTNG_ERR_SESS_NOT_FOUND, LTTNG_ERR_NO_SESSION:
      return RecordingError(
        .daemonLost, "cannot \(what): the daemon does not know it any more",
        remedy: "something destroyed the session, or the daemon was restarted meanwhile")
    case LTTNG_ERR_CREATE_DIR_FAIL:
      return RecordingError(
        .outputUnusable, "cannot \(what)", cause: cause,
        remedy: "the daemon cannot make the trace's directory; name another with --output DIR")
    default:
      return RecordingError(
        .refused, "cannot \(what)", cause: cause,
        remedy: "the daemon tells more when it is started with 'lttng-sessiond -vvv'")
    }
  }

  /// What to say where no daemon answers, which depends on why.
  static func noDaemon(_ what: String) -> RecordingError {
    let socket = "/run/lttng/client-lttng-sessiond"
    if File.isThere("/run/lttng"), access(socket, W_OK) != 0, errno == EACCES {
      return RecordingError(
        .permission, "cannot \(what): the session daemon is root's, and you may not use it",
        remedy: "join its group ('sudo usermod -aG tracing USER', then log in anew), or start a "
          + "daemon of your own with 'lttng-sessiond --daemonize'")
    }
    return RecordingError(
      .noDaemon, "cannot \(what): no lttng session daemon is running",
      remedy: "start one as the user who runs the program: 'lttng-sessiond --daemonize'")
  }
}

extension RecordingOptions.Detail {
  /// The least important log level that is recorded.
  var logLevel: lttng_loglevel {
    switch self {
    case .lifecycle: LTTNG_LOGLEVEL_INFO
    case .hops: LTTNG_LOGLEVEL_DEBUG_PROCESS
    case .values: LTTNG_LOGLEVEL_DEBUG_FUNCTION
    case .deliveries: LTTNG_LOGLEVEL_DEBUG_LINE
    case .all: LTTNG_LOGLEVEL_DEBUG
    }
  }
}

/// Copies a text into an array of characters in a C structure, cut to fit, with its end.
private func copy<Characters>(_ text: String, into characters: inout Characters) {
  withUnsafeMutableBytes(of: &characters) { bytes in
    for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
    bytes[min(text.utf8.count, bytes.count - 1)] = 0
  }
}

#endif
