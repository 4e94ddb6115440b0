// SPDX-License-Identifier: MIT

@preconcurrency import CArgp
import Glibc

/// What glibc's argp made of a command line.
enum ParseOutcome: Equatable {
  /// All options were applied; these words stood beside them.
  case arguments([String])
  /// The help, or the short usage, was asked for.
  case help(short: Bool)
  /// The version was asked for.
  case version
  /// A usage error, which was printed already.
  case wrong
}

/// One run of argp over one command's options.
///
/// argp never exits here (`ARGP_NO_EXIT`) and its own `--help` is off (`ARGP_NO_HELP`), so that
/// the exit status is decided by the caller and the help can be rendered into a text.
struct ArgpParser {
  /// An option without the type of its command.
  struct Entry {
    var name: String
    var short: Character?
    var argument: String?
    var help: String
    var group: Int32
    var apply: (String) throws -> Void
  }

  var program: String
  var rule: ArgumentRule
  var usage: String
  var before: String
  var after: String
  var entries: [Entry]
  var knowsVersion = false

  private static let helpKey: Int32 = 0x2001
  private static let usageKey: Int32 = 0x2002
  private static let versionKey: Int32 = 0x2003
  private static let firstKey: Int32 = 0x1000

  /// Parses the words, applying each option as it comes.
  ///
  /// Usage errors are printed to standard error, as every GNU program prints them.
  func parse(_ words: [String]) -> ParseOutcome {
    let run = Run(parser: self, words: words)
    return withArgp { argp in
      let texts = CStrings()
      var argv: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { texts.copy($0) }
      argv.append(nil)
      var flags = UInt32(ARGP_NO_EXIT | ARGP_NO_HELP)
      if rule.stopsAtFirst { flags |= UInt32(ARGP_IN_ORDER) }
      let failed = withExtendedLifetime((texts, run)) {
        argp_parse(
          argp, Int32(words.count + 1), &argv, flags, nil, Unmanaged.passUnretained(run).toOpaque())
      }
      if let outcome = run.outcome { return outcome }
      return failed != 0 ? .wrong : .arguments(run.arguments)
    }
  }

  /// The help text, or the usage line alone.
  func help(short: Bool) -> String {
    withArgp { argp in
      var text: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let stream = open_memstream(&text, &size) else { return "" }
      let texts = CStrings()
      withExtendedLifetime(texts) {
        let flags = short ? ARGP_HELP_USAGE : ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC
        argp_help(argp, stream, UInt32(flags), texts.copy(program))
      }
      fclose(stream)
      defer { free(text) }
      return text.map { String(cString: $0) } ?? ""
    }
  }

  private func withArgp<Result>(_ body: (UnsafePointer<argp>) -> Result) -> Result {
    let texts = CStrings()
    var options = entries.enumerated().map { index, entry in
      argp_option(
        name: texts.const(entry.name), key: Self.key(entry.short, index),
        arg: entry.argument.flatMap { texts.const($0) }, flags: 0, doc: texts.const(entry.help),
        group: entry.group)
    }
    func builtIn(_ name: String, _ key: Int32, _ help: String) {
      options.append(
        argp_option(
          name: texts.const(name), key: key, arg: nil, flags: 0, doc: texts.const(help), group: -1))
    }
    builtIn("help", Self.helpKey, "Give this help list")
    builtIn("usage", Self.usageKey, "Give a short usage message")
    if knowsVersion { builtIn("version", Self.versionKey, "Print the versions") }
    options.append(argp_option())
    return options.withUnsafeBufferPointer { options in
      var argp = argp()
      argp.options = options.baseAddress
      argp.parser = { key, value, state in
        guard let state, let input = state.pointee.input else { return 0 }
        return Unmanaged<Run>.fromOpaque(input).takeUnretainedValue().take(key, value, state)
      }
      argp.args_doc = texts.const(usage)
      argp.doc = texts.const(after.isEmpty ? before : before + "\u{b}" + after)
      return withExtendedLifetime(texts) { withUnsafePointer(to: &argp, body) }
    }
  }

  private static func key(_ short: Character?, _ index: Int) -> Int32 {
    short?.asciiValue.map(Int32.init) ?? firstKey + Int32(index)
  }

  /// What the C callback works on.
  private final class Run {
    let words: [String]
    let rule: ArgumentRule
    let actions: [Int32: (String) throws -> Void]
    var arguments: [String] = []
    var outcome: ParseOutcome?

    init(parser: ArgpParser, words: [String]) {
      self.words = words
      rule = parser.rule
      var actions: [Int32: (String) throws -> Void] = [:]
      for (index, entry) in parser.entries.enumerated() {
        actions[ArgpParser.key(entry.short, index)] = entry.apply
      }
      self.actions = actions
    }

    func take(
      _ key: Int32, _ value: UnsafeMutablePointer<CChar>?, _ state: UnsafeMutablePointer<argp_state>
    ) -> error_t {
      let text = value.map { String(cString: $0) } ?? ""
      switch key {
      case ArgpParser.helpKey: return stop(.help(short: false), state)
      case ArgpParser.usageKey: return stop(.help(short: true), state)
      case ArgpParser.versionKey: return stop(.version, state)
      case ARGP_KEY_ARG: return argument(text, state)
      case ARGP_KEY_END:
        if outcome == nil, arguments.count < rule.least {
          return fail("\(rule.name) is missing", state)
        }
        return 0
      default:
        guard let action = actions[key] else { return error_t(E2BIG) }
        do {
          try action(text)
          return 0
        } catch let error as UsageError {
          return fail(error.message, state)
        } catch {
          return fail("\(error)", state)
        }
      }
    }

    private func argument(_ text: String, _ state: UnsafeMutablePointer<argp_state>) -> error_t {
      if rule.stopsAtFirst {
        // argp counts its words from the program's name, and has taken this one already.
        arguments = Array(words[(Int(state.pointee.next) - 2)...])
        state.pointee.next = state.pointee.argc
        return 0
      }
      guard arguments.count < rule.most else {
        return fail("'\(text)' is one argument too many", state)
      }
      arguments.append(text)
      return 0
    }

    private func stop(
      _ what: ParseOutcome, _ state: UnsafeMutablePointer<argp_state>
    ) -> error_t {
      outcome = outcome ?? what
      state.pointee.next = state.pointee.argc
      return 0
    }

    private func fail(_ message: String, _ state: UnsafeMutablePointer<argp_state>) -> error_t {
      ractrace_argp_error(state, TerminalText.cleaned(message))
      return EINVAL
    }
  }
}

/// C strings that live as long as this object.
private final class CStrings {
  private var all: [UnsafeMutablePointer<CChar>] = []

  func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    let copy = strdup(text)
    if let copy { all.append(copy) }
    return copy
  }

  func const(_ text: String) -> UnsafePointer<CChar>? { copy(text).map { UnsafePointer($0) } }

  deinit { for text in all { free(text) } }
}
