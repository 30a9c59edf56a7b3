import HealthModel

/// Hashes of what samples have in common, stored for each descriptor; the hash of a sample continues from them.
struct DescriptorHashes {
  private var index = DescriptorIndex()
  /// By the numbers of the index, with the kind that each was made for.
  private var hashes: [(kind: SampleKind, hash: ContentHash)] = []

  mutating func total(_ sample: QuantitySample, _ digester: SampleDigester) -> UInt64 {
    var hash = begin(sample, .quantity, digester)
    hash.combine(sample.number, .saved)
    let beats = sample.beats
    hash.combine(beats.count)
    for beat in beats {
      hash.combine(beat.bpm, .saved)
      hash.combine(beat.time)
    }
    return hash.state
  }

  mutating func total(_ sample: CategorySample, _ digester: SampleDigester) -> UInt64 {
    var hash = begin(sample, .category, digester)
    hash.combine(sample.value?.name)
    return hash.state
  }

  /// The fields of both kinds. The fields are taken from the sample one by one: a copy of the header costs as much as
  /// their hashes.
  @inline(__always)
  private mutating func begin<S: HealthSample>(
    _ sample: S, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    var hash = hash(of: sample.header.descriptor, kind, digester)
    hash.combine(sample.header.start, .saved)
    hash.combine(sample.header.end, .saved)
    if let created = sample.header.created {
      hash.combine(1)
      hash.combine(created, .saved)
    } else {
      hash.combine(0)
    }
    hash.combine(sample.header.metadata, .saved)
    if let extras = sample.header.extras, !extras.isEmpty {
      hash.combine(extras)
      hash.combine(extras.order)
    }
    return hash
  }

  @inline(__always)
  private mutating func hash(
    of descriptor: SampleDescriptor, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    if let number = index.number(of: descriptor), hashes[number].kind == kind {
      return hashes[number].hash
    }
    return newHash(of: descriptor, kind, digester)
  }

  @inline(never)
  private mutating func newHash(
    of descriptor: SampleDescriptor, _ kind: SampleKind, _ digester: SampleDigester
  ) -> ContentHash {
    var hash = ContentHash()
    hash.combine(kind.rawValue)
    hash.combine(descriptor.type.identifier)
    hash.combine(digester.digest(descriptor).total)
    if index.isLarge { (index, hashes) = (DescriptorIndex(), []) }
    let number = index.insert(descriptor)
    if number == hashes.count { hashes.append((kind, hash)) }
    return hash
  }
}
