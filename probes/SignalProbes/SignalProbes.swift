// SPDX-License-Identifier: MIT

/// The version of the tracepoint contract that these probes speak: a field is never renamed or
/// removed in it, and every event class of a trace carries it as `urn:ractrace:contract:1`.
public let contractVersion = 1

/// Whether this build contains the tracepoints (package trait `LTTng`).
///
/// Without them every guard is the constant `false` and every emitter does nothing.
public var isBuiltIn: Bool {
  #if LTTng
  true
  #else
  false
  #endif
}
