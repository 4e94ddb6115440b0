// SPDX-License-Identifier: MIT

extension Program {
  /// A script for bash that completes commands, options, the words that options take, and files.
  ///
  /// It is made from what the commands say of themselves, and calls nothing of this program.
  public var bashCompletion: String {
    let function = "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return """
      # Completes \(name) in bash; made by \(name) itself.
      \(function)() {
        local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
        local command= place rest= options= words= files=
        # bash takes the sign between an option and its value for a word.
        if [[ $word == '=' ]]; then
          word=
        elif [[ $option == '=' ]]; then
          option=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((place = 1; place < COMP_CWORD; place++)); do
          if [[ -z $command && ${COMP_WORDS[place]} != -* ]]; then
            command=${COMP_WORDS[place]}
          elif [[ ${COMP_WORDS[place]} == '--' ]]; then
            rest=$((COMP_CWORD - place))
            break
          fi
        done
        case "$command $option" in
      \(values)
        *)
          case $command in
      \(lists)
          esac
          if [[ $rest ]]; then
            if [[ $files == command && $rest == 1 ]]; then files=commands; else files=file; fi
          elif [[ $word == -* || -z $words$files ]]; then
            words=$options files=
          elif [[ $files == command ]]; then
            files=commands
          fi
          ;;
        esac
        COMPREPLY=()
        if [[ $words ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        fi
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
          compopt -o nospace 2> /dev/null
        fi
        case $files in
        file) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        folder) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        commands) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
        esac
        if [[ $files ]]; then compopt -o filenames 2> /dev/null; fi
        return 0
      }
      complete -F \(function) \(name)

      """
  }

  /// A case for each option that takes a value.
  private var values: String {
    commands.flatMap { command in
      command.description.options.filter { $0.argument != nil }.map { option in
        let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        let patterns = names.map { Self.quoted("\(command.name) \($0)") }.joined(separator: " | ")
        let words = Self.quoted(option.words.joined(separator: " "))
        return "  \(patterns)) words=\(words) files=\(Self.kind(of: option.argument ?? "")) ;;"
      }
    }.joined(separator: "\n")
  }

  /// A case for each command, with its options and what stands beside them.
  private var lists: String {
    let first =
      "    '') words=\(Self.quoted(commands.map(\.name).joined(separator: " "))) "
      + "options='--help --usage --version' ;;"
    let others = commands.map { command in
      let description = command.description
      let options = description.allOptions.map { "--\($0.name)" + ($0.argument == nil ? "" : "=") }
      let kind = description.rule.stopsAtFirst ? "command" : Self.kind(of: description.rule.name)
      return "    \(command.name)) options=\(Self.quoted(options.joined(separator: " "))) "
        + "words=\(Self.quoted(description.rule.words.joined(separator: " "))) files=\(kind) ;;"
    }
    return ([first] + others).joined(separator: "\n")
  }

  /// What the name of an argument says of files.
  private static func kind(of argument: String) -> String {
    switch argument {
    case "FILE", "PROGRAM|PID", "PART": "file"
    case "DIR", "TRACE": "folder"
    default: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
