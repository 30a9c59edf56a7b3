import HealthModel

/// Converts between the type of a track and a workout activity.
///
/// GPX leaves the text open. Written is HealthKit's own word for the activity in lower case (`running`); read
/// are these words and those that other programs are known to write.
enum RouteActivity {
  /// The activity for a GPX type; `other` for unknown types.
  ///
  /// - Parameter source: The program that wrote the type: Strava's are numbers.
  static func activity(for text: String, source: String? = nil) -> WorkoutActivityType {
    if source?.hasPrefix("Strava") == true, let activity = stravaNumbers[text] { return activity }
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

  /// The type of the distance of an activity.
  static func distance(of activity: WorkoutActivityType) -> QuantityType? {
    WorkoutTotals.distanceTypes[activity.identifier].map { QuantityType($0) }
  }

  /// A word in lower case without what only separates: `Trail Running` and `trail_running` are one.
  static func folded(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic })
  }

  private static let names: [String: WorkoutActivityType] = Dictionary(
    WorkoutActivityType.all.map { (folded($0.shortName), $0) }, uniquingKeysWith: { $1 })

  /// Types in files with the creator `StravaGPX`, also with a name after it: a ride, a run, a ride indoors.
  private static let stravaNumbers: [String: WorkoutActivityType] = [
    "1": .cycling, "9": .running, "17": .cycling,
  ]

  /// Words of Garmin, Strava, Komoot, Suunto, Endomondo (`CYCLING_SPORT`) and others.
  private static let aliases: [String: WorkoutActivityType] = [
    "run": .running, "trailrun": .running, "trailrunning": .running, "treadmillrunning": .running,
    "trackrunning": .running, "virtualrun": .running, "jogging": .running, "laufen": .running,
    "bike": .cycling, "biking": .cycling, "ride": .cycling, "roadbiking": .cycling,
    "roadcycling": .cycling, "mountainbiking": .cycling, "mtb": .cycling, "gravelcycling": .cycling,
    "gravelride": .cycling, "virtualride": .cycling, "ebikeride": .cycling, "ebiking": .cycling,
    "indoorcycling": .cycling, "touringbicycle": .cycling, "racebike": .cycling,
    "mountainbikeride": .cycling, "radfahren": .cycling, "cyclingsport": .cycling,
    "cyclingtransportation": .cycling, "cyclingtransport": .cycling,
    "walk": .walking, "casualwalking": .walking, "speedwalking": .walking, "nordicwalk": .walking,
    "nordicwalking": .walking, "fitnesswalking": .walking,
    "hike": .hiking, "trekking": .hiking, "mountaineering": .climbing,
    "swim": .swimming, "openwaterswimming": .swimming, "lapswimming": .swimming,
    "skiing": .downhillSkiing, "alpineski": .downhillSkiing, "alpineskiing": .downhillSkiing,
    "resortskiing": .downhillSkiing, "skiingdownhill": .downhillSkiing,
    "skiingcrosscountry": .crossCountrySkiing, "nordicski": .crossCountrySkiing,
    "crosscountryskiing": .crossCountrySkiing, "backcountryski": .crossCountrySkiing,
    "snowboard": .snowboarding, "iceskate": .skatingSports, "iceskating": .skatingSports,
    "inlineskate": .skatingSports, "inlineskating": .skatingSports, "rollerski": .skatingSports,
    "rollerskating": .skatingSports,
    "rockclimbing": .climbing, "kayaking": .paddleSports, "canoeing": .paddleSports,
    "standuppaddling": .paddleSports, "paddling": .paddleSports, "sail": .sailing,
    "surfing": .surfingSports, "windsurf": .surfingSports, "kitesurf": .surfingSports,
    "horsebackriding": .equestrianSports, "handcycle": .handCycling, "triathlon": .swimBikeRun,
    "multisport": .swimBikeRun, "diving": .underwaterDiving, "scubadiving": .underwaterDiving,
    "emountainbikeride": .cycling, "velomobile": .cycling, "wheelchair": .wheelchairWalkPace,
    "virtualrow": .rowing, "virtualrowing": .rowing, "canoe": .paddleSports,
    "kayak": .paddleSports, "surf": .surfingSports, "rockclimb": .climbing,
    "snowshoe": .snowSports, "skateboard": .skatingSports, "footballsoccer": .soccer,
    "weighttraining": .traditionalStrengthTraining, "crossfit": .crossTraining,
    "hiit": .highIntensityIntervalTraining, "stairstepper": .stairClimbing,
  ]
}
