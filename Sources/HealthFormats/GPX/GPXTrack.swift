// `GPXParser` parses a file for two readers: `RouteFileReader`, which preserves the files of iOS byte for byte, and
// `GPXReader`, which reads the extensions of all other programs and makes samples of the measurements. Points as iOS
// writes them have a fast path without tokens (`quickPoints`), and only what is around them is printed to learn
// whether the file can be written again byte for byte (`RouteFileWriter.isExact`). `GPXTrack` is the only definition
// of the conversion between tracks and workouts: the writer compares a workout with the one that reading would
// build, and counts a loss if they differ.
//
// Measurements and tracks arrive in any order, so the writer stores both: measurements as 32 bytes each, sorted in
// runs on the disk; tracks as their final text, with room at each point. At the end each point gets the measurement
// nearest in time, at most 15 s away, preferably of the workout's own source. Points from another program already
// have theirs: for these only the same instant counts, so that reading and writing again changes nothing. Elements
// that the schema does not allow at their location are moved to extensions, in a namespace of this program if they
// have none. In tests, libxml2 validates everything written against `Schemas/gpx11-all.xsd`, mutations included.

import HealthModel

/// Converts between a track of a GPX file and a workout.
///
/// One definition for both directions: reading builds the workout of a track, and writing checks whether the workout at
/// hand is the one that reading would build.
struct GPXTrack {
  var name: String?
  /// The source: that of the track, otherwise the program that wrote the file.
  var source: String?
  /// The text of its type.
  var type: String?
  /// Its further content, in the order written.
  var content: [Element.Node] = []
  var segments: [[RouteLocation]] = []

  /// The first and the last time of its points, however they are ordered.
  private(set) var span: ClosedRange<Timestamp>?
  private(set) var pointCount = 0

  init() {}

  var activity: WorkoutActivityType { type.map(GPXActivity.activity) ?? .other }

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
    if let type, type != GPXActivity.text(for: activity) {
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
    type = GPXActivity.text(for: workout.activityType)
    content = workout.extras?.content ?? []
    if let index = content.firstIndex(where: { $0.plainText(of: "type") != nil }) {
      let kept = content[index].plainText(of: "type") ?? ""
      // Only if it is the same: the workout's own type takes precedence.
      if GPXActivity.activity(for: kept) == workout.activityType {
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

/// Converts between the type of a track and a workout activity.
///
/// GPX leaves the text open. Written is HealthKit's own word for the activity in lower case (`running`); read
/// are these words and those that other programs are known to write.
enum GPXActivity {
  /// The activity for a GPX type; `other` for unknown types.
  static func activity(for text: String) -> WorkoutActivityType {
    let word = folded(text)
    return names[word] ?? aliases[word] ?? .other
  }

  /// The GPX type for an activity; `nil` for `other`.
  static func text(for activity: WorkoutActivityType) -> String? {
    activity == .other ? nil : activity.shortName.lowercased()
  }

  static func cadence(of activity: WorkoutActivityType) -> QuantityType? {
    activity == .cycling ? .cyclingCadence : nil
  }

  static func power(of activity: WorkoutActivityType) -> QuantityType? {
    switch activity {
    case .cycling: .cyclingPower
    case .running: .runningPower
    default: nil
    }
  }

  /// A word in lower case without what only separates: `Trail Running` and `trail_running` are one.
  private static func folded(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic })
  }

  private static let names: [String: WorkoutActivityType] = Dictionary(
    WorkoutActivityType.all.map { (folded($0.shortName), $0) }, uniquingKeysWith: { $1 })

  /// Words of Garmin, Strava, Komoot, Suunto and others.
  private static let aliases: [String: WorkoutActivityType] = [
    "run": .running, "trailrun": .running, "trailrunning": .running, "treadmillrunning": .running,
    "trackrunning": .running, "virtualrun": .running, "jogging": .running, "laufen": .running,
    "bike": .cycling, "biking": .cycling, "ride": .cycling, "roadbiking": .cycling,
    "roadcycling": .cycling, "mountainbiking": .cycling, "mtb": .cycling, "gravelcycling": .cycling,
    "gravelride": .cycling, "virtualride": .cycling, "ebikeride": .cycling, "ebiking": .cycling,
    "indoorcycling": .cycling, "touringbicycle": .cycling, "racebike": .cycling,
    "mountainbikeride": .cycling, "radfahren": .cycling,
    "walk": .walking, "casualwalking": .walking, "speedwalking": .walking, "nordicwalk": .walking,
    "hike": .hiking, "trekking": .hiking, "mountaineering": .climbing,
    "swim": .swimming, "openwaterswimming": .swimming, "lapswimming": .swimming,
    "skiing": .downhillSkiing, "alpineski": .downhillSkiing, "alpineskiing": .downhillSkiing,
    "resortskiing": .downhillSkiing, "nordicski": .crossCountrySkiing,
    "crosscountryskiing": .crossCountrySkiing, "backcountryski": .crossCountrySkiing,
    "snowboard": .snowboarding, "iceskate": .skatingSports, "iceskating": .skatingSports,
    "inlineskate": .skatingSports, "inlineskating": .skatingSports, "rollerski": .skatingSports,
    "rockclimbing": .climbing, "kayaking": .paddleSports, "canoeing": .paddleSports,
    "standuppaddling": .paddleSports, "paddling": .paddleSports, "sail": .sailing,
    "surfing": .surfingSports, "windsurf": .surfingSports, "kitesurf": .surfingSports,
    "horsebackriding": .equestrianSports, "handcycle": .handCycling, "triathlon": .swimBikeRun,
    "multisport": .swimBikeRun, "diving": .underwaterDiving, "scubadiving": .underwaterDiving,
  ]
}
