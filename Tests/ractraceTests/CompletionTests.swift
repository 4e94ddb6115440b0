// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("Completion in bash")
struct CompletionTests {
  /// What bash offers for the last of some words, as it splits them.
  private func completed(_ words: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    try Files.write("", to: folder.path + "/file.txt")
    let script = """
      mkdir -p run1
      source <("$0" completion bash) || exit 9
      complete -p ractrace > /dev/null || exit 8
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _ractrace || exit 7
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try Program.run(
      ["bash", "-uc", script, Program.built("ractrace")] + words, in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.lines.map(String.init).sorted()
  }

  @Test(
    "offers commands, options, their words, folders and files",
    arguments: [
      (["ractrace", "sum"], ["summary"]), (["ractrace", "--ver"], ["--version"]),
      (["ractrace", "summary", "--form"], ["--format="]),
      (["ractrace", "summary", "--format", "="], ["csv", "json", "text"]),
      (["ractrace", "summary", "--format", "=", "j"], ["json"]),
      (["ractrace", "summary", "--format", "t"], ["text"]),
      (["ractrace", "events", "--time", "=", "w"], ["wall"]),
      (["ractrace", "events", "--kind", "d"], ["delivered", "disposed", "dropped"]),
      (["ractrace", "doctor", "--format", "=", ""], ["json", "text"]),
      (["ractrace", "summary", "ru"], ["run1"]), (["ractrace", "summary", "fi"], []),
      (["ractrace", "summary", "--metadata", "=", "fi"], ["file.txt"]),
      (["ractrace", "record", "-d", "l"], ["lifecycle"]),
      (["ractrace", "record", "--output", "ru"], ["run1"]),
      (["ractrace", "record", "--", "ractrac"], []),
      (["ractrace", "record", "--", "env", "fi"], ["file.txt"]),
      (["ractrace", "completion", ""], ["bash"]), (["ractrace", "nonsense", "--"], []),
    ] as [([String], [String])])
  func offers(words: [String], expected: [String]) throws {
    #expect(try completed(words) == expected)
  }

  @Test("offers programs to record")
  func programs() throws {
    #expect(try completed(["ractrace", "record", "--", "bas"]).contains("bash"))
  }
}

@Suite("Manual")
struct ManualPageTests {
  @Test("is written whole, one page for each command, and troff has nothing to say against it")
  func pages() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run([Program.built("ractrace"), "manual", "--output", folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.output + outcome.errors == "")
    let pages = try Program.run(["ls", folder.path]).lines
    #expect(pages.contains("ractrace.1") && pages.contains("ractrace-summary.1"))
    for page in pages {
      let text = try Files.text(of: "\(folder.path)/\(page)")
      #expect(text.hasPrefix(".TH ") && text.utf8.allSatisfy { $0 < 0x80 })
      // Every line is text, or one of the requests that are used.
      let requests = [".TH", ".SH", ".PP", ".TP", ".B", ".BR", ".in", ".nf", ".fi"]
      for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(requests.contains(String(line.split(separator: " ")[0])), "\(page): \(line)")
      }
      let checked = try Program.run(
        ["sh", "-c", "! command -v groff > /dev/null || groff -ww -man -Tutf8 \"$1\"", "sh"]
          + ["\(folder.path)/\(page)"])
      #expect(checked.status == 0)
      #expect(checked.errors == "", "\(page)")
    }
  }

  @Test("prints a page, and knows which there are")
  func one() throws {
    let page = try Program.run([Program.built("ractrace"), "manual", "events"])
    #expect(page.status == 0)
    #expect(page.output.hasPrefix(".TH \"RACTRACE\\-EVENTS\" 1"))
    let none = try Program.run([Program.built("ractrace"), "manual", "nonsense"])
    #expect(none.status == 2)
    #expect(none.errors.contains("'nonsense' is no command"))
  }
}
