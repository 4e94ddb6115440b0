// SPDX-License-Identifier: MIT

/// What may stand beside the options of a command.
public struct ArgumentRule: Sendable {
  let name: String
  let least: Int
  let most: Int
  let stopsAtFirst: Bool
  /// The words that may stand there; empty: any.
  var words: [String] = []

  /// Nothing may.
  public static let none = ArgumentRule(name: "", least: 0, most: 0, stopsAtFirst: false)

  /// Exactly so many.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - name: What one is called in the help, in capitals.
  /// - Returns: The rule.
  public static func exactly(_ count: Int, _ name: String) -> ArgumentRule {
    ArgumentRule(name: name, least: count, most: count, stopsAtFirst: false)
  }

  /// One of some words.
  ///
  /// - Parameters:
  ///   - words: The words, for completion; the command refuses others.
  ///   - name: What the word is called in the help, in capitals.
  /// - Returns: The rule.
  public static func one(of words: [String], _ name: String) -> ArgumentRule {
    ArgumentRule(name: name, least: 1, most: 1, stopsAtFirst: false, words: words)
  }

  /// So many or more.
  ///
  /// - Parameters:
  ///   - count: The least number.
  ///   - name: What one is called in the help, in capitals.
  /// - Returns: The rule.
  public static func atLeast(_ count: Int, _ name: String) -> ArgumentRule {
    ArgumentRule(name: name, least: count, most: .max, stopsAtFirst: false)
  }

  /// None, or up to so many.
  ///
  /// - Parameters:
  ///   - count: The largest number.
  ///   - name: What one is called in the help, in capitals.
  /// - Returns: The rule.
  public static func atMost(_ count: Int, _ name: String) -> ArgumentRule {
    ArgumentRule(name: name, least: 0, most: count, stopsAtFirst: false)
  }

  /// A command line of another program, which is not looked into: the options end at its first
  /// word, or at `--`, whichever comes first.
  ///
  /// - Parameter name: What the command is called in the help, in capitals.
  /// - Returns: The rule.
  public static func command(_ name: String) -> ArgumentRule {
    ArgumentRule(name: name, least: 1, most: .max, stopsAtFirst: true)
  }

  /// The part of the usage line that follows the options.
  var usage: String {
    if most == 0 { return "" }
    if stopsAtFirst { return "-- " + name + "..." }
    let needed = Array(repeating: name, count: least).joined(separator: " ")
    if most == least { return needed }
    if least == 0 { return "[" + name + (most == 1 ? "]" : "...]") }
    return needed + "..."
  }
}
