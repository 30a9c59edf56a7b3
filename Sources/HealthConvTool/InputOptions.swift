import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel

/// The arguments that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "The format of all inputs. Default: detected from the first bytes or the extension of each.",
    completion: .inputFormats)
  var from: String?

  @Flag(help: "Reject files with known defects instead of repairing them.")
  var strict = false

  @OptionGroup var formatOptions: FormatOptions<ReadOptionList>

  @Option(
    help: ArgumentHelp(
      "How many threads read, encode and compress. Default: one for each processor that this process may use, at most 8. "
        + "The output does not depend on it, memory does.", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Read stores with the permission of this client (see 'store grant').", valueName: "name"))
  var client: String?

  @Option(
    help: ArgumentHelp(
      "The id of the participant whose data all inputs are. It is written with each sample.",
      valueName: "id"))
  var participant: String?

  @Option(
    help: ArgumentHelp(
      "The participants of the inputs: a CSV file with the columns export, participant and, optionally, zone: the time zone of "
        + "dates that have none.",
      valueName: "map.csv"), completion: .file(extensions: ["csv"]))
  var participants: String?

  @Option(
    help: ArgumentHelp(
      "Take the participants from the names of the inputs, such as '{participant}_*.zip'.",
      valueName: "pattern"))
  var participantPattern: String?

  @Option(
    help: ArgumentHelp(
      "Read only the samples of this participant, of inputs that have several.", valueName: "id"))
  var selectParticipant: String?

  /// The map of participants, if one was given.
  private func participantMap() throws(HealthError) -> ParticipantMap? {
    if let participants { return try ParticipantMap(file: participants) }
    return try participantPattern.map { (text) throws(HealthError) in
      try ParticipantMap(pattern: text)
    }
  }

  func validate() throws {
    let given = [
      participant.map { _ in "--participant" }, participants.map { _ in "--participants" },
      participantPattern.map { _ in "--participant-pattern" },
    ].compactMap(\.self)
    if given.count > 1 {
      throw ValidationError("\(given[0]) and \(given[1]) cannot be combined")
    }
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs has '\(jobs)', expected 1 to \(Self.mostJobs)")
    }
  }

  /// Each thread has some megabytes of its own.
  private static let mostJobs = 64
  /// How many threads there are without the option: more than two were not measured, and splitting is serial.
  private static let usualJobs = 8

  /// Opens inputs.
  ///
  /// - Parameter paths: Files, folders, archives, databases, or `-` for standard input.
  /// - Throws: `HealthError`: `.usage`, among others, for an option that the format of none of them has.
  func open(_ paths: [String]) throws -> [Dataset] {
    let options = try options()
    // Inputs without a participant are an error before any is opened.
    _ = try participantMap()?.entries(of: paths)
    let datasets = try paths.map { try open($0, options) }
    try options.check(for: datasets.map(\.format))
    guard let selectParticipant, datasets.count > 1 else { return datasets }
    return try Self.withParticipant(selectParticipant, datasets)
  }

  /// Of several inputs, those that have a participant; all if none has it, so that reading them states it.
  private static func withParticipant(
    _ id: String, _ datasets: [Dataset]
  ) throws(HealthError) -> [Dataset] {
    var found: [Dataset] = []
    for dataset in datasets {
      let dataset = try dataset.rereadable()
      if try dataset.hasParticipant(id) { found.append(dataset) }
    }
    return found.isEmpty ? datasets : found
  }

  /// Opens one of several inputs, without checking that its format has the options.
  func open(_ path: String, _ options: ReadOptions) throws -> Dataset {
    let format = try from.map { try Format.named($0) } ?? Format.implied(by: options)
    let entry = try participantMap()?.entries(of: [path])[0]
    var options = options
    if options.zone == nil { options.zone = entry?.zone.flatMap { try? Zone($0) } }
    let dataset = try Dataset.open(path, as: format, options: options)
    let read = try client.map { (name) throws(HealthError) in try dataset.client(name) } ?? dataset
    if let selectParticipant { return read.selecting(participant: selectParticipant) }
    guard let id = participant ?? entry?.participant else { return read }
    return try read.participant(id)
  }

  func options() throws -> ReadOptions {
    var options = ReadOptions()
    options.isStrict = strict
    options.jobs = jobs ?? min(Processors.available, Self.usualJobs)
    try formatOptions.set(&options)
    return options
  }
}

/// The inputs of a command that reads several and writes one output.
struct InputPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "What to read: files, folders, archives, stores; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  func validate() throws { try Self.check(inputs) }

  /// Refuses standard input that is named twice: it can be read once.
  static func check(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be given only once")
    }
  }
}

/// The argument that lets several people's data become one dataset.
struct PeopleOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Take inputs as data of one person even if their dates of birth, biological sexes or blood types differ."
    ))
  var allowDifferentPeople = false
}

/// What `validate --fix` does to an input before it is checked.
struct InputFixer {
  /// Which rules are checked: only their findings are fixed.
  let settings: RuleSettings
  /// Whether to report what would be fixed, and write nothing.
  let isDryRun: Bool

  /// An input that has something to fix.
  struct Fixed {
    /// What was written, which does not have its name yet; `nil` in a dry run.
    let rewriting: Rewriting?
    private let text: String

    fileprivate init(_ path: String, _ plan: Conversion.Report, _ rewriting: Rewriting?) {
      self.rewriting = rewriting
      // Other content of the old file is not copied: comments, junk files.
      var left = plan.notes
      (left.alsoTopLevelMembers, left.nestedOnlyMembers) = (0, 0)
      text =
        "\(path.printable): \(rewriting == nil ? "to be fixed" : "fixed")\n\(plan.fixes)\(left.text)"
    }

    /// Reports on standard error what was fixed, or would be.
    func report() { StandardError.write(text) }
  }

  /// The result for an input.
  enum Outcome {
    /// There is nothing to fix.
    case nothing
    /// Something was fixed.
    case fixed(Fixed)
    /// The input was not changed, since it cannot be read to its end.
    case unreadable(HealthError)
  }

  /// Writes an input again with everything fixed that can be.
  func fix(_ dataset: Dataset, at path: String) throws(HealthError) -> Outcome {
    guard path != "-" else {
      throw HealthError(.usage, "standard input cannot be fixed; name a file")
    }
    guard dataset.client == nil else {
      throw HealthError(
        .usage, "a client does not see all of '\(path)', so it cannot be fixed with --client")
    }
    var conversion = Conversion(of: dataset, to: dataset.format)
    conversion.fixes = settings
    let plan: Conversion.Report
    do throws(HealthError) {
      plan = try conversion.dryRun(toFile: path, overwriting: true)
    } catch  where [.malformed, .noInput].contains(error.kind) {
      return .unreadable(error)
    }
    if let error = plan.readError { return .unreadable(error) }
    if plan.fixes.isEmpty { return .nothing }
    guard plan.losses.allSatisfy({ $0.count == 0 }) else {
      throw HealthError(
        .unsupported,
        "cannot fix '\(path)': rewriting it would lose data. Use 'convert --normalize' instead.")
    }
    return .fixed(Fixed(path, plan, isDryRun ? nil : try Rewriting(conversion, at: path)))
  }
}

/// What to do about a path that names no file, by how it is written.
struct InputAdvice {
  /// The words of the command, from that of the program on.
  let words: [String]
  let arguments: [String]

  /// The sentence for an error that states that an input does not exist; `nil` if there is nothing to say.
  func sentence(for error: HealthError) -> String? {
    if error.code == .usage, let name = arguments.last(where: { TypePattern(known: $0) != nil }),
      error.message.hasPrefix("cannot determine the format of '\(name)'")
    {
      return "Name one with --to, or a type with --type \(types(with: name))."
    }
    if error.code == .usage, let address = arguments.last(where: { $0.contains("://") }),
      error.message.hasPrefix("cannot determine the format of '\(address)'")
    {
      return "A database is a file such as health.db, or PostgreSQL: postgres://HOST/NAME."
    }
    guard error.kind == .noInput,
      let index = arguments.indices.first(where: {
        error.description.hasPrefix("cannot read '\(arguments[$0])': no such file")
      })
    else { return nil }
    let path = arguments[index]
    if FileStatus(path: path, following: false) != nil {
      return "It is a link to a file that does not exist."
    }
    return address(path) ?? quotes(path) ?? condition(at: index) ?? words(path) ?? order(at: index)
      ?? nearby(path)
  }

  private func address(_ path: String) -> String? {
    let lowercased = path.lowercased()
    if ["http://", "https://", "ftp://"].contains(where: lowercased.hasPrefix) {
      return "Nothing is read from the network: download the file first."
    }
    let bytes = Array(path.utf8)
    guard bytes.count > 3, bytes[1] == UInt8(ascii: ":"),
      bytes[2] == UInt8(ascii: "\\") || bytes[2] == UInt8(ascii: "/"),
      path.first?.isASCII == true, path.first?.isLetter == true
    else { return nil }
    let rest = path.dropFirst(3).replacing("\\", with: "/")
    return "In WSL a path of Windows is written '/mnt/\(path.prefix(1).lowercased())/\(rest)'."
  }

  private func quotes(_ path: String) -> String? {
    if path.hasPrefix("~/") { return "The shell replaces ~ only outside of quotes." }
    let marks: Set<Character> = ["“", "”", "„", "‘", "’", "«", "»", "\"", "'"]
    guard let first = path.first, let last = path.last, path.count > 2, marks.contains(first),
      marks.contains(last)
    else { return nil }
    return "The quotation marks are part of the name; a shell removes only \" and '."
  }

  /// A condition without its option, also one without quotes, whose words are arguments.
  private func condition(at index: Int) -> String? {
    var text = arguments[index]
    if let next = arguments.dropFirst(index + 1).first, Self.signs.contains(next) {
      let rest = arguments[index...].prefix { !$0.hasPrefix("-") }
      text = rest.joined(separator: " ")
    }
    let parts = text.split(separator: " ")
    guard parts.contains(where: { Self.signs.contains(String($0)) }) else { return nil }
    func isCondition(_ text: String) -> Bool { (try? SamplePredicate(parsing: text)) != nil }
    if isCondition(text) { return "A condition follows --where: --where \"\(text)\"." }
    // People compare types, as `steps > 1000`.
    let typed = "type = \(parts[0]) and value \(parts.dropFirst().joined(separator: " "))"
    if isCondition(typed) { return "A condition follows --where: --where \"\(typed)\"." }
    return
      "A condition follows --where, such as --where \"type = HeartRate and value > 100 count/min\"."
  }

  private static let signs: Set = ["=", "==", "!=", "<", ">", "<=", ">=", "like"]

  /// What is not a path but the value of an option.
  private func words(_ path: String) -> String? {
    if (try? SamplePredicate(parsing: path)) != nil {
      return "A condition follows --where: --where \"\(path)\"."
    }
    if path.lowercased().hasPrefix("select ") {
      return
        "SQL is for a store: 'healthconv convert INPUT -o health.db', then sqlite3 health.db \"\(path)\"."
    }
    guard !path.contains("."), !path.contains("/"), TypePattern(known: path) != nil else {
      return nil
    }
    return "Types follow --type, separated by commas: --type \(types(with: path))."
  }

  /// The types that were given, with another one.
  private func types(with name: String) -> String {
    guard let option = arguments.firstIndex(where: { $0 == "--type" || $0.hasPrefix("--type=") })
    else { return name }
    let argument = arguments[option]
    let given =
      argument.hasPrefix("--type=")
      ? String(argument.dropFirst(7)) : arguments.dropFirst(option + 1).first ?? ""
    return given.isEmpty ? name : "\(given),\(name)"
  }

  private func order(at index: Int) -> String? {
    guard words.last == "convert", let next = arguments.dropFirst(index + 1).first,
      FileStatus(path: next, following: true) != nil
    else { return nil }
    return "The input comes first: healthconv convert \(next) \(arguments[index])."
  }

  /// A file of a similar name in the same folder.
  private func nearby(_ path: String) -> String? {
    let (folder, name) = AtomicFile.split(path)
    guard !name.isEmpty else { return nil }
    if FileStatus(path: folder, following: true) == nil {
      return "The folder '\(folder)' does not exist."
    }
    // Two letters at most: files of a folder have similar names.
    let lowercased = Array(name.lowercased().utf8.prefix(128))
    let near = FolderListing.visibleNames(folder).map { other in
      (other, editDistance(lowercased, Array(other.lowercased().utf8.prefix(128))))
    }
    guard let nearest = near.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
      nearest.1 <= min(2, lowercased.count / 4)
    else { return nil }
    return "Did you mean '\(path.contains("/") ? "\(folder)/" : "")\(nearest.0)'?"
  }
}
