import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The samples of several datasets, one dataset after another.
struct DatasetSequence: SampleSequence, ~Copyable {
  /// Facts about the datasets, united.
  let info: DatasetInfo
  let people: PeopleCheck
  private let datasets: [Dataset]
  private var current: Samples
  /// The number of the dataset of the last sample.
  private(set) var index = 0
  /// Opened streams by the index of their dataset, until it is read: a stream cannot be opened
  /// twice.
  private var streams: [Int: Stream] = [:]
  /// Findings about the datasets before the current one.
  private var findings: [Finding]
  private var notesBefore = ReaderNotes()
  private var bytesBefore: Int64 = 0
  private let total: Int64?
  /// Whether `next()` stops at the end of a dataset.
  private var stopsAtEnd = false
  /// The error of opening the next dataset, which `next()` throws.
  private var error: HealthError?

  /// Opens the datasets.
  ///
  /// - Parameter people: Checks each dataset.
  /// - Throws: If one of them cannot be read from the start, or is of another person.
  init(
    _ datasets: [Dataset], _ people: PeopleCheck
  ) throws(HealthError) {
    var people = people
    let datasets = try datasets.map { (dataset) throws(HealthError) in
      // Which version of an observation counts is known only when all were read.
      let isReread = dataset.isStream && dataset.format.name == Format.fhir.name
      return try (isReread ? dataset.rereadable() : dataset).listingParticipants()
    }
    var first = try datasets[0].samples()
    var infos = [first.info]
    try people.add(first.info, named: datasets[0].name)
    var total = first.progress.total
    var findings: [Finding] = []
    for (index, dataset) in datasets.enumerated().dropFirst() {
      var samples = try dataset.samples()
      infos.append(samples.info)
      try people.add(samples.info, named: dataset.name)
      if let known = total, let added = samples.progress.total {
        total = known + added
      } else {
        total = nil
      }
      if dataset.isStream { streams[index] = Stream(consume samples) }
    }
    self.datasets = datasets
    self.people = people
    self.total = total
    info = DatasetInfo(uniting: infos, named: datasets.map(\.name), findings: &findings)
    self.findings = findings
    current = first
  }

  /// The next sample, or `nil` at the end and after it.
  mutating func next() throws(HealthError) -> Sample? {
    if let error {
      self.error = nil
      throw error
    }
    if let sample = try current.next() { return sample }
    if stopsAtEnd { return nil }
    while index + 1 < datasets.count {
      try advance()
      if let sample = try current.next() { return sample }
    }
    return nil
  }

  /// Calls a function that reads samples: once for each dataset, or once for each chunk of a
  /// dataset that is read in chunks. `next()` returns `nil` at the end of each.
  ///
  /// - Parameters:
  ///   - outputs: One for each thread that encodes samples; empty if threads do not encode.
  ///   - write: Writes what an output has encoded.
  ///   - body: Reads samples, adds them to the output if it collects them, and returns whether to
  ///     continue.
  mutating func readAll(
    outputs: [ChunkOutput] = [],
    write: (ChunkOutput) throws(HealthError) -> Void = { _ in },
    _ body: (inout DatasetSequence, ChunkOutput?) throws(HealthError) -> Bool
  ) throws(HealthError) {
    stopsAtEnd = true
    defer { stopsAtEnd = false }
    var goesOn = true
    while goesOn {
      if let run = current.splitRest(jobs: jobs) {
        try run.run(outputs, write: write) { (step) throws(HealthError) in
          switch step {
          case .accept(let chunk, let decoder): return current.accept(chunk, decodedBy: decoder)
          case .readSamples(let output):
            goesOn = try body(&self, output)
            return goesOn
          }
        }
      } else {
        goesOn = try body(&self, nil)
      }
      guard goesOn, index + 1 < datasets.count else { return }
      do throws(HealthError) { try advance() } catch { self.error = error }
    }
  }

  /// Whether the current dataset is of activities.
  var isOfActivities: Bool { datasets[index].format.isOfActivities }

  /// How many threads read the current dataset.
  var jobs: Int { datasets[index].jobs }

  /// A class that holds the samples of an opened stream, so that a dictionary can contain them.
  private final class Stream {
    var samples: Samples?
    init(_ samples: consuming Samples) { self.samples = consume samples }
  }

  private mutating func advance() throws(HealthError) {
    let next: Samples
    if let waiting = streams.removeValue(forKey: index + 1)?.samples.take() {
      next = waiting
    } else {
      next = try datasets[index + 1].samples()
    }
    findings += current.takeFindings()
    notesBefore = notes
    bytesBefore += current.progress.consumed
    current = next
    index += 1
  }

  /// The location of the beginning of the sample that `next()` returned last.
  var place: Place { mutating get { current.place } }

  /// Where the structures nested in that sample are, if they have locations of their own.
  var parts: Place.Parts? { mutating get { current.parts } }

  /// Where the current dataset describes the person, if that is known.
  var personPlace: Place? { mutating get { current.personPlace } }

  /// Findings about the inputs since the last call.
  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings + current.takeFindings()
  }

  /// Counts of what the inputs contain in addition to samples; complete once `next()` gave `nil`.
  var notes: ReaderNotes { mutating get { notesBefore + current.notes } }

  /// How far the inputs have been read.
  var progress: ByteProgress {
    mutating get { ByteProgress(consumed: bytesBefore + current.progress.consumed, total: total) }
  }
}

extension ReaderNotes {
  /// The counts of two inputs, added.
  fileprivate static func + (a: ReaderNotes, b: ReaderNotes) -> ReaderNotes {
    var sum = a
    sum.comments += b.comments
    sum.alsoTopLevelMembers += b.alsoTopLevelMembers
    sum.nestedOnlyMembers += b.nestedOnlyMembers
    sum.unreadFiles.merge(b.unreadFiles, uniquingKeysWith: +)
    return sum
  }
}

/// Refuses to write the data of different people into one dataset.
struct PeopleCheck {
  private let isOn: Bool
  /// The facts that each dataset states about its person.
  private var first: (name: String, info: DatasetInfo)?
  private var known: [(name: String, info: DatasetInfo)] = []

  /// - Parameter allowsDifferentPeople: Whether nothing is refused.
  init(allowsDifferentPeople: Bool) { isOn = !allowsDifferentPeople }

  /// Checks another dataset.
  ///
  /// - Throws: `HealthError`: `.malformed` if one before it contradicts it.
  mutating func add(_ info: DatasetInfo, named name: String) throws(HealthError) {
    if let first, first.info.hasParticipants != info.hasParticipants {
      let unnamed = info.hasParticipants ? first.name : name
      throw HealthError(
        .usage,
        "'\(unnamed)' has no participant, and '\(info.hasParticipants ? name : first.name)' has: their samples "
          + "could not be told apart", remedy: .nameParticipant)
    }
    first = first ?? (name, info)
    for info in info.listed { try addPerson(info, named: name) }
  }

  private mutating func addPerson(_ info: DatasetInfo, named name: String) throws(HealthError) {
    try check(info, named: name)
    if isOn, info.characteristics.contains(where: \.isSet) { known.append((name, info)) }
  }

  private func check(_ info: DatasetInfo, named name: String) throws(HealthError) {
    for other in known where other.info.participant == info.participant {
      let differences = info.personDiffers(from: other.info)
      if differences.isEmpty { continue }
      throw HealthError(
        .malformed,
        "'\(other.name)' and '\(name)' describe different people: they differ in "
          + "\(differences.joined(separator: " and ")).", remedy: .allowDifferentPeople)
    }
  }

  /// Checks the facts of the store that is written to.
  ///
  /// - Parameter facts: The united facts about all datasets.
  /// - Returns: A finding, if only some of the data are the result of a policy.
  /// - Throws: `HealthError`: `.malformed` if the datasets contradict it.
  func check(
    _ output: OutputContainer, as format: Format, adding facts: DatasetInfo
  ) throws(HealthError) -> [Finding] {
    guard let first, let store = output.existingStore(as: format), let info = try? store.info()
    else { return [] }
    let isNew = info == DatasetInfo()
    if !isNew, info.hasParticipants != first.info.hasParticipants {
      let (with, without) =
        info.hasParticipants ? (store.name, first.name) : (first.name, store.name)
      throw HealthError(
        .usage,
        "'\(without)' has no participant, and '\(with)' has: their samples could not be told apart",
        remedy: .nameParticipant)
    }
    for info in info.listed { try check(info, named: store.name) }
    return isNew ? [] : DatasetInfo.policyFindings([info, facts], [store.name, first.name])
  }
}

extension DatasetInfo {
  /// The rule of findings about data of which only some are the result of a policy, or which are of different policies.
  static let policyRule = "policy-differs"

  /// A finding, unless all data are the result of the same policy, or all of none. The united data
  /// state no policy.
  static func policyFindings(_ infos: [DatasetInfo], _ names: [String]) -> [Finding] {
    let policies = infos.map { $0.listed.map(\.deidentified) }
    guard Set(policies.joined()).count > 1,
      let other = policies.firstIndex(where: { Set($0 + policies[0]).count > 1 })
    else { return [] }
    let place = Place(file: names[other])
    return [
      Finding(
        rule: policyRule, severity: .warning, place: place,
        message:
          "not all data are the result of one policy; together they are as identifying as the least protected"
      )
    ]
  }

  /// Unites the facts about several datasets.
  ///
  /// The facts are those of the latest export, or of the first dataset if none has a date. Facts that it lacks are taken from the
  /// other datasets in their order. Each characteristic that differs is a finding.
  ///
  /// - Parameters:
  ///   - infos: Facts about each dataset; at least one.
  ///   - findings: Receives a finding for each characteristic on which datasets differ.
  init(uniting infos: [DatasetInfo], named names: [String], findings: inout [Finding]) {
    findings += Self.policyFindings(infos, names)
    if infos.contains(where: \.hasParticipants) {
      self.init(of: infos.flatMap(\.listed))
      hasUnlistedParticipants = infos.contains(where: \.hasUnlistedParticipants)
      return
    }
    var newest = 0
    for (index, info) in infos.enumerated() {
      guard let date = info.exportDate else { continue }
      if infos[newest].exportDate.map({ $0 < date }) ?? true { newest = index }
    }
    self = infos[newest]
    deidentified = Self.commonPolicy(of: infos)
    for (index, info) in infos.enumerated() where index != newest {
      locale = locale ?? info.locale
      exportVersion = exportVersion ?? info.exportVersion
      path = path ?? info.path
      for other in info.characteristics where other.isSet {
        guard let known = characteristics.firstIndex(where: { $0.type == other.type }) else {
          characteristics.append(other)
          continue
        }
        if !characteristics[known].isSet {
          characteristics[known] = other
        } else if characteristics[known].value != other.value {
          findings.append(
            Finding(
              rule: "characteristics-differ", severity: .warning, place: Place(file: names[index]),
              message:
                "\(other.type.identifier) differs from that of '\(names[newest])', which is used")
          )
        }
      }
    }
  }
}
