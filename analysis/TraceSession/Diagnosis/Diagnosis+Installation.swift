// SPDX-License-Identifier: MIT

import Glibc

extension Diagnosis {
  mutating func lookAtBuild() {
    if machine.hasLTTng {
      add(.ok, .build, "this build can record")
    } else {
      add(
        .problem, .build, "this build has no lttng support: it reads traces and cannot record",
        remedy: "build with the trait LTTng, which is on by default")
    }
  }

  mutating func lookAtTools() {
    if let daemon = machine.program("lttng-sessiond") {
      add(.ok, .tools, "lttng-sessiond is '\(daemon)'")
    } else {
      add(
        .problem, .tools, "lttng-sessiond, which records, is not in PATH",
        remedy: "install lttng-tools")
    }
    if let lttng = machine.program("lttng") {
      add(.ok, .tools, "lttng is '\(lttng)'")
    } else {
      add(
        .note, .tools, "the command lttng is not in PATH; `ractrace record' does without it",
        remedy: "install lttng-tools to control sessions by hand")
    }
    if let babeltrace = machine.program("babeltrace2") {
      add(.ok, .tools, "babeltrace2 is '\(babeltrace)'")
    } else {
      add(.note, .tools, "babeltrace2 is not there; ractrace reads traces without it")
    }
  }

  mutating func lookAtLibraries() {
    let wanted = "liblttng-ust.so.1"
    if let path = machine.library(wanted) {
      add(.ok, .libraries, "\(wanted) is '\(resolved(path))'")
    } else if let old = machine.library("liblttng-ust.so.0") {
      add(
        .problem, .libraries,
        "only '\(resolved(old))' is there, of LTTng before 2.13: programs with the probes need "
          + wanted,
        remedy: "install LTTng-UST 2.13 or later")
    } else {
      add(
        .problem, .libraries, "\(wanted) is not there: programs with the probes do not start",
        remedy: "install liblttng-ust1, or set LD_LIBRARY_PATH to where it is")
    }
    let control = "liblttng-ctl.so.0"
    if let path = machine.library(control) {
      add(.ok, .libraries, "\(control) is '\(resolved(path))'")
    } else if machine.hasLTTng {
      add(
        .note, .libraries, "\(control) is in none of the usual places",
        remedy: "install liblttng-ctl0")
    }
    let fork = "liblttng-ust-fork.so.1"
    if let path = machine.library(fork) {
      add(.ok, .libraries, "\(fork) is '\(resolved(path))'")
    } else {
      add(
        .note, .libraries, "\(fork) is not there: children that fork without exec are not traced",
        remedy: "install liblttng-ust1")
    }
  }

  /// A library's path with its whole version.
  private func resolved(_ path: String) -> String {
    guard let target = machine.link(path) else { return path }
    return target.hasPrefix("/") ? target : File.parent(path) + "/" + target
  }
}
