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
