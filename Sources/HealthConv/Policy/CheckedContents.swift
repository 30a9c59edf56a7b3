import HealthModel

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
  /// How many samples are not granted, or have parts that are not.
  private(set) var ungranted = 0
  private(set) var isPartial = false
  private let most: Int

  /// Reads a dataset.
  ///
  /// - Parameters:
  ///   - most: The most texts and samples that are kept.
  ///   - policy: The policy of which it should be the result, if it should.
  init(_ dataset: Dataset, most: Int, resultOf policy: Policy? = nil) throws(HealthError) {
    self.most = most
    let found = Texts(most)
    var collector = TextCollector { found.add($0, $1) }
    var samples = try dataset.samples()
    collector.collect(samples.info)
    for facts in samples.info.hasParticipants ? samples.info.participants : [] {
      let types: [CharacteristicType] = [.ageBand, .dateOfBirth, .biologicalSex]
      let group = types.map { type in
        facts.characteristics.first { $0.type == type }?.value ?? ""
      }
      if group.contains(where: { !$0.isEmpty }) { groups[group, default: 0] += 1 }
    }
    // Dates and names of sources are changed, types are not.
    var filter = policy.map { policy in
      var policy = policy
      (policy.since, policy.until, policy.sourceNames) = (nil, nil, [])
      return VisibilityFilter(PolicyVisibility(policy, nil))
    }
    while let sample = try samples.next() {
      // The texts of unknown elements are searched.
      if sample.kind != .unknown, filter != nil, filter?.filter(sample) != sample { ungranted += 1 }
      collector.collect(sample)
      add(sample)
    }
    texts = found.texts
    isPartial = isPartial || found.isPartial
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

/// All texts of samples with their classes: what `policy check` searches for in an original, and searches through in an output.
struct TextCollector: Sample.FieldVisitor {
  private let add: (String, FieldClass) -> Void
  private var classes: [String: FieldClass] = [:]

  init(_ add: @escaping (String, FieldClass) -> Void) { self.add = add }

  /// The facts about a dataset.
  mutating func collect(_ info: DatasetInfo) {
    add(info.locale, .locale)
    add(info.path, .path)
    add(info.participant, .participant)
    for fact in info.characteristics {
      add(fact.value, fact.type == .dateOfBirth ? .birth : .person)
    }
    for attribute in info.attributes where attribute.name != DatasetInfo.deidentifiedAttribute {
      add(attribute.value, .unknown)
    }
    for participant in info.participants { collect(participant) }
  }

  /// A sample with all that is nested in it.
  mutating func collect(_ sample: Sample) {
    if case .unknown(let element) = sample { return collect(element) }
    guard let header = sample.header else { return }
    collect(header.descriptor)
    collect(header.metadata)
    collect(header.extras)
    add(header.uuid?.description, .identifier)
    switch sample {
    case .quantity(let quantity): for beat in quantity.beats { add(beat.time, .clock) }
    case .category(let category): add(category.value?.name, .code)
    default: break
    }
    if let structured = sample.structured { collect(fieldsOf: structured) }
    for member in sample.members { collect(member.sample) }
  }

  private mutating func collect<S: FieldSample>(fieldsOf sample: S) {
    var fields = sample.fields
    visit(&fields)
  }

  private mutating func visit<S: Sample.FieldList>(_ structure: inout S) {
    let outer = classes
    classes = FieldClass.fields(of: S.self)
    structure.visit(&self)
    classes = outer
  }

  private func collect(_ descriptor: SampleDescriptor) {
    add(descriptor.type.identifier, .type)
    add(descriptor.unitText, .unit)
    add(descriptor.sourceName, .source)
    add(descriptor.source.version, .version)
    add(descriptor.source.productType, .device)
    add(descriptor.participant, .participant)
    guard let device = descriptor.device else { return }
    add(device.raw, .text)
    for field in Device.Field.allCases {
      let kind = FieldClass.properties["device"]?[field.rawValue] ?? .text
      add(device[field], kind)
    }
  }

  private func collect(_ metadata: Metadata) {
    for entry in metadata.entries {
      add(entry.value, FieldClass.metadataKeys[entry.key] ?? .unknown)
      if !entry.key.isKnown { add(entry.key.identifier, .unknown) }
    }
  }

  private func collect(_ extras: Extras?) {
    guard let extras else { return }
    for attribute in extras.attributes { add(attribute.value, .unknown) }
    for node in extras.content { collect(node) }
  }

  private func collect(_ element: Element) {
    for attribute in element.attributes { add(attribute.value, .unknown) }
    for node in element.children { collect(node) }
    add(element.participant, .participant)
  }

  private func collect(_ node: Element.Node) {
    switch node {
    case .element(let element): collect(element)
    case .text(let text): add(text, .unknown)
    }
  }

  private func add(_ text: String?, _ kind: FieldClass) { if let text { add(text, kind) } }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func text(_ name: String, _ value: inout String?) {
    add(value, classes[name] ?? .unknown)
  }
  mutating func metadata(_ value: inout Metadata) { collect(value) }
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if let text = String(validating: value, as: UTF8.self) { add(text, .document) }
  }
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    if let points = S.points(value) {
      for point in points { collect(point.extras) }
      return
    }
    for index in value.indices {
      visit(&value[index])
      collect(value[index].extras)
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard var structure = value else { return }
    visit(&structure)
    collect(structure.extras)
  }
}
