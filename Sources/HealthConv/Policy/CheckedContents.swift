import HealthModel

/// What is read of a dataset.
enum CheckedPart {
  case info(DatasetInfo)
  case sample(Sample)
}

/// What `policy check` compares of a dataset: its texts, and when its samples were.
struct CheckedContents {
  /// Something with a time that has seconds, so that it hardly coincides with another one.
  struct Event: Hashable {
    let type: String
    let start: Int64
    let end: Int64
    var value: Double?
  }

  /// The texts, folded, with the classes of the fields that have them.
  private(set) var texts: [String: Set<FieldClass>] = [:]
  /// Values at their instants.
  private(set) var instants: Set<SampleID> = []
  /// Samples of other kinds, by their instants.
  private(set) var events: Set<Event> = []
  /// Values by their local times.
  private(set) var localTimes: Set<Event> = []
  private(set) var participants: Set<String> = []
  /// How many participants there are of each age band and sex.
  private(set) var groups: [[String]: Int] = [:]
  private(set) var count = 0
  /// The local day on which the last sample began, in days since 1970.
  private(set) var lastDay: Int64?
  /// How many samples are not granted, or have parts that are not.
  private(set) var ungranted = 0
  private(set) var keys: Set<MetadataKey> = []
  private(set) var isPartial = false
  private let most: Int

  /// Reads a dataset.
  ///
  /// - Parameters:
  ///   - most: The most texts and samples that are kept.
  ///   - policy: The policy of which it is the original, or should be the result.
  ///   - isResult: Whether it should be the result.
  ///   - checks: Other checks of the same reading.
  init(
    _ dataset: Dataset, most: Int, _ policy: Policy, isResult: Bool,
    _ checks: (CheckedPart) -> Void
  ) throws(HealthError) {
    self.most = most
    let found = Texts(most)
    var collector = TextCollector(policy) { found.add($0, $1) }
    var samples = try dataset.samples()
    collector.collect(samples.info)
    checks(.info(samples.info))
    for facts in samples.info.hasParticipants ? samples.info.participants : [] {
      let types: [CharacteristicType] = [.ageBand, .dateOfBirth, .biologicalSex]
      let group = types.map { type in
        facts.characteristics.first { $0.type == type }?.value ?? ""
      }
      if group.contains(where: { !$0.isEmpty }) { groups[group, default: 0] += 1 }
    }
    // Dates and names of sources are changed, types are not.
    var policy = policy
    (policy.since, policy.until, policy.sourceNames) = (nil, nil, [])
    var filter = VisibilityFilter(PolicyVisibility(policy, nil))
    while let sample = try samples.next() {
      if isResult, !Self.isGranted(sample, &filter) { ungranted += 1 }
      collector.collect(sample)
      checks(.sample(sample))
      add(sample)
    }
    texts = found.texts
    keys = collector.keys
    isPartial = isPartial || found.isPartial
  }

  private static func isGranted(
    _ sample: Sample, _ filter: inout VisibilityFilter<PolicyVisibility>
  ) -> Bool {
    switch sample {
    // The texts of unknown elements are searched.
    case .unknown: true
    // Tables without nested samples have correlations without their members.
    case .correlation(let correlation) where correlation.members.isEmpty:
      filter.visibility.mayAllow(correlation.type)
    default: filter.filter(sample) == sample
    }
  }

  private final class Texts {
    var texts: [String: Set<FieldClass>] = [:]
    var isPartial = false
    let most: Int

    init(_ most: Int) { self.most = most }

    func add(_ text: String, _ kind: FieldClass) {
      if texts.count < most {
        texts[PolicyCheck.folded(text), default: []].insert(kind)
      } else {
        isPartial = true
      }
    }
  }

  private mutating func add(_ sample: Sample) {
    count += 1
    if let participant = sample.participant { participants.insert(participant) }
    guard let header = sample.header, header.start.isKnown else { return }
    lastDay = max(lastDay ?? .min, DateMove.localDay(header.start))
    guard instants.count + events.count < most else {
      isPartial = true
      return
    }
    let (start, end) = (header.start, header.end)
    var event = Event(
      type: header.descriptor.type.identifier, start: start.secondsSince1970,
      end: end.secondsSince1970)
    let hasSeconds = start.secondsSince1970 % 60 != 0
    if case .quantity(let quantity) = sample {
      instants.insert(Self.valueID(of: quantity))
      event.value = quantity.number.doubleValue
    } else if hasSeconds {
      events.insert(event)
    }
    if hasSeconds {
      localTimes.insert(
        Event(
          type: event.type, start: event.start + Int64(start.offsetMinutes) * 60,
          end: event.end + Int64(end.offsetMinutes) * 60, value: event.value))
    }
  }

  /// The identity of a value at an instant, without its source.
  private static func valueID(of quantity: QuantitySample) -> SampleID {
    let header = quantity.header
    return QuantitySample.id(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: header.descriptor.type, unitText: header.descriptor.unitText, source: nil),
        start: header.start, end: header.end), number: quantity.number)
  }
}
