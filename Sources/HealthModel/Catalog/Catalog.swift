/// The types of sample that are known, of all kinds.
public enum Catalog {
  /// Every type: quantities, categories, correlations, characteristics, then the others; each
  /// kind sorted by identifier.
  public static let allTypes: [Catalog.Entry] = {
    var entries: [Catalog.Entry] = []
    for row in quantityRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "quantity", group: row.group, introduced: row.introduced,
          quantity: row))
    }
    for row in categoryRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "category", group: row.group, introduced: row.introduced,
          otherNames: row.otherNames, enumerations: row.enumerations))
    }
    for row in correlationRows {
      entries.append(
        Catalog.Entry(row.identifier, kind: "correlation", introduced: row.introduced))
    }
    for row in characteristicRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "characteristic", introduced: row.introduced,
          enumerations: row.enumeration.map { [$0] } ?? []))
    }
    for row in otherTypeRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: row.kind, introduced: row.introduced,
          enumerations: row.enumerations))
    }
    return entries
  }()

  /// The types a user names: `HeartRate`, `heartrate`, `HKQuantityTypeIdentifierHeartRate` or a
  /// pattern, in which `*` is any number of characters and `?` is one (`Dietary*`). The pattern
  /// must match the full identifier or the full short name; case is ignored. A common name such as
  /// `steps` or `heart rate` means its types. The cost grows with the number of types.
  public static func types(matching pattern: String) -> [Catalog.Entry] {
    let globs = names(meantBy: pattern).map { Glob($0) }
    return allTypes.filter { type in
      globs.contains { glob in type.names.contains(where: glob.matches) }
    }
  }
}

/// Names that people use for types and that HealthKit does not.
extension Catalog {
  /// The names, without spaces and punctuation, and the types or kinds that each means: all of them.
  static let commonNames: [String: [String]] = [
    "afib": ["AtrialFibrillationBurden"],
    "bloodoxygen": ["OxygenSaturation"],
    "bloodpressures": ["BloodPressure*"],
    "bloodsugar": ["BloodGlucose"],
    "bmi": ["BodyMassIndex"],
    "bodyfat": ["BodyFatPercentage"],
    "bodyweight": ["BodyMass"],
    "bp": ["BloodPressure*"],
    "bpm": ["HeartRate"],
    "breathing": ["RespiratoryRate"],
    "caffeine": ["DietaryCaffeine"],
    "carbs": ["DietaryCarbohydrates"],
    "cgm": ["BloodGlucose"],
    "daylight": ["TimeInDaylight"],
    "diastolic": ["BloodPressureDiastolic"],
    "ecg": ["electrocardiogram"],
    "ecgs": ["electrocardiogram"],
    "ekg": ["electrocardiogram"],
    "exerciseminutes": ["AppleExerciseTime"],
    "exercisetime": ["AppleExerciseTime"],
    "falls": ["NumberOfTimesFallen"],
    "fev1": ["ForcedExpiratoryVolume1"],
    "flights": ["FlightsClimbed"],
    "floors": ["FlightsClimbed"],
    "fvc": ["ForcedVitalCapacity"],
    "glucose": ["BloodGlucose"],
    "heartbeats": ["heartbeatSeries"],
    "hr": ["HeartRate"],
    "hrv": ["HeartRateVariabilitySDNN", "HeartRateVariabilityRMSSD"],
    "insulin": ["InsulinDelivery"],
    "lab": ["Observation"],
    "labs": ["Observation"],
    "meditation": ["MindfulSession"],
    "mindfulness": ["MindfulSession"],
    "mindfulminutes": ["MindfulSession"],
    "mood": ["stateOfMind"],
    "period": ["MenstrualFlow"],
    "periods": ["MenstrualFlow"],
    "pulse": ["HeartRate"],
    "respiration": ["RespiratoryRate"],
    "restinghr": ["RestingHeartRate"],
    "rhr": ["RestingHeartRate"],
    "rings": ["activitySummary"],
    "sleep": ["SleepAnalysis"],
    "sleeping": ["SleepAnalysis"],
    "sp02": ["OxygenSaturation"],
    "spo2": ["OxygenSaturation"],
    "standhours": ["AppleStandHour"],
    "standtime": ["AppleStandTime"],
    "step": ["StepCount"],
    "steps": ["StepCount"],
    "systolic": ["BloodPressureSystolic"],
    "vo2": ["VO2Max"],
    "waist": ["WaistCircumference"],
    "weight": ["BodyMass"],
    "workouts": ["workout"],
    "wristtemperature": ["AppleSleepingWristTemperature"],
  ]

  /// Names that may mean several types: each is a suggestion, none is selected.
  static let ambiguousNames: [String: [String]] = [
    "activity": ["activitySummary", "workout"],
    "calories": ["ActiveEnergyBurned", "BasalEnergyBurned", "DietaryEnergyConsumed"],
    "distance": ["DistanceWalkingRunning", "DistanceCycling", "DistanceSwimming"],
    "energy": ["ActiveEnergyBurned", "BasalEnergyBurned", "DietaryEnergyConsumed"],
    "exercise": ["AppleExerciseTime", "workout"],
    "fat": ["BodyFatPercentage", "DietaryFatTotal"],
    "noise": ["EnvironmentalAudioExposure", "HeadphoneAudioExposure"],
    "oxygen": ["OxygenSaturation", "VO2Max"],
    "speed": ["WalkingSpeed", "RunningSpeed", "CyclingSpeed"],
    "stand": ["AppleStandTime", "AppleStandHour"],
    "temp": ["BodyTemperature", "AppleSleepingWristTemperature", "WaterTemperature"],
    "temperature": ["BodyTemperature", "AppleSleepingWristTemperature", "WaterTemperature"],
  ]

  /// The short names, in small letters, of all types.
  private static let shortNames = Dictionary(
    allTypes.map { ($0.shortName.lowercased(), $0.shortName) },
    uniquingKeysWith: { first, _ in first })

  /// The names of types or kinds, or patterns of them, that a name means: `weight` for `BodyMass`,
  /// `heart rate` for `HeartRate`. A name that HealthKit has, a pattern, and what is not known mean themselves.
  package static func names(meantBy name: String) -> [String] {
    let lowercased = name.lowercased()
    if shortNames[lowercased] != nil { return [name] }
    let folded = folded(lowercased)
    if let names = commonNames[folded] { return names }
    return [shortNames[folded] ?? name]
  }

  /// A suggestion for an unknown name, such as ` Did you mean …?` with a space before it; empty if no name is similar.
  package static func question(for name: String) -> String {
    let names =
      ambiguousNames[folded(name.lowercased())] ?? suggestions(for: name, limit: 1).map(\.shortName)
    if names.isEmpty { return NearMiss.question(name.lowercased(), commonNames.keys.sorted()) }
    guard let last = names.last else { return "" }
    let first = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return " Did you mean \(first.isEmpty ? "" : first + " or ")'\(last)'?"
  }

  private static func folded(_ lowercased: String) -> String {
    String(lowercased.filter { !" -_.".contains($0) })
  }
}

extension Catalog {
  /// The types whose names are nearest to one that ``types(matching:)`` does not find: first those
  /// a few typing errors away, then those that hold it, as `BloodGlucose` holds `glucose`.
  /// At most `limit` of them; none if none is near. The cost grows with the number of types.
  public static func suggestions(for name: String, limit: Int = 3) -> [Catalog.Entry] {
    let wanted = Catalog.Entry.shortName(of: name).utf8.map(Glob.lowercased)
    // One letter is near to nothing, and no name is as long as that.
    guard 2...128 ~= wanted.count else { return [] }
    let tolerance = max(1, wanted.count / 4)
    var found: [(entry: Catalog.Entry, distance: Int)] = []
    for (entry, short) in loweredNames {
      let holdsIt = short.firstRange(of: wanted) != nil
      guard holdsIt || abs(short.count - wanted.count) <= tolerance else { continue }
      let distance = editDistance(wanted, short)
      if distance <= tolerance {
        found.append((entry, distance))
      } else if holdsIt {
        found.append((entry, tolerance + distance))
      }
    }
    found.sort { ($0.distance, $0.entry.shortName) < ($1.distance, $1.entry.shortName) }
    return found.prefix(max(0, limit)).map(\.entry)
  }

  private static let loweredNames = allTypes.map {
    (entry: $0, name: $0.shortName.utf8.map(Glob.lowercased))
  }
}

/// Names that a mistyped one may have meant.
package enum NearMiss {
  /// The nearest of some names, if any is within a third of the name's letters, and at least one.
  ///
  /// - Returns: The nearest, or `nil` if none is near.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = editDistance(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? max(2, wanted.count / 3 + 1) { best = (candidate, distance) }
    }
    return best?.name
  }

  /// A suggestion for a mistyped name: ` Did you mean '…'?`, or an empty text.
  package static func question(_ name: String, _ names: [String]) -> String {
    nearest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
  }
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`
/// (the optimal string alignment distance). The cost is the product of both lengths.
package func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// A version of iOS, such as 16.4.
public struct SystemVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number before the point.
  public let major: UInt8
  /// The number after the point.
  public let minor: UInt8

  /// Makes a version of its two numbers.
  public init(_ major: UInt8, _ minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// Whether `lhs` came before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
  }

  /// Both numbers, as in `16.4`.
  public var description: String { "\(major).\(minor)" }
}
