import HealthModel

/// What stores keep of nearly every sample, in one pass: they ask for the whole only, not for the parts.
extension SampleDigester {
  func saved(_ sample: QuantitySample) -> UInt64 {
    var hash = saved(sample, .quantity)
    hash.combine(sample.number, .saved)
    let beats = sample.beats
    hash.combine(beats.count)
    for beat in beats {
      hash.combine(beat.bpm, .saved)
      hash.combine(beat.time)
    }
    return hash.state
  }

  func saved(_ sample: CategorySample) -> UInt64 {
    var hash = saved(sample, .category)
    hash.combine(sample.value?.name)
    return hash.state
  }

  /// What both kinds have. The fields are taken from the sample one by one: a copy of the header costs as much as
  /// their hashes.
  @inline(__always)
  private func saved<S: HealthSample>(_ sample: S, _ kind: SampleKind) -> ContentHash {
    var hash = savedHash(of: sample.header.descriptor, kind)
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
}
