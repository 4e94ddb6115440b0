// SPDX-License-Identifier: MIT

/// Why a trace, or a part of one, cannot be read.
///
/// Damage inside an otherwise readable trace is not an error: it is told by ``Trust``.
public struct CTFError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error, for programs.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String
    /// What helps against most errors of the kind.
    let remedy: String

    init(_ description: String, remedy: String) {
      self.description = description
      self.remedy = remedy
    }

    /// Nothing exists at the path.
    public static let notFound = Code("notFound", remedy: giveFolder)
    /// The path is not a folder.
    public static let notAFolder = Code(
      "notAFolder", remedy: "give the trace's folder; unpack an archive with tar first")
    /// No folder below the path holds a trace: a `metadata` file, or packets alone.
    public static let noTrace = Code("noTrace", remedy: giveFolder)
    /// More folders lie below the path than any session has.
    public static let tooManyFolders = Code(
      "tooManyFolders", remedy: "give the folder of one session")
    /// A file or a folder cannot be read.
    public static let unreadable = Code(
      "unreadable", remedy: "check its kind and its permissions with 'ls -l'")
    /// The `metadata` file has no content.
    public static let emptyMetadata = Code(
      "emptyMetadata",
      remedy:
        "the disk was full, or the recording ended before it was written: lend it the metadata of "
        + "a session that recorded the same ('ractrace --metadata FILE'), or record again")
    /// The metadata breaks the grammar.
    public static let syntax = Code("syntax", remedy: askBabeltrace)
    /// The metadata is grammatical and means nothing that can be decoded.
    public static let invalidMetadata = Code("invalidMetadata", remedy: askBabeltrace)
    /// The metadata needs something that this reader does not do.
    public static let unsupported = Code("unsupported", remedy: askBabeltrace)
    /// The metadata that was lent is of other events than the packets hold.
    public static let foreignMetadata = Code(
      "foreignMetadata",
      remedy: "lend it the metadata of a session that recorded the same program with the same "
        + "events and contexts; or leave '--metadata' out, which still tells the packets and losses"
    )
    /// An option is for a trace that is not there.
    public static let unusedOption = Code(
      "unusedOption", remedy: "name a folder as it was given, or the host as 'hostname' tells it")

    private static let giveFolder =
      "give the folder that 'lttng create --output' or 'ractrace record' wrote to"
    private static let askBabeltrace = "'babeltrace2' may say more about such a trace"
  }

  /// Where the error is.
  public struct Place: Hashable, Sendable {
    /// The file or folder.
    public var path: String
    /// The line in a metadata text, from 1; 0 means none.
    public var line: Int
    /// The column in a metadata text, in bytes, from 1; 0 means none.
    public var column: Int

    /// Makes a place.
    public init(path: String, line: Int = 0, column: Int = 0) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// The kind.
  public var code: Code
  /// What is wrong.
  public var message: String
  /// What to do about it.
  public var remedy: String
  /// Where it is.
  public var place: Place?
  /// What it comes from.
  public var cause: (any Error)?

  /// Makes an error; without a remedy of its own it has the usual one of its kind.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, place: Place? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy ?? code.remedy
    self.place = place
    self.cause = cause
  }

  /// The place and the message in one line.
  public var description: String {
    guard let place else { return message }
    guard place.line > 0 else { return "'\(place.path)': \(message)" }
    return "'\(place.path)': line \(place.line), column \(place.column): \(message)"
  }
}
