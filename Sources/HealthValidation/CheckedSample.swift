public import HealthModel

/// A sample as checks see it: what every sample has is taken out once.
public struct CheckedSample {
  /// The sample.
  public let sample: Sample
  /// Where it begins, or for one inside another, where that does.
  public let place: Place
  /// Its kind.
  public let kind: SampleKind
  /// The common header.
  let header: SampleHeader
  /// Where its parts are, if the reader provides that.
  let parts: Place.Parts?

  /// Its descriptor.
  public var descriptor: SampleDescriptor { header.descriptor }
  /// When it began.
  public var start: Timestamp { header.start }
  /// When it ended.
  public var end: Timestamp { header.end }
  /// When it was saved, if the file states it.
  public var created: Timestamp? { header.created }
  /// Its metadata.
  public var metadata: Metadata { header.metadata }

  /// Whether it or one of its parts may have metadata; cheap and possibly `true` without any.
  var mayHaveMetadata: Bool { !metadata.isEmpty || kind == .workout || header.extras != nil }

  /// Shows each entry of its metadata, and of those of its parts: events, activities and routes of a workout.
  public func forEachMetadata(_ body: (Metadata) -> Void) {
    if !metadata.isEmpty { body(metadata) }
    guard case .workout(let workout) = sample else { return }
    let fields = workout.fields
    for event in fields.events where !event.metadata.isEmpty { body(event.metadata) }
    for route in fields.routes where !route.metadata.isEmpty { body(route.metadata) }
    for activity in fields.activities {
      if !activity.metadata.isEmpty { body(activity.metadata) }
      for event in activity.events where !event.metadata.isEmpty { body(event.metadata) }
    }
  }
}
