import HealthModel

/// Makes a hash of all that a sample says but for the address of its device and its number among twins.
/// Numbers and dates count as what they are, not as they are spelled.
struct ContentHasher: FieldVisitor {
  private var hasher = Hasher()

  /// The hash of a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - header: Its header.
  ///   - descriptor: A hash of its descriptor.
  /// - Returns: The hash, which differs from run to run.
  static func hash(_ sample: Sample, _ header: SampleHeader, descriptor: Int) -> Int {
    if case .quantity(let quantity) = sample, quantity.beats.isEmpty {
      let hash = hash(quantity.number, header, descriptor: descriptor)
      if header.metadata.isEmpty { return hash }
      var content = ContentHasher()
      content.hasher.combine(hash)
      content.combine(header.metadata)
      return content.hasher.finalize()
    }
    var content = ContentHasher()
    content.hasher.combine(descriptor)
    content.hasher.combine(header.start)
    content.hasher.combine(header.end)
    content.hasher.combine(header.created)
    if !header.metadata.isEmpty { content.combine(header.metadata) }
    content.combine(sample)
    return content.hasher.finalize()
  }

  /// The same of a number with nothing beside it, as most samples have: six words, each folded in by one
  /// multiplication, from a descriptor's hash that nobody can foresee.
  private static func hash(_ number: Number, _ header: SampleHeader, descriptor: Int) -> Int {
    var hash = UInt64(bitPattern: Int64(descriptor))
    func fold(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      hash = product.high ^ product.low ^ word
    }
    func fold(_ time: Timestamp) {
      fold(UInt64(bitPattern: time.secondsSince1970 &* 4_000_000_000 &+ Int64(time.nanoseconds)))
    }
    fold(header.start)
    fold(header.end)
    if let created = header.created { fold(created) } else { fold(1) }
    let (digits, exponent) = number.normalized
    fold(UInt64(bitPattern: digits))
    fold(UInt64(bitPattern: Int64(exponent)))
    return Int(truncatingIfNeeded: hash)
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
      for member in sample.members { hasher.combine(member.sample.id) }
    case .workout(let sample): visit(sample.fields)
    case .activitySummary(let sample): visit(sample.fields)
    case .audiogram(let sample): visit(sample.fields)
    case .visionPrescription(let sample): visit(sample.fields)
    case .clinicalRecord(let sample): visit(sample.fields)
    case .electrocardiogram(let sample): visit(sample.fields)
    case .heartbeatSeries(let sample): visit(sample.fields)
    case .stateOfMind(let sample): visit(sample.fields)
    case .scoredAssessment(let sample): visit(sample.fields)
    case .medicationDose(let sample): visit(sample.fields)
    case .document(let sample): visit(sample.fields)
    case .unknown: hasher.combine(sample.id)
    }
  }

  private mutating func combine(_ metadata: Metadata) {
    hasher.combine(metadata.entries.count)
    for entry in metadata.entries {
      hasher.combine(entry.key)
      hasher.combine(entry.value)
    }
  }

  private mutating func visit<S: FieldStructure>(_ structure: S) {
    var structure = structure
    structure.visit(&self)
  }

  mutating func number(_ name: String, _ value: inout Number?) { hasher.combine(value) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { hasher.combine(value) }
  mutating func text(_ name: String, _ value: inout String?) { hasher.combine(value) }
  mutating func metadata(_ value: inout Metadata) { combine(value) }
  mutating func numbers(_ name: String, _ value: inout [Number]) { hasher.combine(value) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { hasher.combine(value) }
  mutating func sideFile(_ name: String, _ value: inout String?) { hasher.combine(value) }

  mutating func list<S: FieldStructure>(_ name: String, element: String, _ value: inout [S]) {
    hasher.combine(value.count)
    for structure in value { visit(structure) }
  }

  mutating func sideFile<S: FieldStructure>(_ name: String, _ value: inout S?) {
    hasher.combine(value == nil)
    if let value { visit(value) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [Sample]) {
    for sample in value { hasher.combine(sample.id) }
  }
}
