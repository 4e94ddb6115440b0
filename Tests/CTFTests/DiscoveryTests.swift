// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TraceTestSupport

@testable import CTF

@Suite("Finding traces")
struct DiscoveryTests {
  private static var trace: TestTrace { trace(of: 1) }

  private static func trace(of session: UInt8) -> TestTrace {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 16)])])
    trace.uuid = Array(repeating: session, count: 16)
    trace.packet { $0.event(0, at: 5, [1]) }
    return trace
  }

  private func failure(_ path: String) throws -> CTFError {
    try #require(throws: CTFError.self) { try CTFTraceSet.open([path]) }
  }

  @Test(
    "refuses an archive with the command that unpacks it",
    arguments: [
      ("run.tar.gz", "tar -xf"), ("run.TGZ", "tar -xf"), ("run.tar", "tar -xf"),
      ("run.tar.zst", "tar -xf"), ("run.zip", "unzip"),
    ])
  func archive(name: String, command: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + name
    try Files.write([0x1f, 0x8b], to: path)
    let error = try failure(path)
    #expect(error.code == .notAFolder)
    #expect(error.message == "is an archive")
    #expect(error.remedy.contains("\(command) '\(path)'"))
  }

  @Test("names the folder where a file of a trace is given", arguments: ["metadata", "c_0"])
  func file(name: String) throws {
    let folder = try Self.trace.write()
    let error = try failure(folder.path + "/" + name)
    #expect(error.code == .notAFolder)
    #expect(error.remedy == "give the folder: '\(folder.path)'")
  }

  /// Writes a trace to a new folder, whose path need not be UTF-8.
  private func write(_ trace: TestTrace, to path: String) {
    #expect(PathText.withCString(path) { mkdir($0, 0o700) } == 0)
    for (file, content) in trace.files().content {
      let descriptor = PathText.withCString(path + "/" + file) {
        open($0, O_WRONLY | O_CREAT, 0o600)
      }
      let written = content.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #expect(written == content.count)
      close(descriptor)
    }
  }

  @Test("opens the same file for a path that is no UTF-8")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      [0x66, 0xff], [0xc3], Array("é\u{10fc85}".utf8), [0xf4, 0x8f, 0xb2, 0x80],
      [0xe2, 0x82, 0x61],
    ]
    for name in names {
      let text = PathText.text(name)
      #expect(PathText.bytes(text) == name)
      let path = folder.path + "/" + text
      write(Self.trace, to: path)
      #expect(try CTFTraceSet.open([path]).rows.count == 1)
    }
    let all = try CTFTraceSet.open([folder.path])
    #expect(all.traces.count == names.count)
    #expect(all.trust.repeatedPackets == names.count - 1)
    #expect(PathText.text(Array("a/é".utf8)) == "a/é")
  }

  @Test("reads a long file to its end, and knows a snapshot, where the path is no UTF-8")
  func longFile() throws {
    let folder = try TemporaryFolder()
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.string("text")])])
    for number in 0..<40 as Range<UInt64> {
      trace.packet(number: number, begin: number * 10, end: number * 10 + 10) { packet in
        packet.event(0, at: number * 10 + 1, [.text(String(repeating: "x", count: 65_536))])
      }
    }
    let path = folder.path + "/" + PathText.text([0x66, 0xff]) + "-20260101-120000-1"
    write(trace, to: path)
    let set = try CTFTraceSet.open([path])
    var count = 0
    let trust = set.forEachEvent { _ in count += 1 }
    #expect(count == 40)
    #expect(trust == Trust())
    #expect(StalledTails.isSnapshot(path))
  }

  @Test("follows links, and none for ever")
  func links() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/all", 0o700)
    try Self.trace.files().write(to: folder.path + "/real")
    for (target, name) in [("..", "up"), (".", "self"), ("../real", "run"), ("nowhere", "dead")] {
      #expect(symlink(target, folder.path + "/all/" + name) == 0)
    }
    let set = try CTFTraceSet.open([folder.path + "/all"])
    #expect(set.traces.count == 1)
    #expect(set.trust == Trust())
  }

  @Test("takes packets without a metadata file for a trace that has lost it")
  func noMetadata() throws {
    let folder = try Self.trace.write()
    #expect(unlink(folder.path + "/metadata") == 0)
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.traces.map(\.metadataOrigin) == [.unknown])
    #expect(set.trust.damage.map(\.path) == [folder.path + "/metadata"])
    #expect(set.streams.map(\.packets.count) == [1])
  }

  @Test("finds the traces of several hosts and sessions")
  func hosts() throws {
    var files = TraceFiles()
    for (index, path) in ["h1/s-1/ust/uid/0/64-bit", "h1/s-2/ust/uid/0/64-bit", "h2/s/ust"]
      .enumerated()
    {
      files.add(Self.trace(of: UInt8(index)), in: path)
    }
    let folder = try files.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(
      set.traces.map { String($0.path.dropFirst(folder.path.count + 1)) } == [
        "h1/s-1/ust/uid/0/64-bit", "h1/s-2/ust/uid/0/64-bit", "h2/s/ust",
      ])
    #expect(set.trust == Trust())
  }

  @Test(
    "tells a folder that may not be listed by its reason",
    .enabled(if: geteuid() != 0, "root may list everything"))
  func forbidden() throws {
    let folder = try TemporaryFolder()
    let closed = folder.path + "/closed"
    try Self.trace.files().write(to: closed)
    chmod(closed, 0)
    defer { chmod(closed, 0o700) }
    #expect(try failure(folder.path).message.contains("Permission denied"))
    try Self.trace.files().write(to: folder.path + "/open")
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.trust.damage.map(\.kind) == [.unreadable])
    #expect(set.trust.damage[0].what.contains("Permission denied"))
  }

  @Test("stays on a path's file system, and says so")
  func otherFileSystem() throws {
    let folder = try TemporaryFolder()
    try Self.trace.files().write(to: folder.path + "/run")
    #expect(symlink("/proc", folder.path + "/machine") == 0)
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.traces.count == 1)
    #expect(set.trust.damage.map(\.path) == [folder.path + "/machine"])
    #expect(set.trust.damage[0].what.contains("another file system"))
    #expect(set.trust.windows == [])
  }
}
