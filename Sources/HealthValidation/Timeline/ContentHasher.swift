import HealthModel

/// Two hashes of a sample or of a descriptor, which differ from run to run.
struct ContentHashes {
  /// Of what was measured: the type, the unit, the source, the device, the dates, the value, the metadata and the parts.
  var measurement: UInt64
  /// Of that, the date of saving and the versions of the software.
  var content: UInt64
}

extension ContentHashes {
  init(_ descriptor: SampleDescriptor) {
    var hasher = Hasher()
    hasher.combine(descriptor)
    let content = hasher.word
    hasher = Hasher()
    hasher.combine(descriptor.type)
    hasher.combine(descriptor.unitText)
    hasher.combine(descriptor.source.name)
    var device = descriptor.device
    device?.softwareVersion = nil
    device?.firmwareVersion = nil
    hasher.combine(device)
    self.init(measurement: hasher.word, content: content)
  }
}

/// Makes the hashes of samples. Numbers and dates count by their value, not by their text; the address of the device and
/// the number among duplicates do not count.
struct ContentHasher: Sample.FieldVisitor {
  private var hasher = Hasher()
  /// Whether the structure that is visited names the file that its content is in. Of several samples that refer to one
  /// file, an export's first has the content, and the others are equal to it.
  private var isNamed = false

  static func hashes(
    _ sample: Sample, _ header: SampleHeader, _ descriptor: ContentHashes
  ) -> ContentHashes {
    let measurement = measurement(of: sample, header, descriptor.measurement)
    var content = measurement
    fold(descriptor.content, into: &content)
    if let created = header.created { fold(created, into: &content) }
    return ContentHashes(measurement: measurement, content: content)
  }

  private static func measurement(
    of sample: Sample, _ header: SampleHeader, _ descriptor: UInt64
  ) -> UInt64 {
    var content = ContentHasher()
    if case .quantity(let quantity) = sample, quantity.beats.isEmpty {
      let hash = hash(quantity.number, header, descriptor)
      if header.metadata.isEmpty, header.extras == nil { return hash }
      content.hasher.combine(hash)
    } else {
      content.hasher.combine(descriptor)
      content.hasher.combine(header.start)
      content.hasher.combine(header.end)
      content.combine(sample)
    }
    content.combine(header.metadata)
    content.combine(header.extras)
    return content.hasher.word
  }

  /// The hash of a number and nothing else, which is what most samples have: each word is folded in by one
  /// multiplication, from a hash of the descriptor that a file cannot foresee.
  private static func hash(
    _ number: Number, _ header: SampleHeader, _ descriptor: UInt64
  ) -> UInt64 {
    var hash = descriptor
    fold(header.start, into: &hash)
    fold(header.end, into: &hash)
    let (digits, exponent) = number.normalized
    fold(UInt64(bitPattern: digits), into: &hash)
    fold(UInt64(bitPattern: Int64(exponent)), into: &hash)
    return hash
  }

  @inline(__always)
  private static func fold(_ word: UInt64, into hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    hash = product.high ^ product.low ^ word
  }

  @inline(__always)
  private static func fold(_ time: Timestamp, into hash: inout UInt64) {
    fold(
      UInt64(bitPattern: time.secondsSince1970 &* 4_000_000_000 &+ Int64(time.nanoseconds)),
      into: &hash)
  }

  private mutating func combine(_ sample: Sample) {
    switch sample {
    case .quantity(let sample):
      hasher.combine(sample.number)
      for beat in sample.beats {
        hasher.combine(beat.bpm)
        hasher.combine(beat.time)
      }
    case .category(let sample): hasher.combine(sample.value?.name)
    case .correlation(let sample):
      for member in sample.members { combine(nested: member.sample) }
    case .unknown: hasher.combine(sample.id)
    default: if let sample = sample.structured { visit(fields: sample.fields) }
    }
  }

  private mutating func combine(nested sample: Sample) {
    if let header = sample.header {
      hasher.combine(header.descriptor.type)
      hasher.combine(header.descriptor.unitText)
      hasher.combine(header.descriptor.source.name)
      hasher.combine(header.start)
      hasher.combine(header.end)
      combine(header.metadata)
      combine(header.extras)
    }
    combine(sample)
  }

  private mutating func combine(_ metadata: Metadata) {
    hasher.combine(metadata.entries.count)
    for entry in metadata.entries {
      hasher.combine(entry.key)
      hasher.combine(entry.value)
    }
  }

  /// Content without a field counts, the order of children does not.
  private mutating func combine(_ extras: Extras?) {
    guard let extras else { return hasher.combine(0) }
    for attribute in extras.attributes {
      hasher.combine(attribute.name)
      hasher.combine(attribute.value)
    }
    combine(extras.content)
  }

  private mutating func combine(_ nodes: [Element.Node]) {
    hasher.combine(nodes.count)
    for node in nodes {
      switch node {
      case .text(let text): hasher.combine(text)
      case .element(let element): hasher.combine(element.id)
      }
    }
  }

  private mutating func visit<S: Sample.FieldStructure>(_ structure: S) {
    visit(fields: structure)
    combine(structure.extras)
  }

  private mutating func visit<Fields: Sample.FieldList>(fields: Fields) {
    var fields = fields
    fields.visit(&self)
  }

  mutating func number(_ name: String, _ value: inout Number?) { hasher.combine(value) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { hasher.combine(value) }
  mutating func text(_ name: String, _ value: inout String?) {
    hasher.combine(value)
    if name == "path" || name == "resourceFilePath" { isNamed = value != nil }
  }
  mutating func metadata(_ value: inout Metadata) { combine(value) }
  mutating func numbers(_ name: String, _ value: inout [Number]) { hasher.combine(value) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { hasher.combine(value) }
  mutating func sideFile(_ name: String, _ value: inout String?) {
    if !isNamed { hasher.combine(value) }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    hasher.combine(value.count)
    for structure in value { visit(structure) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if isNamed { return }
    hasher.combine(value == nil)
    if let value { visit(value) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for member in value { combine(nested: member.sample) }
  }
}

extension Hasher {
  /// The hash of what was combined so far.
  fileprivate var word: UInt64 {
    let hasher = self
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
