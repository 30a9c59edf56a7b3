import HealthModel

/// What stores keep of nearly every sample, in one pass: they ask for the whole only, not for the parts.
extension SampleDigester {
  func saved(_ sample: QuantitySample) -> UInt64 {
    let header = sample.header
    var hash = saved(header, .quantity)
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
    var hash = saved(sample.header, .category)
    hash.combine(sample.value?.name)
    return hash.state
  }

  private func saved(_ header: borrowing SampleHeader, _ kind: SampleKind) -> ContentHash {
    var hash = savedHash(of: header.descriptor, kind)
    hash.combine(header.start, .saved)
    hash.combine(header.end, .saved)
    if let created = header.created {
      hash.combine(1)
      hash.combine(created, .saved)
    } else {
      hash.combine(0)
    }
    hash.combine(header.metadata, .saved)
    if let extras = header.extras, !extras.isEmpty {
      hash.combine(extras)
      hash.combine(extras.order)
    }
    return hash
  }
}
