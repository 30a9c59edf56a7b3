/// Why something could not be done: the error of files, formats, datasets, statistics and stores.
///
/// Units have an error of their own (`UnitError`), and so have samples that are made in code (`InvalidSampleError`).
public struct HealthError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons. A later version may add some: a `switch` needs a `default`, or one over ``Kind``, which does not grow.
  public enum Code: String, Sendable, CaseIterable {
    /// The request is invalid, such as an option with a value that it cannot have.
    case usage

    // MARK: Inputs

    /// There is no such file, folder, member or store, or no server that answers.
    case notFound
    /// The system refuses access.
    case permission
    /// A folder where a file was expected.
    case isDirectory
    /// A file where a folder was expected.
    case notDirectory
    /// The input breaks a rule of its format.
    case malformed
    /// The bytes of a file, or the content of a store, contradict their format.
    case damaged
    /// The bytes end too early.
    case truncated
    /// The bytes are complete but do not match their checksum.
    case checksum
    /// Larger than a limit allows: a length, a count, a compression ratio.
    case tooLarge
    /// The library does not support it.
    case unsupported

    // MARK: Outputs

    /// The output exists already and may not be replaced.
    case exists
    /// The output cannot be created.
    case cannotCreate
    /// The disk is full, or a quota or a limit of the server is reached.
    case full
    /// The reader of the output closed it.
    case closedPipe
    /// Reading or writing failed: a disk, a pipe, a server.
    case failed
    /// The work was ended early: its task was cancelled, or the handler of its progress threw an error.
    case cancelled

    // MARK: Stores

    /// A database or file that is not a store.
    case foreign
    /// The store was made by a newer version of this program.
    case newer
    /// The store may only be read.
    case readOnly
    /// The client of the store has no permission.
    case denied
    /// Another program is writing to the store, and did not finish in time.
    case busy
    /// The connection to the server was lost.
    case disconnected
    /// Deletions since an anchor are no longer recorded.
    case expiredAnchor
    /// An anchor of another store, or of a later state than the current one.
    case foreignAnchor
    /// A sample breaks a rule.
    case invalid

    // MARK: Statistics

    /// A statistic that the type does not have: the sum of a discrete type, the average of a cumulative one.
    case mismatch
    /// More samples of one type overlap at one time than are kept in memory.
    case overlap
    /// A workout session does not allow the transition in its current state.
    case state
    /// A sample or an event of a workout is before or after the workout.
    case outside
  }

  /// Groups of reasons, by what has to change. Each has an exit status of the tool.
  public enum Kind: String, Sendable, CaseIterable {
    /// The request.
    case usage
    /// The name of the input, or the access to it.
    case noInput
    /// The content of the input.
    case malformed
    /// Nothing: it cannot be done.
    case unsupported
    /// The name of the output, or the access to it.
    case cannotCreate
    /// The system: a disk, a pipe, a server.
    case failed
  }

  // One reference: a thrown error is returned in a register.
  private let reason: Reason

  private final class Reason: Sendable {
    let code: Code
    let rule: String
    let place: Place
    let message: String
    let remedy: Remedy?
    let cause: (any Error)?

    init(
      _ code: Code, _ rule: String, _ place: Place, _ message: String, _ remedy: Remedy?,
      _ cause: (any Error)?
    ) {
      self.code = code
      self.rule = rule
      self.place = place
      self.message = message
      self.remedy = remedy
      self.cause = cause
    }
  }

  /// The kind of reason.
  public var code: Code { reason.code }
  /// The group of the reason. A file that is not found is an input; ``Code/cannotCreate`` is thrown for outputs.
  public var kind: Kind {
    switch code {
    case .usage, .mismatch, .state, .outside: .usage
    case .notFound, .permission, .isDirectory, .notDirectory: .noInput
    case .malformed, .damaged, .truncated, .checksum, .tooLarge, .foreign, .expiredAnchor,
      .foreignAnchor, .invalid:
      .malformed
    case .unsupported, .newer, .overlap: .unsupported
    case .exists, .cannotCreate, .readOnly, .denied: .cannotCreate
    case .full, .closedPipe, .failed, .cancelled, .busy, .disconnected: .failed
    }
  }
  /// The rule that the input breaks, such as `malformed-xml`; for lists of findings. Empty for other reasons.
  public var rule: String { reason.rule }
  /// Where in the input; without a line: the file, the member (`archive.zip: member`) or the store. The name of the file
  /// may be empty.
  public var place: Place { reason.place }
  /// What was found and what was expected, without the place, health values and passwords.
  public var message: String { reason.message }
  /// A way to handle the error, if known.
  public var remedy: Remedy? { reason.remedy }
  /// The error that led to this one. Not compared.
  public var cause: (any Error)? { reason.cause }

  /// A reason.
  ///
  /// - Parameter message: What was found and what was expected, without the place, health values and passwords.
  public init(
    _ code: Code, rule: String = "", place: Place = Place(file: ""), _ message: String,
    remedy: Remedy? = nil, cause: (any Error)? = nil
  ) {
    reason = Reason(code, rule, place, message, remedy, cause)
  }

  /// A reason that concerns a whole file, member or store.
  ///
  /// - Parameters:
  ///   - name: The name of the file or store; may be empty.
  ///   - message: What was found and what was expected, without the name, health values and passwords.
  public init(_ code: Code, _ name: String, _ message: String, cause: (any Error)? = nil) {
    self.init(code, place: Place(file: name), message, cause: cause)
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: HealthError, b: HealthError) -> Bool {
    a.code == b.code && a.rule == b.rule && a.place == b.place && a.message == b.message
      && a.remedy == b.remedy
  }

  /// The message with its place, in one of three forms: `export.xml:12:3: error: … [malformed-xml]`, `cannot read
  /// 'export.zip': …` for an input that breaks a rule as a whole, and `health.db: …`.
  public var description: String {
    if place.file.isEmpty { return message }
    if place.line > 0 { return "\(place): error: \(message)" + suffix }
    return rule.isEmpty
      ? "\(place.file.printable): \(message)" : "cannot read '\(place.file)': \(message)"
  }

  private var suffix: String { rule.isEmpty ? "" : " [\(rule)]" }

  /// The same reason with another place.
  package func located(at place: Place) -> HealthError {
    HealthError(code, rule: rule, place: place, message, remedy: remedy, cause: cause)
  }

  /// The same reason, located in a part of a file that begins at a place.
  package func relocated(to start: Place) -> HealthError {
    located(at: start.place(ofPart: place))
  }

  /// The same reason with a way to handle it.
  package func with(remedy: Remedy?) -> HealthError {
    HealthError(code, rule: rule, place: place, message, remedy: remedy, cause: cause)
  }

  /// The same reason with a sentence after its message, such as what to do next.
  ///
  /// - Returns: The reason, without a remedy.
  public func adding(_ sentence: String) -> HealthError {
    let isEnded = message.hasSuffix(".") || message.hasSuffix("?")
    // A predicate is shown below its message.
    let gap = message.contains("\n") ? "\n  " : isEnded ? " " : ". "
    return HealthError(code, rule: rule, place: place, message + gap + sentence, cause: cause)
  }
}

extension HealthError {
  /// A way to handle an error, which a program can describe in terms of its own options.
  ///
  /// Messages state what is wrong; a command line, an app and a server offer different remedies.
  public enum Remedy: Sendable, Equatable {
    /// State the format of the input: it could not be determined.
    case nameInputFormat
    /// State the format of the output: it could not be determined.
    case nameOutputFormat
    /// Choose one file of the input: `ReadOptions.member`.
    case chooseMember
    /// State the time zone of the dates that have none: `ReadOptions.zone`.
    case nameZone
    /// State the time zone in which days begin, which is not that of dates without one.
    case nameDayZone
    /// Read the input with a map: `ReadOptions.map`. With the names of the maps or of their tables that fit it, the
    /// best first, and whether its dates need a zone, too.
    case useMap(names: [String], needsZone: Bool)
    /// Read the input as elements without the root element around them: `ReadOptions.isFragment`.
    case readAsFragment
    /// Make a report for people, which is not a format.
    case makeReport
    /// Write a folder, with the name of the format.
    case writeFolder(format: String)
    /// Allow that the output is replaced.
    case replaceOutput
    /// Allow that the data of different people become one dataset.
    case allowDifferentPeople
    /// Name the participant of each input.
    case nameParticipant
    /// Choose one of several participants.
    case selectParticipant
    /// Read the tables of a study as such, or the exports of its participants.
    case useStudy
    /// Choose one of several patients of the input: `ReadOptions.subject`.
    case selectPatient
    /// Name the patient that the samples are about.
    case namePatient
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
