public import HealthModel

/// A sample as checks see it: what all of them ask for is taken out once.
public struct CheckedSample {
  /// The sample.
  public let sample: Sample
  /// Where it begins, or for one inside another, where that does.
  public let place: Place
  /// Its kind.
  public let kind: SampleKind
  /// What it shares with others.
  public let descriptor: SampleDescriptor
  /// When it began.
  public let start: Timestamp
  /// When it ended.
  public let end: Timestamp
  /// When it was saved, if the file says so.
  public let created: Timestamp?
  /// What is noted with it.
  public let metadata: Metadata

  @inline(__always)
  init(_ sample: Sample, _ kind: SampleKind, _ header: SampleHeader, at place: Place) {
    self.sample = sample
    self.kind = kind
    self.place = place
    descriptor = header.descriptor
    start = header.start
    end = header.end
    created = header.created
    metadata = header.metadata
  }

  /// Whether anything is noted with it or with a part of it, as far as is told at a glance.
  var mayHaveMetadata: Bool { !metadata.isEmpty || kind == .workout }

  /// Shows each entry of its metadata, and of those of its parts: events, activities and routes of a workout.
  ///
  /// - Parameter body: Is given the entries of one part at a time.
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
