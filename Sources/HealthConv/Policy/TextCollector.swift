import HealthModel

/// All texts of samples with their classes: what `policy check` searches for in an original, and searches through in an output.
struct TextCollector: Sample.FieldVisitor {
  private let policy: Policy
  private let add: (String, FieldClass) -> Void
  private var classes: [String: FieldClass] = [:]
  /// The keys of metadata, and whether the policy keeps their values: it may name keys whose texts it drops elsewhere.
  private var isKept: [MetadataKey: Bool] = [:]

  init(_ policy: Policy, _ add: @escaping (String, FieldClass) -> Void) {
    self.policy = policy
    self.add = add
  }

  var keys: Set<MetadataKey> { Set(isKept.keys) }

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

  private mutating func collect(_ metadata: Metadata) {
    for entry in metadata.entries {
      let isKept = isKept[entry.key] ?? (policy.metadataAction(of: entry.key) == .keep)
      self.isKept[entry.key] = isKept
      if isKept { continue }
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
