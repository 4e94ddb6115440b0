// SPDX-License-Identifier: MIT

import CTF

extension CTFTraceSet {
  /// Every event as a line: time, name, contexts, fields.
  var rows: [String] {
    var rows: [String] = []
    forEachEvent { event in
      let kind = eventClasses[event.classIndex]
      var row = "\(event.timestamp) \(kind.name)"
      for field in kind.context + kind.payload {
        row += " \(field.name)="
        switch field.fieldClass {
        case .integer(let integer) where integer.isSigned: row += "\(event.signed(field.handle))"
        case .integer: row += "\(event.unsigned(field.handle))"
        default: row += "'\(event.string(field.handle))'"
        }
      }
      rows.append(row)
    }
    return rows
  }
}
