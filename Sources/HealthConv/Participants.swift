import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Gives samples the participant that the user named, or selects those of one participant.
///
/// A new descriptor is made once for each that a reader makes. Identities include the participant, so that everything that
/// compares samples by them keeps two people apart.
struct ParticipantLabels: Sendable {
  enum Purpose: Equatable, Sendable {
    /// Samples that have no participant get this one.
    case label(String)
    /// Only the samples of this one are read.
    case only(String)
  }

  let purpose: Purpose
  /// Whether findings about the input are left out: those of an input that is read once for each participant.
  var leavesOutFindings = false

  init(_ purpose: Purpose) { self.purpose = purpose }

  /// The participant whose samples are selected, if some are left out.
  var selected: String? { if case .only(let id) = purpose { id } else { nil } }

  /// The facts about the labelled or selected dataset.
  func info(_ info: DatasetInfo, of name: String) throws(HealthError) -> DatasetInfo {
    switch purpose {
    case .label(let id):
      let known = info.participantIDs
      if known == [id] { return info }
      guard known.isEmpty, !info.hasUnlistedParticipants else {
        throw HealthError(
          .usage, "'\(name)' has participants already, so it cannot get another id")
      }
      return info.with(participant: id)
    case .only(let id):
      if let facts = info.facts(of: id) { return facts }
      guard info.hasUnlistedParticipants else {
        throw HealthError(
          .usage, "'\(name)' has no participant '\(id.printableName)'")
      }
      var facts = DatasetInfo()
      facts.participant = id
      return facts
    }
  }

}

/// Labels the samples of a reader, or selects them.
struct ParticipantLabeller {
  let labels: ParticipantLabels
  private var descriptors = DescriptorTable<SampleDescriptor>()

  init(_ labels: ParticipantLabels) { self.labels = labels }

  /// The sample with its participant; `nil` for a sample of another than the selected one.
  mutating func labelled(_ sample: Sample) -> Sample? {
    switch labels.purpose {
    case .only(let id): return sample.participant == id ? sample : nil
    case .label(let id):
      if descriptors.isLarge { _ = descriptors.takeEntries() }
      return labelled(sample, id)
    }
  }

  private mutating func labelled(_ sample: Sample, _ id: String) -> Sample {
    if case .unknown(var element) = sample {
      element.participant = id
      return .unknown(element)
    }
    var sample = sample
    if let descriptor = sample.descriptor, descriptor.participant != id {
      let index = descriptors.index(of: descriptor, kind: sample.kind) { descriptor, _ in
        descriptor.with(participant: id)
      }
      let own = descriptors[index]
      sample.updateHeader { $0.descriptor = own }
    }
    guard sample.canHoldSamples, !sample.members.isEmpty else { return sample }
    sample.members = sample.members.map {
      NestedSample(sample: labelled($0.sample, id), membership: $0.membership)
    }
    return sample
  }
}

extension Format {
  /// Whether samples keep their participant in it.
  public var holdsParticipants: Bool {
    ["jsonl", "csv", "csv-dataset", "parquet", "xlsx"].contains(name)
      || StoreKind.all.contains { $0.format.name == name }
  }

  /// Whether they do in a layout: those of other programs have no place for participants.
  func holdsParticipants(in options: WriteOptions) -> Bool {
    holdsParticipants && !["tdda", "dogsheep"].contains(options.layout)
  }
}

extension Loss {
  /// What each format loses that does not hold participants (``Format/holdsParticipants``).
  public static let participants = Loss("participants", "the participants of samples")
}

extension Dataset {
  /// The same dataset, whose samples are those of a participant. Data that have participants already are refused when they
  /// are read, unless it is the same one.
  ///
  /// - Parameter id: The id, 1 to 128 bytes without control characters. It is written into every table: it should not name
  ///   the person.
  /// - Throws: `HealthError` of code `.usage` for a text that is no id.
  public func participant(_ id: String) throws(HealthError) -> Dataset {
    guard Participant.isID(id) else {
      throw HealthError(
        .usage,
        "'\(id.printableName)' is not the id of a participant, expected \(Participant.expected)")
    }
    var dataset = self
    dataset.labels = ParticipantLabels(.label(id))
    return dataset
  }

  /// The same dataset, of which only the samples of a participant are read.
  public func selecting(participant id: String) -> Dataset {
    if labels?.purpose == .label(id) { return self }
    var dataset = self
    dataset.labels = ParticipantLabels(.only(id))
    return dataset
  }

  /// The ids of its participants. Reads the facts about the dataset; of a table without them, all samples.
  public func participantIDs() throws(HealthError) -> [String] {
    guard format.holdsParticipants || labels != nil else { return [] }
    if case .label(let id)? = labels?.purpose { return [id] }
    // Selections are by the ids of the input, also where a policy gives others.
    var samples = try withoutRelease.samples()
    if !samples.info.hasUnlistedParticipants { return samples.info.participantIDs }
    var (found, known): ([String], Set<String>) = ([], [])
    while let sample = try samples.next() {
      if let id = sample.participant, known.insert(id).inserted { found.append(id) }
    }
    return found
  }

  /// The dataset with a list of the participants that its samples name, for outputs that begin with it. A table without such a list
  /// is read once more.
  func listingParticipants() throws(HealthError) -> Dataset {
    guard format.holdsParticipants, labels == nil, release == nil, !isStore, try namesParticipants
    else { return self }
    var dataset = try rereadable()
    guard try dataset.info.hasUnlistedParticipants else { return dataset }
    dataset.foundParticipants = try dataset.participantIDs()
    return dataset
  }

  /// Whether a file of it may have a column or a member for the participant.
  private var namesParticipants: Bool {
    get throws(HealthError) {
      for entry in input.container.entries {
        let bytes: [UInt8]
        do throws(HealthError) { bytes = try input.container.firstBytes(of: entry) } catch {
          // A file of another form may be among them; a disk may not fail twice.
          if error.kind == .failed { throw error }
          continue
        }
        if Input.Preview.text(bytes).firstRange(of: Array("participant".utf8)) != nil {
          return true
        }
      }
      return false
    }
  }

  /// Whether it has samples of a participant, as its facts list them, whatever of it is selected.
  package func hasParticipant(_ id: String) throws(HealthError) -> Bool {
    var dataset = self
    dataset.labels = nil
    return try dataset.participantIDs().contains(id)
  }

  /// The dataset once for each of its participants, by whom it is read; itself if it has no more than one.
  ///
  /// Each is read from the beginning, and finds what is of its participant. Findings of the reader are those of the first.
  package func byParticipant() throws(HealthError) -> [Dataset] {
    if labels != nil || !format.holdsParticipants { return [self] }
    let dataset = try rereadable()
    let ids = try dataset.participantIDs()
    guard ids.count > 1 else { return [dataset] }
    return try ids.enumerated().map { (element) throws(HealthError) in
      let (index, id) = element
      let given = try release?.registeredPseudonym(of: id) ?? id
      var one = dataset.selecting(participant: id).named(
        "\(name), participant \(given.printable)")
      one.labels?.leavesOutFindings = index > 0
      return one
    }
  }

  /// The datasets, to be read as often as need be, if they are of no more than one participant.
  ///
  /// - Throws: `HealthError` of code `.usage` for several: what is about one person would add them up.
  package static func ofOneParticipant(
    _ datasets: [Dataset], for subject: String
  ) throws(HealthError) -> [Dataset] {
    var ids: Set<String> = []
    let datasets = try datasets.map { (dataset) throws(HealthError) in
      dataset.format.holdsParticipants ? try dataset.rereadable() : dataset
    }
    for dataset in datasets { ids.formUnion(try dataset.participantIDs()) }
    if ids.count > 1 {
      throw HealthError(
        .usage, "the inputs have \(ids.count) participants, and \(subject) is about one",
        remedy: .selectParticipant)
    }
    return datasets
  }

  /// Datasets of one participant each, by the ids in the order of the inputs; one group without an id if none has any.
  package static func groups(
    _ datasets: [Dataset]
  ) throws(HealthError) -> [(participant: String?, datasets: [Dataset])] {
    var groups: [(participant: String?, datasets: [Dataset])] = []
    var places: [String?: Int] = [:]
    for dataset in datasets {
      for one in try dataset.byParticipant() {
        var id: String?
        switch one.labels?.purpose {
        case .label(let label), .only(let label): id = label
        case nil: id = try one.participantIDs().first
        }
        if let known = id, let release = one.release {
          id = try release.registeredPseudonym(of: known)
        }
        if let place = places[id] {
          groups[place].datasets.append(one)
        } else {
          places[id] = groups.count
          groups.append((id, [one]))
        }
      }
    }
    return groups
  }
}
