public import HealthBytes
public import HealthModel

/// Why reading or writing stops.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons, each with an exit status of the tool.
  public enum Code: String, Sendable {
    /// An option has a value that it cannot have.
    case usage
    /// There is no such file, or it cannot be opened.
    case noInput
    /// The input is malformed or damaged.
    case malformed
    /// The input or the output needs something that this program does not do.
    case unsupported
    /// The output exists already, or cannot be created.
    case cannotCreate
    /// Reading or writing failed half-way: a disk, a pipe.
    case failed
  }

  /// The kind of reason.
  public let code: Code
  /// The rule that the input breaks, such as `malformed-xml`; for lists of findings. Empty if writing failed.
  public let rule: String
  /// Where in the input, or the file of the output. The file is empty where there is no name to give.
  public let place: Place
  /// What was found and what was expected, without health values.
  public let message: String
  /// A way to handle the error, if known.
  public var remedy: FormatError.Remedy?
  /// The error that led to this one, such as a `ByteError` or a `StoreError`. Not compared.
  public let cause: (any Error)?

  /// A reason.
  ///
  /// - Parameter message: What was found and what was expected, without health values.
  public init(
    _ code: Code, rule: String = "", place: Place = Place(file: ""), _ message: String,
    remedy: FormatError.Remedy? = nil,
    cause: (any Error)? = nil
  ) {
    self.cause = cause
    self.remedy = remedy
    self.code = code
    self.rule = rule
    self.place = place
    self.message = message
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: FormatError, b: FormatError) -> Bool {
    a.code == b.code && a.rule == b.rule && a.place == b.place && a.message == b.message
      && a.remedy == b.remedy
  }

  /// The same reason, located in a part of a file that begins at a place.
  func relocated(to start: Place) -> FormatError {
    FormatError(
      code, rule: rule, place: start.place(ofPart: place), message, remedy: remedy, cause: cause)
  }

  /// `export.xml:12:3: error: … [malformed-xml]`, or `out.csv: …` if writing failed.
  public var description: String {
    if rule.isEmpty { return place.file.isEmpty ? message : "\(place): \(message)" }
    return "\(place): error: \(message) [\(rule)]"
  }

  /// A reason that came from the bytes of the input.
  public init(_ error: ByteError, place: Place) {
    let code: Code =
      switch error.code {
      case .notFound, .permission, .isDirectory: .noInput
      case .unsupported: .unsupported
      case .io: .failed
      default: .malformed
      }
    let rule = error.code == .tooLarge ? "limit" : "unreadable-input"
    self.init(code, rule: rule, place: place, error.message, cause: error)
  }
}

extension FormatError {
  /// A reason that came from the bytes of the output.
  public init(writing error: ByteError) {
    let code: Code =
      switch error.code {
      case .exists, .notFound, .permission, .isDirectory, .notDirectory: .cannotCreate
      case .unsupported: .unsupported
      // The existing file is not of the required kind, as in reading.
      case .corrupt: .malformed
      default: .failed
      }
    self.init(code, place: Place(file: error.subject), error.message, cause: error)
  }

  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(writing: ByteError(beyond: limit))
  }
}

extension ByteError {
  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(.tooLarge, "", "a sample has \(limit.excess); no reader would accept it")
  }
}

extension OutputContainer {
  /// The one stream of a single file, for the formats that write one.
  func stream() throws(FormatError) -> any ByteSink {
    do throws(ByteError) { return try open("") } catch { throw FormatError(writing: error) }
  }
}

extension FormatError {
  /// A way to handle an error, which a program can describe in terms of its own options.
  ///
  /// Messages state what is wrong; a command line, an app and a server offer different remedies.
  public enum Remedy: Sendable, Equatable {
    /// State the format of the input: it could not be determined.
    case nameInputFormat
    /// State the format of the output: it could not be determined.
    case nameOutputFormat
    /// Choose one file of the input: ``ReadOptions/member``.
    case chooseMember
    /// State the time zone of the dates that have none: ``ReadOptions/zone``.
    case nameZone
    /// Read the input with a map: ``ReadOptions/map``. With the names of the maps or of their tables that fit it, the
    /// best first, and whether its dates need a zone, too.
    case useMap(names: [String], needsZone: Bool)
    /// Read the input as elements without the root element around them: ``ReadOptions/isFragment``.
    case readAsFragment
    /// Make a report for people, which is not a format.
    case makeReport
    /// Write a folder, with the name of the format.
    case writeFolder(format: String)
    /// Allow that the output is replaced.
    case replaceOutput
    /// Allow that the data of different people become one dataset.
    case allowDifferentPeople
    /// Take a source for one that had another name, or for a new one.
    case sameSource(old: String, new: String)
    /// Look at the list of something.
    case list(Listed)

    /// The things that a program can list.
    public enum Listed: String, Sendable {
      case formats, types, maps, rules
    }
  }
}

extension Timestamp.Fault {
  /// The fault, as the end of a sentence. It contains only the digits of the faulty field.
  var wording: String {
    switch self {
    case .shape: "does not have the form of a date"
    case .range(let field, let found, let from, let to):
      "has \(field) \(Self.padded(found)), expected \(Self.padded(from)) to \(Self.padded(to))"
    }
  }

  private static func padded(_ value: Int) -> String {
    value >= 0 && value < 10 ? "0\(value)" : "\(value)"
  }
}
