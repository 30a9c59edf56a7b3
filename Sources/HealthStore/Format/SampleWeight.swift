import HealthModel

/// About how many bytes of memory samples take, so that they are handed over in batches of a bounded size.
struct SampleWeight: Sample.FieldVisitor {
  private(set) var bytes = 0

  /// Bytes of memory of each field, point or entry in addition to its text.
  private static let item = 16

  /// Weighs a sample, with the samples nested in it.
  mutating func add(_ sample: Sample) {
    bytes &+= Self.item
    switch sample {
    case .quantity(let sample):
      add(sample.header)
      add(sample.number)
      for beat in sample.beats {
        add(beat.bpm)
        add(beat.time)
      }
    case .category(let sample):
      add(sample.header)
      add(sample.value?.name)
    case .correlation(let sample):
      add(sample.header)
      for member in sample.members { add(member.sample) }
    case .unknown(let element): add(element)
    default: if let sample = sample.structured { add(sample.header, sample.fields) }
    }
  }

  private mutating func add<Fields: Sample.Fields>(_ header: SampleHeader, _ fields: Fields) {
    add(header)
    var fields = fields
    fields.visit(&self)
  }

  private mutating func add(_ header: SampleHeader) {
    // Descriptors are shared, but each sample of a hostile file may have its own.
    if header.descriptor.isHeavy { bytes &+= header.descriptor.weight }
    add(header.start)
    add(header.end)
    add(header.created)
    add(header.metadata)
    add(header.extras)
  }

  private mutating func add(_ text: String?) {
    if let text { bytes &+= text.utf8.count &+ Self.item }
  }

  private mutating func add(_ number: Number?) {
    add(number?.spelling?.text)
  }

  private mutating func add(_ date: Timestamp?) {
    add(date?.spelling?.text)
  }

  private mutating func add(_ metadata: Metadata) {
    for entry in metadata.entries {
      add(entry.key.identifier)
      add(entry.value)
    }
  }

  private mutating func add(_ extras: Extras?) {
    guard let extras else { return }
    add(extras.attributes, extras.content)
    bytes &+= (extras.order.count &+ extras.renamed.count) &* Self.item
  }

  private mutating func add(_ element: Element) {
    add(element.name)
    add(element.attributes, element.children)
  }

  private mutating func add(_ attributes: [Element.Attribute], _ nodes: [Element.Node]) {
    for attribute in attributes {
      add(attribute.name)
      add(attribute.value)
    }
    for node in nodes {
      switch node {
      case .text(let text): add(text)
      case .element(let element): add(element)
      }
    }
  }

  // MARK: Fields

  mutating func number(_ name: String, _ value: inout Number?) {
    bytes &+= Self.item
    add(value)
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    bytes &+= Self.item
    add(value)
  }

  mutating func text(_ name: String, _ value: inout String?) { add(value) }

  mutating func metadata(_ value: inout Metadata) { add(value) }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    if let points = S.points(value) {
      for index in points.indices {
        // A date and seven numbers.
        if points[index].isPlain { bytes &+= 8 &* Self.item } else { add(points[index]) }
      }
      return
    }
    for structure in value { add(structure) }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    for number in value {
      bytes &+= Self.item
      add(number)
    }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) { bytes &+= value.count }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if let value { add(value) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for member in value { add(member.sample) }
  }

  private mutating func add<S: Sample.FieldStructure>(_ structure: S) {
    var structure = structure
    structure.visit(&self)
    add(structure.extras)
  }
}
