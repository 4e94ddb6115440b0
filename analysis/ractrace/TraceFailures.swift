// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import TraceAnalysis

/// Turns the errors of the libraries into what is printed.
func failure(from error: any Error) -> Failure? {
  if let error = error as? TracePartError { return Failure(error.message, hint: error.remedy) }
  guard let error = error as? CTFError else { return nil }
  let path = error.place?.path
  var message = path.map { "cannot read '\($0)': " } ?? ""
  if let place = error.place, place.line > 0 {
    message += "line \(place.line), column \(place.column): "
  }
  message += error.message
  var causes: [String] = []
  var cause = error.cause
  while let next = cause {
    causes.append("\(next)")
    cause = (next as? CTFError)?.cause
  }
  return Failure(message, causes: causes, hint: error.remedy)
}
