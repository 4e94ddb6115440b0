// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceCorpus

@Suite("Fields that CTF 2 alone has")
struct CTF2OutputTests {
  private func events(_ format: String) throws -> [String] {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try Files.write(CTF2Kinds.metadata, to: folder.path + "/metadata")
      try Files.write(CTF2Kinds.stream, to: folder.path + "/s")
      let outcome = try Program.run([
        Program.built("ractrace"), "events", folder.path, "--format=\(format)",
      ])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      return outcome.output.split(separator: "\n").map(String.init)
        .filter { $0.contains("all:ctf2") }
    }
  }

  @Test("are shown as booleans, names, digits and absences in text")
  func text() throws {
    let fields = try events("text").map { String($0.split(separator: "flag=")[1]) }
    #expect(
      fields == [
        #"true bits=r\x1b[1m|w(3) n=two(2) delta=-5 wide="é" raw=0xcafe there=7 gone=<absent> "#
          + #"choice=8 list=["A", "😀"] inner={y=5} turned=192"#,
        #"false bits=x(4) n=<unknown>(0) delta=4 wide="" raw=0x there=<absent> "#
          + #"gone=<absent> choice={x=9} list=[] inner={y=6} turned=1"#,
      ])
  }

  @Test("are booleans, lists of names, digits and null in JSON")
  func json() throws {
    let fields = try events("json").map { String($0.split(separator: #""fields":"#)[1]) }
    #expect(
      fields == [
        #"{"flag":true,"bits":["r\u001b[1m","w"],"n":"two","delta":-5,"wide":"é","raw":"cafe","#
          + #""there":7,"gone":null,"choice":8,"list":["A","😀"],"inner":{"y":5},"turned":192}}"#,
        #"{"flag":false,"bits":["x"],"n":0,"delta":4,"wide":"","raw":"","there":null,"gone":null,"#
          + #""choice":{"x":9},"list":[],"inner":{"y":6},"turned":1}}"#,
      ])
  }

  @Test("stand in CSV as in text")
  func csv() throws {
    let lines = try events("csv")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#"raw=0xcafe there=7 gone=<absent> choice=8"#) == true)
  }
}
