// SPDX-License-Identifier: MIT

/// A tracepoint provider with random events, and the C program that emits them.
///
/// The fields' values come from `Tests/EveryField/values.h`.
struct RandomProvider {
  /// The name, which the names of its events begin with.
  let name: String
  /// The names of the events, without the provider's.
  private(set) var events: [String] = []
  private var numbers: SeededNumbers
  private var declarations = ""
  private var enumerations: (signed: Int, unsigned: Int) = (0, 0)

  init(seed: UInt64) {
    name = "random\(seed)"
    numbers = SeededNumbers(seed: seed)
    enumerations = (numbers.pick(1...2), numbers.pick(1...2))
    for index in 0..<enumerations.signed { declareEnumeration("signed\(index)", isSigned: true) }
    for index in 0..<enumerations.unsigned {
      declareEnumeration("unsigned\(index)", isSigned: false)
    }
    for index in 0..<numbers.pick(1...9) { declareEvent(index) }
  }

  /// The provider's header; lttng-ust wants it in a file of its own.
  var header: String {
    """
    #undef LTTNG_UST_TRACEPOINT_PROVIDER
    #define LTTNG_UST_TRACEPOINT_PROVIDER \(name)
    #undef LTTNG_UST_TRACEPOINT_INCLUDE
    #define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"
    #if !defined(PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
    #define PROVIDER_H
    #include <stdbool.h>
    #include <lttng/tracepoint.h>
    #include "values.h"
    \(declarations)
    #endif
    #include <lttng/tracepoint-event.h>

    """
  }

  /// The program, which includes the header as `provider.h`.
  var program: String {
    let cases = events.enumerated().map { index, event in
      "case \(index): lttng_ust_tracepoint(\(name), \(event), v); break;"
    }
    return """
      #define LTTNG_UST_TRACEPOINT_CREATE_PROBES
      #define LTTNG_UST_TRACEPOINT_DEFINE
      #include "provider.h"
      static void emit_event(const struct values *v, unsigned choice) {
        switch (choice % \(events.count)) {
        \(cases.joined(separator: "\n  "))
        }
      }
      #include "emit.h"

      """
  }

  private mutating func declareEnumeration(_ suffix: String, isSigned: Bool) {
    let lowest = isSigned ? -20 : 0
    let marks = ["", " with spaces", "\\\"quoted\\\"", "back\\\\slash", "é中", ",", "_"]
    var values: [String] = []
    for index in 0..<numbers.pick(1...6) {
      let label = "l\(index)\(numbers.pick(marks))"
      let first = numbers.pick(lowest...200)
      switch numbers.pick(0...3) {
      case 0: values.append("lttng_ust_field_enum_auto(\"\(label)\")")
      case 1: values.append("lttng_ust_field_enum_value(\"\(label)\", \(first))")
      default:
        let last = first + numbers.pick([0, 1, 7, 100, 1_000_000])
        values.append("lttng_ust_field_enum_range(\"\(label)\", \(first), \(last))")
      }
    }
    declarations += """
      LTTNG_UST_TRACEPOINT_ENUM(\(name), \(suffix), LTTNG_UST_TP_ENUM_VALUES(
        \(values.joined(separator: "\n  "))))

      """
  }

  private mutating func declareEvent(_ index: Int) {
    var event = "e\(index)"
    if numbers.once(in: 6) { event += "_" + String(repeating: "x", count: numbers.pick(1...200)) }
    events.append(event)
    var names = Self.oddNames.shuffled(using: &numbers)
    var fields: [String] = []
    for number in 0..<numbers.pick([0, 1, 2, 5, 9, 16]) {
      let isOdd = numbers.once(in: 5)
      let name = isOdd ? names.removeLast() : "f\(number)"
      fields.append(numbers.field(name, provider: self.name, enumerations: enumerations))
    }
    let arguments = "LTTNG_UST_TP_ARGS(const struct values *, v)"
    let body = "LTTNG_UST_TP_FIELDS(\n  \(fields.joined(separator: "\n  ")))"
    if numbers.once(in: 4) {
      declarations += """
        LTTNG_UST_TRACEPOINT_EVENT_CLASS(\(name), class\(index), \(arguments), \(body))
        LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(\(name), class\(index), \(name), \(event), \(arguments))

        """
    } else {
      declarations += "LTTNG_UST_TRACEPOINT_EVENT(\(name), \(event), \(arguments), \(body))\n"
    }
    if numbers.once(in: 2) {
      declarations += """
        LTTNG_UST_TRACEPOINT_LOGLEVEL(\(name), \(event), \
        LTTNG_UST_TRACEPOINT_LOGLEVEL_\(numbers.pick(Self.logLevels)))

        """
    }
    if numbers.once(in: 3) {
      declarations += """
        LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(\(name), \(event), "urn:random:\(index)?a=b&c")

        """
    }
  }

  /// Names that mean something to a grammar of metadata.
  private static let oddNames = [
    "stream", "event", "clock", "trace", "env", "integer", "string", "variant", "align", "id",
    "timestamp", "magic", "uuid", "_under", "__twice", "size", "base", "struct", "typealias",
    "value",
  ]

  private static let logLevels = [
    "EMERG", "ALERT", "CRIT", "ERR", "WARNING", "NOTICE", "INFO", "DEBUG_SYSTEM",
    "DEBUG_PROGRAM", "DEBUG_PROCESS", "DEBUG_MODULE", "DEBUG_UNIT", "DEBUG_FUNCTION",
    "DEBUG_LINE", "DEBUG",
  ]
}
