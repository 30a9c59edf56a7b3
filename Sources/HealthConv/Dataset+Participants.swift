import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

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
