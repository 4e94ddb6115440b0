// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("The text of a value")
struct ValueTextTests {
  private func text(_ value: some Any) -> String {
    var result = ""
    ValueText.withCString(of: value) { result = String(cString: $0) }
    return result
  }

  private struct Plain { let number: Int }
  private struct Described: TraceDescribable { let traceDescription: String }
  private struct Failure: Error, CustomStringConvertible { let description: String }

  @Test("is the digits of an integer")
  func integers() {
    #expect(text(0) == "0")
    #expect(text(-42) == "-42")
    #expect(text(Int.min) == "-9223372036854775808")
    #expect(text(UInt64.max) == "18446744073709551615")
    #expect(text(Int8(-1)) == "-1")
  }

  @Test("is a string itself, cleaned and cut")
  func strings() {
    #expect(text("a\n\t b") == "a b")
    #expect(text("") == "")
    #expect(text("a\0b") == "a␀b")
    #expect(text(String(repeating: "x", count: 100_000)).utf8.count == 256)
  }

  @Test("looks through optionals")
  func optionals() {
    #expect(text(Int?.none) == "nil")
    #expect(text(Int?.some(1)) == "1")
    #expect(text(String??.some("a")) == "a")
    #expect(text(Int??.some(nil)) == "nil")
    #expect(text(Described?.some(Described(traceDescription: "me"))) == "me")
  }

  @Test("is what a type says itself")
  func describable() {
    #expect(text(Described(traceDescription: "user  7")) == "user 7")
    let values: any TraceDescribable = Described(traceDescription: "boxed")
    #expect(text(values) == "boxed")
  }

  @Test("is the description of anything else")
  func others() {
    #expect(text(1.5) == "1.5")
    #expect(text(true) == "true")
    #expect(text([1, 2]) == "[1, 2]")
    #expect(text((1, "a")) == "(1, \"a\")")
    #expect(text(Plain(number: 1)) == "Plain(number: 1)")
    let error: any Error = Failure(description: "no  luck")
    #expect(text(error) == "no luck")
  }
}
