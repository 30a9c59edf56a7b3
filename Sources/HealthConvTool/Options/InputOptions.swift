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

  @OptionGroup var paths: PathOptions

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
  /// The most threads without the option: more than two were not measured, and splitting is serial.
  private static let usualJobs = 8

  /// Opens inputs.
  ///
  /// - Parameter paths: Files, folders, archives, databases, or `-` for standard input.
  /// - Throws: `HealthError`: `.usage`, among others, for an option that the format of none of them has.
  func open(_ paths: [String]) throws -> [Dataset] {
    // Paths are numbered in the order of the arguments.
    for path in paths { _ = HiddenPaths.name(of: path) }
    let options = try options()
    // Inputs without a participant are an error before any is opened.
    _ = try participantMap()?.entries(of: paths)
    let datasets = try paths.map { try open($0, options) }
    do { try options.check(for: datasets.map(\.format)) } catch {
      // What is wrong with an input itself comes first.
      for dataset in datasets { _ = try dataset.samples() }
      throw error
    }
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
    let dataset = HiddenPaths.hide(try Dataset.open(path, as: format, options: options))
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
