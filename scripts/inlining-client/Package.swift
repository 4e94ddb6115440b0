// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// A package beside ours, as a user's would be: what check-inlining disassembles.
let package = Package(
  name: "inlining-client",
  dependencies: [.package(name: "ractrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "SignalProbes", package: "ractrace"),
        .product(name: "Signals", package: "ractrace"),
      ])
  ]
)
