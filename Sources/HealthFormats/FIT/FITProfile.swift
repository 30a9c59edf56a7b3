// The numbers of messages and fields are facts of the protocol; they were taken from fitdecode (MIT license,
// https://github.com/polyvertex/fitdecode), and only those that become samples are listed. Nothing here comes from the
// files of Garmin's SDK.

import HealthModel

/// The messages that are read, by their global numbers.
enum FITMessageKind: UInt16 {
  case fileID = 0
  case sport = 12
  case session = 18
  case lap = 19
  case record = 20
  case event = 21
  case deviceInfo = 23
  case weightScale = 30
  case activity = 34
  case bloodPressure = 51
  case monitoring = 55
  case hrv = 78
  case length = 101
  case monitoringInfo = 103
  case heartRate = 132
  case fieldDescription = 206
  case developerData = 207
  case restingHeartRate = 211
  case maximalMET = 229
  case oxygenSaturation = 269
  case sleepLevel = 275
  case beatIntervals = 290
  case respiration = 297
  case hrvValue = 371
  case nap = 412

  /// Messages about the file itself; they carry no samples.
  static let silent: Set<UInt16> = [49, 2, 3, 7, 8, 9, 13, 72, 79, 162, 207]

  /// What the values of such messages are called in findings; `nil` for messages about the file and its devices, of which
  /// nothing is counted.
  var title: String? {
    switch self {
    case .fileID, .deviceInfo, .activity, .fieldDescription, .developerData: nil
    case .sport: "values of sports"
    case .session: "values of sessions"
    case .lap: "values of laps"
    case .record: "values of records"
    case .event: "values of events"
    case .length: "values of lengths"
    case .monitoring, .monitoringInfo: "values of monitoring"
    case .weightScale: "values of scales"
    case .bloodPressure: "values of blood pressures"
    case .heartRate, .hrv, .beatIntervals: "values of beats"
    case .sleepLevel, .nap: "values of sleep"
    case .restingHeartRate, .maximalMET, .oxygenSaturation, .respiration, .hrvValue:
      "values of daily measurements"
    }
  }

  /// Whether a field is read, or only orders the messages of the file: its time, its index, what triggered it.
  func isUsed(_ field: UInt8) -> Bool {
    field >= 253 || Self.used[self]?.contains(field) ?? false
  }

  private static let used: [FITMessageKind: Set<UInt8>] = [
    .sport: [0, 1, 3],
    .session: [
      0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 28, 44, 64,
      124, 125, 196,
    ],
    .lap: FITLap.numbers.union([0, 1, 2, 7, 8, 24, 25, 39]),
    .length: [0, 1, 2, 3, 4, 5, 7, 12],
    // 8 is a speed with a distance.
    .record: Set(FITRecordField.allCases.flatMap { $0.numbers.map(UInt8.init) } + [8]),
    .event: [0, 1, 3, 4],
    .weightScale: [0, 1, 2, 4, 5, 7, 10, 12, 13],
    .bloodPressure: [0, 1, 6, 9],
    .monitoring: [0, 2, 3, 5, 11, 19, 24, 26, 27],
    .monitoringInfo: [0, 1, 3, 4],
    .hrv: [0],
    .heartRate: [0, 6, 9, 10],
    .restingHeartRate: [0, 1],
    .maximalMET: [0, 2],
    .oxygenSaturation: [0, 2],
    .sleepLevel: [0],
    .beatIntervals: [0, 1],
    .respiration: [0],
    .hrvValue: [0],
    .nap: [0, 1, 2, 3, 5],
  ]

  /// Whether a field of the message is a list of numbers.
  func isList(_ field: UInt8) -> Bool {
    switch self {
    case .hrv: field == 0
    case .heartRate: field == 6 || field == 9
    case .beatIntervals: field == 1
    default: false
    }
  }

  /// Whether a field of the message is a list of bytes that are not numbers each.
  func isPacked(_ field: UInt8) -> Bool {
    switch self {
    case .heartRate: field == 10
    case .record: field == 8
    default: false
    }
  }
}

/// Files of what was not recorded, by the types that they state.
enum FITPlan {
  static let names: [Int64: String] = [
    2: "settings", 3: "settings of a sport", 5: "a planned workout", 6: "a course",
    7: "a schedule", 11: "goals", 34: "a segment", 35: "a list of segments",
  ]

  /// What a file is; `nil` for one with data.
  ///
  /// - Parameter unread: Its messages that are not read, by their numbers: one without a type is a course if it has that of
  ///   courses.
  static func name(_ type: Int64?, _ unread: [UInt16: Int]) -> String? {
    guard let type else { return unread[31] == nil ? nil : names[6] }
    return names[type]
  }
}

/// The type of the values of a field.
struct FITBaseType {
  enum Coding { case unsigned, signed, text, float }

  let size: Int
  let coding: Coding
  /// The bits that mean that there is no value.
  let invalid: UInt64

  /// The type of a code; bytes for a code that is not known.
  init(_ code: UInt8) {
    switch code & 0x1F {
    case 1: self.init(1, .signed, 0x7F)
    case 3: self.init(2, .signed, 0x7FFF)
    case 4: self.init(2, .unsigned, 0xFFFF)
    case 5: self.init(4, .signed, 0x7FFF_FFFF)
    case 6: self.init(4, .unsigned, 0xFFFF_FFFF)
    case 7: self.init(1, .text, 0)
    case 8: self.init(4, .float, 0xFFFF_FFFF)
    case 9: self.init(8, .float, .max)
    case 10: self.init(1, .unsigned, 0)
    case 11: self.init(2, .unsigned, 0)
    case 12: self.init(4, .unsigned, 0)
    case 14: self.init(8, .signed, 0x7FFF_FFFF_FFFF_FFFF)
    case 15: self.init(8, .unsigned, .max)
    case 16: self.init(8, .unsigned, 0)
    default: self.init(1, .unsigned, 0xFF)
    }
  }

  private init(_ size: Int, _ coding: Coding, _ invalid: UInt64) {
    (self.size, self.coding, self.invalid) = (size, coding, invalid)
  }
}

/// Names of makers, by their numbers.
enum FITManufacturer {
  /// The number for programs under development, and for those without one of their own.
  static let development: Int64 = 255

  private static let names: [Int64: String] = [
    1: "Garmin", 15: "Dynastream", 23: "Suunto", 32: "Wahoo", 40: "Concept2", 89: "Tacx",
    95: "Stryd", 123: "Polar", 260: "Zwift", 265: "Strava", 294: "COROS",
  ]

  static func name(_ number: Int64) -> String? { names[number] }

  /// The number of a maker, by its name or its number as text.
  static func number(_ name: String?) -> Int64? {
    guard let name else { return nil }
    return names.first { $0.value == name }?.key
      ?? UInt16(name).flatMap { $0 < 0xFFFF ? Int64($0) : nil }
  }
}

/// Converts sports to workout activities.
enum FITSport {
  /// The activity of a sport and its sub-sport; `other` for sports without one.
  static func activity(_ sport: Int64, _ detail: Int64) -> WorkoutActivityType {
    details[sport]?[detail] ?? sports[sport] ?? .other
  }

  /// Whether the sub-sport is practiced indoors.
  static func isIndoor(_ detail: Int64) -> Bool { indoor.contains(detail) }

  /// The number of the sport of an activity, the lowest of several; 0 for one without a number.
  static func number(of activity: WorkoutActivityType) -> Int64 {
    if let sport = sports.filter({ $0.value == activity }).keys.min() { return sport }
    if let nearest = nearest[activity] { return nearest.sport }
    return details.filter { $0.value.values.contains(activity) }.keys.min() ?? 0
  }

  /// The sub-sport of an activity: one that determines it, or that it was indoors.
  static func detail(of activity: WorkoutActivityType, isIndoor: Bool) -> Int64 {
    if let nearest = nearest[activity] { return nearest.detail }
    let sport = number(of: activity)
    if sports[sport] != activity,
      let detail = details[sport]?.filter({ $0.value == activity }).keys.min()
    {
      return detail
    }
    guard isIndoor else { return 0 }
    switch activity {
    case .running: return 1
    case .walking: return 27
    case .cycling: return 6
    case .rowing: return 14
    default: return 0
    }
  }

  private static let indoor: Set<Int64> = [
    1, 5, 6, 14, 15, 16, 25, 27, 45, 58, 68, 86, 87, 88,
  ]

  private static let details: [Int64: [Int64: WorkoutActivityType]] = [
    2: [12: .handCycling, 88: .handCycling],
    4: [
      14: .rowing, 15: .elliptical, 16: .stairClimbing, 20: .traditionalStrengthTraining,
      43: .yoga, 44: .pilates,
    ],
    10: [
      19: .flexibility, 20: .traditionalStrengthTraining, 26: .mixedCardio, 43: .yoga, 44: .pilates,
    ],
    64: [84: .pickleball, 94: .squash, 95: .badminton, 96: .racquetball, 97: .tableTennis],
  ]

  /// The sports and sub-sports of activities that FIT has no number for; they are read as other activities.
  private static let nearest: [WorkoutActivityType: (sport: Int64, detail: Int64)] = [
    .functionalStrengthTraining: (10, 20), .coreTraining: (10, 20), .crossTraining: (10, 26),
  ]

  private static let sports: [Int64: WorkoutActivityType] = [
    1: .running, 2: .cycling, 3: .transition, 5: .swimming, 6: .basketball, 7: .soccer, 8: .tennis,
    9: .americanFootball, 11: .walking, 12: .crossCountrySkiing, 13: .downhillSkiing,
    14: .snowboarding, 15: .rowing, 16: .climbing, 17: .hiking, 18: .swimBikeRun,
    19: .paddleSports, 21: .cycling, 25: .golf, 27: .equestrianSports, 28: .hunting, 29: .fishing,
    30: .skatingSports, 31: .climbing, 32: .sailing, 33: .skatingSports, 35: .snowSports,
    37: .paddleSports, 38: .surfingSports, 39: .surfingSports, 40: .waterSports,
    41: .paddleSports, 42: .paddleSports, 43: .surfingSports, 44: .surfingSports, 47: .boxing,
    48: .stairs, 49: .baseball, 53: .underwaterDiving, 62: .highIntensityIntervalTraining,
    65: .wheelchairWalkPace, 66: .wheelchairRunPace, 67: .mindAndBody, 69: .discSports,
    71: .cricket, 72: .rugby, 73: .hockey, 74: .lacrosse, 75: .volleyball, 80: .martialArts,
    83: .cardioDance, 84: .jumpRope,
  ]
}

/// An instant in whole milliseconds after a second.
struct FITTime {
  let seconds: Int64
  let nanoseconds: Int32

  init(_ seconds: Int64, milliseconds: Int64 = 0) {
    self.seconds = seconds &+ milliseconds / 1000
    nanoseconds = Int32(truncatingIfNeeded: milliseconds % 1000) * 1_000_000
  }

  init(_ seconds: Int64, fraction: Int64, of parts: Int64) {
    self.seconds = seconds &+ fraction / parts
    nanoseconds = Int32(truncatingIfNeeded: fraction % parts * 1_000_000_000 / parts)
  }

  func timestamp(_ offset: Int16) -> Timestamp {
    Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offset)
  }

  /// An instant as the format has it: whole seconds since 1989-12-31; `nil` outside of 1998 to 2126, which are the
  /// numbers that mean a date.
  static func stamp(_ date: Timestamp) -> Int64? {
    let time = date.secondsSince1970 - epoch
    return FITParser.seconds(time) == nil ? nil : time
  }

  /// The beginning of the format's time, in seconds since 1970.
  static let epoch: Int64 = 631_065_600
}
