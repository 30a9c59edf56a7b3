package import HealthModel

/// Counts values of blood glucose below, in and above the target, as the consensus on time in range defines it: with those of a
/// sensor. If some state that they are of a sensor, those of blood and those that a person entered do not count; otherwise all
/// count.
package struct GlucoseRanges {
  private var sensor = ValueRangeCounter.glucose
  private var unstated = ValueRangeCounter.glucose
  private var meter = ValueRangeCounter.glucose

  private static let specimen = MetadataKey("specimen")

  /// Nothing is counted.
  package init() {}

  /// Adds a sample; those of other types are skipped.
  package mutating func add(_ sample: QuantitySample) {
    let metadata = sample.header.metadata
    if metadata.isEnteredByHand { return meter.add(sample) }
    switch metadata[Self.specimen] {
    case nil: unstated.add(sample)
    case "interstitial": sensor.add(sample)
    default: meter.add(sample)
    }
  }

  /// Whether some values state that they are of a sensor.
  package var hasSensor: Bool { sensor.total > 0 }
  /// How many values do not count.
  package var leftOut: Int { hasSensor ? meter.total : 0 }
  /// How many values are below, in and above the target.
  package var counts: [Int] {
    sensor.counts.indices.map { index in
      sensor.counts[index] + unstated.counts[index] + (hasSensor ? 0 : meter.counts[index])
    }
  }
  /// How many values count.
  package var total: Int { counts.reduce(0, +) }
}
