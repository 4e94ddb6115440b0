// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The one switch. On, the probes are LTTng-UST tracepoints and `ractrace record` drives lttng
// sessions; off (`--disable-default-traits`), nothing of lttng is compiled or linked.
let lttng: TargetDependencyCondition? = .when(traits: ["LTTng"])

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let cSettings: [CSetting] = [
  .enableWarning("all"),
  .enableWarning("extra"),
  .treatAllWarnings(as: .error),
  .define("RACTRACE_LTTNG", .when(traits: ["LTTng"])),
]

func swiftTarget(
  _ folder: String, _ name: String, _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)",
    swiftSettings: swiftSettings + settings)
}

func program(_ folder: String, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: swiftSettings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: swiftSettings)
}

let core: [Target] = [
  swiftTarget("Sources", "Signals", ["SignalProbes", "CThreadState"]),
  program("Sources", "RACTraceDemo", ["Signals"]),
]

let probes: [Target] = [
  .target(name: "CThreadState", path: "probes/CThreadState", cSettings: cSettings),
  .target(
    name: "CSignalProbes", path: "probes/CSignalProbes", cSettings: cSettings,
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
  swiftTarget("probes", "SignalProbes", [.target(name: "CSignalProbes", condition: lttng)]),
  .executableTarget(
    name: "ContractExample", path: "probes/ContractExample",
    cSettings: cSettings + [.headerSearchPath("../CSignalProbes/include")],
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
]

let analysis: [Target] = [
  .target(name: "CByteSearch", path: "analysis/CByteSearch", cSettings: cSettings),
  swiftTarget("analysis", "CTF", ["CByteSearch"], settings: [.strictMemorySafety()]),
  swiftTarget("analysis", "TraceModel", ["CTF"]),
  swiftTarget("analysis", "TraceAnalysis", ["TraceModel"]),
  .systemLibrary(
    name: "CLTTngControl", path: "analysis/CLTTngControl",
    providers: [.apt(["liblttng-ctl-dev"])]),
  swiftTarget("analysis", "TraceSession", [.target(name: "CLTTngControl", condition: lttng)]),
  swiftTarget("analysis", "TraceTesting", ["TraceSession", "TraceModel"]),
  .target(name: "CArgp", path: "analysis/CArgp", cSettings: cSettings),
  swiftTarget("analysis", "CommandLineKit", ["CArgp"]),
  program(
    "analysis", "ractrace",
    ["CommandLineKit", "CTF", "TraceModel", "TraceAnalysis", "TraceSession"]),
]

/// Programs that show how the libraries are used; each is run by a test.
let examples: [Target] = [
  program("Examples", "ReadTrace", ["CTF"]),
  program("Examples", "AnalyseTrace", ["TraceAnalysis", "TraceModel"]),
]

let benchmarks: [Target] = [
  swiftTarget("Benchmarks", "BenchmarkKit"),
  .target(
    name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter", cSettings: cSettings),
  program("Benchmarks", "CoreBenchmark", ["BenchmarkKit", "CAllocationCounter", "Signals"]),
  program("Benchmarks", "RecordingBenchmark", ["BenchmarkKit", "Signals"]),
  program("Benchmarks", "SeekBenchmark", ["BenchmarkKit", "CTF"]),
  program("Benchmarks", "AnalysisBenchmark", ["BenchmarkKit", "TraceAnalysis", "TraceModel"]),
  .executableTarget(
    name: "TraceFiller", path: "Benchmarks/TraceFiller",
    cSettings: cSettings + [.headerSearchPath("../../probes/CSignalProbes/include")],
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
  .executableTarget(
    name: "RecordingBaseline", path: "Benchmarks/RecordingBaseline",
    cSettings: cSettings + [.headerSearchPath("../../probes/CSignalProbes/include")],
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
]

let testTargets: [Target] = [
  swiftTarget("Tests", "TestSupport"),
  tests(
    "RACTraceDemoTests", ["TestSupport", "RACTraceDemo", "ractrace"],
    exclude: ["Expectation.md", "Golden"]),
  tests(
    "EndToEndTests",
    ["TestSupport", "CTF", "Signals", "SignalProbes", "ContractExample", "ractrace"]),
  .executableTarget(
    name: "RecordEmitter", path: "Tests/RecordEmitter",
    cSettings: cSettings + [.headerSearchPath("../../probes/CSignalProbes/include")],
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
  tests(
    "RecordTests", ["TestSupport", "CTF", "ractrace", "RecordEmitter", "ContractExample"]),
  tests(
    "TraceSessionTests",
    ["TestSupport", "TraceSession", "TraceTesting", "TraceModel", "RecordEmitter", "Signals"]),
  .executableTarget(
    name: "EveryField", path: "Tests/EveryField",
    cSettings: cSettings + [.headerSearchPath(".")],
    linkerSettings: [.linkedLibrary("lttng-ust", .when(traits: ["LTTng"]))]),
  tests("CTFTests", ["CTF", "ReadTrace", "TraceCorpus", "TraceTestSupport", "TestSupport"]),
  tests("CThreadStateTests", ["CThreadState"]),
  tests("CommandLineKitTests", ["CommandLineKit"]),
  tests("SignalProbesTests", ["SignalProbes"]),
  tests("SignalsTests", ["TestSupport", "Signals", "SignalProbes", "CThreadState"]),
  swiftTarget("Tests", "TraceTestSupport", ["TestSupport"]),
  swiftTarget("Tests", "TraceCorpus", ["CTF", "TraceTestSupport"]),
  tests(
    "TraceAnalysisTests",
    ["TraceAnalysis", "TraceModel", "AnalyseTrace", "TraceTestSupport", "TestSupport"]),
  tests("TraceModelTests", ["TraceModel", "TraceTestSupport", "TestSupport"]),
  tests(
    "ractraceTests",
    [
      "ractrace", "CommandLineKit", "TraceSession", "TraceCorpus", "TraceTestSupport",
      "TestSupport",
    ],
    exclude: ["Golden"]),
]

// They link the toolchain's libFuzzer, which needs flags that only `make fuzz` gives.
let fuzzers: [Target] =
  Context.environment["RACTRACE_FUZZ"] == nil
  ? []
  : [
    .target(name: "CFuzzer", path: "Fuzz/CFuzzer", cSettings: cSettings),
    program("Fuzz", "Fuzzer", ["CFuzzer", "TraceCorpus", "TraceTestSupport", "TestSupport"]),
  ]

// The signal core, its probes and their tests alone: what the sanitizers need, built in a fraction of
// the time. Set by `scripts/sanitize` and `make stress`.
let isCoreOnly = Context.environment["RACTRACE_CORE_ONLY"] != nil
let coreTargets: Set = [
  "Signals", "RACTraceDemo", "CThreadState", "CSignalProbes", "SignalProbes", "TestSupport",
  "CThreadStateTests", "SignalProbesTests", "SignalsTests",
]
let coreProducts: Set = ["Signals", "SignalProbes", "RACTraceDemo"]

let package = Package(
  name: "ractrace",
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalProbes", targets: ["SignalProbes"]),
    .library(name: "CTF", targets: ["CTF"]),
    .library(name: "TraceModel", targets: ["TraceModel"]),
    .library(name: "TraceAnalysis", targets: ["TraceAnalysis"]),
    .library(name: "TraceSession", targets: ["TraceSession"]),
    .library(name: "TraceTesting", targets: ["TraceTesting"]),
    .executable(name: "ractrace", targets: ["ractrace"]),
    .executable(name: "RACTraceDemo", targets: ["RACTraceDemo"]),
  ].filter { !isCoreOnly || coreProducts.contains($0.name) },
  traits: [
    .trait(
      name: "LTTng", description: "Tracepoints through LTTng-UST, recording through lttng-ctl"),
    .default(enabledTraits: ["LTTng"]),
  ],
  targets: (core + probes + analysis + examples + benchmarks + testTargets + fuzzers)
    .filter { !isCoreOnly || coreTargets.contains($0.name) },
  swiftLanguageModes: [.v6]
)
