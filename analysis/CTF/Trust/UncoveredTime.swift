// SPDX-License-Identifier: MIT

/// When streams had no packet open though their packets' numbers have no gap.
///
/// Either the session was stopped, or the stream was idle after a flush: nobody can tell which.
/// Nothing is lost there, so figures stay exact, and the time counts in rates.
public struct UncoveredTime: Sendable, Equatable {
  /// A span in which a stream had no packet open.
  public struct Span: Sendable, Equatable {
    /// The index of the stream in ``CTFTraceSet/streams``, of chunks that of the later one.
    public var streamIndex: Int
    /// The end of the packet before, in ns since 1970.
    public var from: Int64
    /// The begin of the packet behind, in ns since 1970.
    public var to: Int64

    /// A span.
    public init(streamIndex: Int, from: Int64, to: Int64) {
      self.streamIndex = streamIndex
      self.from = from
      self.to = to
    }

    /// Its length in ns.
    public var length: UInt64 { to > from ? UInt64(bitPattern: to &- from) : 0 }
  }

  /// The length from which on a span is listed, in ns: a rotation leaves some microseconds.
  public static let shortest: UInt64 = 1_000_000
  /// How many spans are listed at most, the longest.
  public static let limit = 1000

  /// The spans of at least ``shortest``, by stream and time.
  public var spans: [Span] = []
  /// How many spans are not listed: shorter ones, and those beyond the ``limit``.
  public var unlisted = 0
  /// The length of all spans, those not listed too, in ns, added up over the streams.
  public var total: UInt64 = 0

  /// None.
  public init() {}

  /// Adds a span.
  mutating func add(_ span: Span) {
    let (sum, overflow) = total.addingReportingOverflow(span.length)
    total = overflow ? .max : sum
    guard span.length >= Self.shortest else {
      unlisted += 1
      return
    }
    spans.append(span)
    if spans.count >= 2 * Self.limit { shorten() }
  }

  /// Drops the shortest of too many spans and puts the others in order.
  mutating func finish() {
    if spans.count > Self.limit { shorten() }
    spans.sort { ($0.streamIndex, $0.from) < ($1.streamIndex, $1.from) }
  }

  private mutating func shorten() {
    spans.sort { $0.length > $1.length }
    unlisted += spans.count - Self.limit
    spans.removeLast(spans.count - Self.limit)
  }
}
