import HealthBytes
import HealthModel

/// Converts between a track of a GPX file and a workout.
///
/// One definition for both directions: reading builds the workout of a track, and writing checks whether the workout at
/// hand is the one that reading would build.
struct RouteTrack {
  var name: String?
  /// The source: that of the track, otherwise the program that wrote the file.
  var source: String?
  /// The text of its type.
  var type: String?
  /// The activity if the track states none that is known.
  var usualActivity = WorkoutActivityType.other
  /// Its further content, in the order written.
  var content: [Element.Node] = []
  var segments: [[RouteLocation]] = []

  /// The first and the last time of its points, however they are ordered.
  private(set) var span: ClosedRange<Timestamp>?
  private(set) var pointCount = 0

  init() {}

  var activity: WorkoutActivityType {
    let stated = type.map { RouteActivity.activity(for: $0, source: source) } ?? .other
    return stated == .other ? usualActivity : stated
  }

  mutating func startSegment() { segments.append([]) }

  mutating func append(_ location: RouteLocation) {
    segments[segments.count - 1].append(location)
    pointCount += 1
    note(location.date)
  }

  /// Takes a date of a point into the span.
  mutating func note(_ date: Timestamp?) {
    guard let date else { return }
    guard let span else {
      self.span = date...date
      return
    }
    if date < span.lowerBound { self.span = date...span.upperBound }
    if date > span.upperBound { self.span = span.lowerBound...date }
  }

  /// The workout of the track; `nil` if no point has a time.
  var workout: Workout? {
    guard let span else { return nil }
    let activity = activity
    var fields = Sample.WorkoutFields()
    var content = content
    if let type, type != RouteActivity.text(for: activity) {
      content.insert(
        .element(Element(name: "type", children: type.isEmpty ? [] : [.text(type)])), at: 0)
    }
    var route = WorkoutRoute()
    route.sourceName = source
    route.startDate = span.lowerBound
    route.endDate = span.upperBound
    route.files = segments.map { locations in
      var file = WorkoutRoute.FileReference()
      var track = WorkoutRoute.Track()
      track.name = name
      track.creator = source
      track.locations = locations
      file.track = track
      return file
    }
    fields.routes = [route]
    fields.events = WorkoutEvent.pauses(between: segments)
    let descriptor = SampleDescriptor(
      type: .workout(activity), source: source.map { Source(name: $0) })
    return Workout(
      header: SampleHeader(
        descriptor: descriptor, start: span.lowerBound, end: span.upperBound,
        extras: content.isEmpty ? nil : Extras(content: content)),
      fields: fields)
  }

  /// The track of a workout; `nil` if it has no points.
  init?(_ workout: Workout) {
    let fields = workout.fields
    for route in fields.routes {
      for file in route.files {
        guard let track = file.track else { continue }
        name = name ?? track.name
        segments.append(track.locations)
      }
      // As iOS 11 and 12 wrote them.
      if !route.ownLocations.isEmpty { segments.append(route.ownLocations) }
    }
    guard !segments.isEmpty else { return nil }
    for location in segments.joined() { note(location.date) }
    source = workout.header.descriptor.sourceName
    type = RouteActivity.text(for: workout.activityType)
    content = workout.extras?.content ?? []
    if let index = content.firstIndex(where: { $0.plainText(of: "type") != nil }) {
      let kept = content[index].plainText(of: "type") ?? ""
      // Only if it is the same: the workout's own type takes precedence.
      if RouteActivity.activity(for: kept, source: source) == workout.activityType {
        type = kept
        content.remove(at: index)
      }
    }
  }

  /// Whether its points come from a file that another program wrote, and so have with them what that
  /// measured: only Apple keeps measurements elsewhere.
  static func isMeasured(_ workout: Workout) -> Bool {
    let creators = workout.fields.routes.lazy.flatMap(\.files).compactMap { $0.track?.creator }
    return creators.contains { $0 != GPXVocabulary.appleCreator }
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The name of its own file, without an extension: when it began, in UTC, and what was done.
  var routeFileName: String {
    let date = Timestamp(secondsSince1970: start.secondsSince1970)
    let text = date.text(.iso8601).description.prefix(19).replacing(":", with: "-")
    let activity = RouteActivity.text(for: activityType) ?? "workout"
    // A type that is not known may be any text.
    let name = "\(text)Z_\(activity)"
    return OutputContainer.isSafe(name) && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count < 200 ? name : "\(text)Z_workout"
  }
}
