import HealthBytes
import HealthModel

/// One record of an activity: numbers as the file has them, `FITMessage.absent` where it has none.
struct FITRecord {
  let time: Int64
  private var values: [16 of Int64]

  init(time: Int64, _ message: borrowing FITMessage) {
    self.time = time
    values = .init(repeating: FITMessage.absent)
    for (slot, field) in FITRecordField.allCases.enumerated() {
      for number in field.numbers {
        if let value = message[number] {
          values[slot] = value
          break
        }
      }
    }
  }

  subscript(field: FITRecordField) -> Int64? {
    let value = values[field.rawValue]
    return value == FITMessage.absent ? nil : value
  }
}

/// What is read of a record. At most 16.
enum FITRecordField: Int, CaseIterable {
  case latitude, longitude, altitude, heartRate, cadence, distance, speed, power, temperature
  case accuracy, oscillation, contact, step, depth, respiration, coreTemperature

  /// Those that become samples in some sports.
  static let measured: [FITRecordField] = [
    .heartRate, .cadence, .power, .temperature, .oscillation, .contact, .step, .depth,
    .respiration, .coreTemperature,
  ]

  /// The numbers of its field in a record, the more exact one first.
  var numbers: [Int] {
    switch self {
    case .latitude: [0]
    case .longitude: [1]
    case .altitude: [78, 2]
    case .heartRate: [3]
    case .cadence: [4]
    case .distance: [5]
    case .speed: [73, 6]
    case .power: [7]
    case .temperature: [13]
    case .accuracy: [31]
    case .oscillation: [39]
    case .contact: [41]
    case .step: [85]
    case .depth: [92]
    case .respiration: [108]
    case .coreTemperature: [139]
    }
  }
}

/// A quantity measured by records, for one sport.
struct FITMeasurement {
  let field: FITRecordField
  let type: QuantityType
  let unit: String
  /// The power of ten of a step of the field, in the unit.
  let exponent: Int16

  /// The measurements of an activity.
  static func all(of activity: WorkoutActivityType) -> [FITMeasurement] {
    var list: [FITMeasurement] = [
      FITMeasurement(field: .heartRate, type: .heartRate, unit: "count/min", exponent: 0),
      FITMeasurement(field: .depth, type: .underwaterDepth, unit: "m", exponent: -3),
      FITMeasurement(field: .respiration, type: .respiratoryRate, unit: "count/min", exponent: -2),
      FITMeasurement(field: .coreTemperature, type: .bodyTemperature, unit: "degC", exponent: -2),
    ]
    if let cadence = RouteActivity.cadence(of: activity) {
      list.append(FITMeasurement(field: .cadence, type: cadence, unit: "count/min", exponent: 0))
    }
    if let power = RouteActivity.power(of: activity) {
      list.append(FITMeasurement(field: .power, type: power, unit: "W", exponent: 0))
    }
    if activity == .running {
      list += [
        FITMeasurement(
          field: .oscillation, type: .runningVerticalOscillation, unit: "cm", exponent: -2),
        FITMeasurement(field: .contact, type: .runningGroundContactTime, unit: "ms", exponent: -1),
        FITMeasurement(field: .step, type: .runningStrideLength, unit: "m", exponent: -4),
      ]
    }
    if activity == .swimming || activity == .underwaterDiving {
      list.append(
        FITMeasurement(field: .temperature, type: .waterTemperature, unit: "degC", exponent: 0))
    }
    return list
  }

  /// The type of the distance of an activity.
  static func distance(of activity: WorkoutActivityType) -> QuantityType? {
    WorkoutTotals.distanceTypes[activity.identifier].map { QuantityType($0) }
  }

  /// The type of the speed of an activity.
  static func speed(of activity: WorkoutActivityType) -> QuantityType? {
    switch activity {
    case .running: .runningSpeed
    case .cycling: .cyclingSpeed
    case .crossCountrySkiing: .crossCountrySkiingSpeed
    case .rowing: .rowingSpeed
    case .paddleSports: .paddleSportsSpeed
    default: nil
    }
  }
}

/// A session of an activity: one sport.
struct FITSession {
  var activity: WorkoutActivityType
  var detail: Int64
  var start: Int64
  /// Milliseconds from the start to the end, and without pauses.
  var elapsed: Int64
  var timer: Int64?
  var isPool: Bool { activity == .swimming && detail == 17 }
  var totals: [Total] = []
  var metadata = Metadata()

  /// A total or an average of a session.
  struct Total {
    let type: QuantityType
    let unit: String
    var sum: Number?
    var average: Number?
    var minimum: Number?
    var maximum: Number?
  }

  var end: FITTime { FITTime(start, milliseconds: elapsed) }

  func contains(_ time: Int64) -> Bool {
    time >= start && (time - start) * 1000 <= elapsed + 999
  }

  init?(_ message: borrowing FITMessage) {
    let end = message.time
    guard let start = message.date(2) ?? end else { return nil }
    self.start = start
    elapsed = message[7].map { max(0, $0) } ?? end.map { max(0, $0 - start) * 1000 } ?? 0
    timer = message[8].map { max(0, $0) }
    detail = message[6] ?? 0
    activity = message[5].map { FITSport.activity($0, message[6] ?? 0) } ?? .other
    readTotals(message)
    readMetadata(message)
  }

  private mutating func readTotals(_ message: borrowing FITMessage) {
    func number(_ field: Int, _ exponent: Int16 = 0) -> Number? {
      message[field].map { Number(digits: $0, exponent: exponent) }
    }
    if let type = FITMeasurement.distance(of: activity), let sum = number(9, -2) {
      totals.append(Total(type: type, unit: "m", sum: sum))
    }
    if let sum = number(11) {
      totals.append(Total(type: .activeEnergyBurned, unit: "kcal", sum: sum))
    }
    func average(
      _ type: QuantityType?, _ unit: String, _ mean: Number?, _ most: Number?,
      _ least: Number? = nil
    ) {
      guard let type, mean != nil || most != nil || least != nil else { return }
      totals.append(
        Total(type: type, unit: unit, average: mean, minimum: least, maximum: most))
    }
    average(.heartRate, "count/min", number(16), number(17), number(64))
    average(RouteActivity.cadence(of: activity), "count/min", number(18), number(19))
    average(RouteActivity.power(of: activity), "W", number(20), number(21))
    average(
      FITMeasurement.speed(of: activity), "m/s", number(124, -3) ?? number(14, -3),
      number(125, -3) ?? number(15, -3))
    if let cycles = message[10] {
      switch activity {
      // A cycle is two steps.
      case .running, .walking, .hiking:
        totals.append(
          Total(type: .stepCount, unit: "count", sum: Number(digits: cycles &* 2, exponent: 0)))
      case .swimming:
        totals.append(
          Total(
            type: .swimmingStrokeCount, unit: "count", sum: Number(digits: cycles, exponent: 0)))
      default: break
      }
    }
  }

  private mutating func readMetadata(_ message: borrowing FITMessage) {
    if FITSport.isIndoor(detail) {
      metadata.entries.append(MetadataEntry(key: .indoorWorkout, true))
    }
    if activity == .swimming, detail == 17 || detail == 18 {
      metadata.entries.append(
        MetadataEntry(key: .swimmingLocationType, .number(Number(detail == 17 ? 1 : 2))))
    }
    if isPool, let length = message[44] {
      metadata.entries.append(
        MetadataEntry(key: .lapLength, .quantity(Number(digits: length, exponent: -2), unit: "m")))
    }
    for (field, key) in [(22, MetadataKey.elevationAscended), (23, .elevationDescended)] {
      guard let meters = message[field] else { continue }
      metadata.entries.append(
        MetadataEntry(key: key, .quantity(Number(digits: meters, exponent: 0), unit: "m")))
    }
  }
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
}

/// What a file contains of an activity, until its end.
struct FITActivity {
  var records: [FITRecord] = []
  var sessions: [FITSession] = []
  /// Pauses, laps, lengths and markers, with their instants.
  var events: [(type: WorkoutEventType, time: FITTime, milliseconds: Int64?, stroke: Int64?)] = []
  /// The sport that a message of its own states, which precedes the records.
  var sport: WorkoutActivityType?
  /// What the clock showed more than UTC, in minutes.
  var offset: Int16 = 0
  var offsetIsKnown = false
  var isRunning = false
  var place = Place(file: "")

  var isEmpty: Bool { records.isEmpty && sessions.isEmpty }

  /// The most events that are kept.
  static let eventLimit = 20_000

  /// The sport at a time.
  func activity(at time: Int64) -> WorkoutActivityType {
    if sessions.count > 1, let session = sessions.first(where: { $0.contains(time) }) {
      return session.activity
    }
    return sessions.first?.activity ?? sport ?? .other
  }

  /// The sport of the whole.
  var activity: WorkoutActivityType {
    sessions.count > 1 ? .swimBikeRun : sessions.first?.activity ?? sport ?? .other
  }

  /// The workout; `nil` if nothing states when it was.
  func workout(_ source: Source?, _ device: Device?) -> Workout? {
    guard let span else { return nil }
    var fields = Sample.WorkoutFields()
    let (start, end) = (span.lowerBound, span.upperBound)
    let timers = sessions.compactMap(\.timer)
    if !timers.isEmpty {
      fields.duration = Number(digits: timers.reduce(0) { $0 &+ $1 }, exponent: -3)
      fields.durationUnit = "s"
    }
    fields.events = workoutEvents(end)
    var metadata = Metadata()
    if sessions.count == 1 {
      metadata = sessions[0].metadata
      fields.statistics = statistics(sessions[0], start, end)
    } else {
      fields.activities = sessions.map { session in
        var part = WorkoutActivity()
        part.startDate = FITTime(session.start).timestamp(offset)
        part.endDate = session.end.timestamp(offset)
        if let timer = session.timer {
          part.duration = Number(digits: timer, exponent: -3)
          part.durationUnit = "s"
        }
        part.metadata = session.metadata
        if let number = session.activity.rawValue {
          part.metadata.entries.insert(
            MetadataEntry(key: .activityType, .number(Number(number))), at: 0)
        }
        part.statistics = statistics(
          session, FITTime(session.start).timestamp(offset), session.end.timestamp(offset))
        return part
      }
    }
    if let route = route(source) { fields.routes = [route] }
    let descriptor = SampleDescriptor(type: .workout(activity), source: source, device: device)
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: start, end: end, metadata: metadata),
      fields: fields)
  }

  private var span: ClosedRange<Timestamp>? {
    if let first = sessions.min(by: { $0.start < $1.start }) {
      let start = FITTime(first.start).timestamp(offset)
      let end = sessions.map { $0.end.timestamp(offset) }.max() ?? start
      return start...max(start, end)
    }
    guard let first = records.map(\.time).min(), let last = records.map(\.time).max() else {
      return nil
    }
    return FITTime(first).timestamp(offset)...FITTime(last).timestamp(offset)
  }

  private func workoutEvents(_ end: Timestamp) -> [WorkoutEvent] {
    var events = events
    // The stop at the end of the activity is not a pause.
    let last = events.lastIndex { Self.isPause($0.type) || Self.isResume($0.type) }
    if let last, Self.isPause(events[last].type) { events.remove(at: last) }
    return events.map { event in
      var result = WorkoutEvent()
      result.type = event.type.identifier
      result.date = event.time.timestamp(offset)
      if let milliseconds = event.milliseconds {
        result.duration = Number(digits: milliseconds, exponent: -3)
        result.durationUnit = "s"
      }
      if let stroke = event.stroke, let style = Self.strokes[stroke] {
        result.metadata = [.swimmingStrokeStyle: .number(Number(style))]
      }
      return result
    }
  }

  private static func isPause(_ type: WorkoutEventType) -> Bool {
    type == .pause || type == .motionPaused
  }
  private static func isResume(_ type: WorkoutEventType) -> Bool {
    type == .resume || type == .motionResumed
  }

  /// HealthKit's numbers of strokes by those of lengths.
  private static let strokes: [Int64: Int] = [0: 2, 1: 3, 2: 4, 3: 5, 4: 6, 5: 1, 6: 1]

  private func statistics(
    _ session: FITSession, _ start: Timestamp, _ end: Timestamp
  ) -> [WorkoutStatistics] {
    session.totals.map { total in
      var result = WorkoutStatistics()
      result.type = total.type.identifier
      result.startDate = start
      result.endDate = end
      result.average = total.average
      result.minimum = total.minimum
      result.maximum = total.maximum
      result.sum = total.sum
      result.unit = total.unit
      return result
    }
  }

  private func route(_ source: Source?) -> WorkoutRoute? {
    var track = WorkoutRoute.Track()
    track.creator = source?.name
    track.locations = records.compactMap { $0.location(offset) }
    guard let first = track.locations.compactMap(\.date).min(),
      let last = track.locations.compactMap(\.date).max()
    else { return nil }
    var route = WorkoutRoute()
    route.sourceName = source?.name
    route.startDate = first
    route.endDate = last
    var file = WorkoutRoute.FileReference()
    file.track = track
    route.files = [file]
    return route
  }
}

extension FITRecord {
  /// Whether it has a position that is none on earth.
  var isOutOfRange: Bool {
    (self[.latitude] ?? 0).magnitude > 1 << 30 || (self[.longitude] ?? 0).magnitude > 1 << 31
  }

  /// The point of a route; `nil` without a position.
  func location(_ offset: Int16) -> RouteLocation? {
    guard let latitude = self[.latitude], let longitude = self[.longitude], !isOutOfRange
    else { return nil }
    var location = RouteLocation()
    location.date = FITTime(time).timestamp(offset)
    location.latitude = Self.degrees(latitude)
    location.longitude = Self.degrees(longitude)
    // Steps of 0.2 m above -500 m.
    if let altitude = self[.altitude] {
      location.altitude = Number(digits: altitude &* 2 &- 5000, exponent: -1)
    }
    if let speed = self[.speed] { location.speed = Number(digits: speed, exponent: -3) }
    if let accuracy = self[.accuracy] {
      location.horizontalAccuracy = Number(digits: accuracy, exponent: 0)
    }
    return location
  }

  /// Degrees of an angle in 2^31 parts of a half turn, to eight decimals: a part is 8.4e-8 degrees.
  private static func degrees(_ parts: Int64) -> Number {
    // 180 * 10^8 / 2^31 is 17578125 / 2^21.
    let scaled = parts &* 17_578_125
    let half: Int64 = scaled < 0 ? -(1 << 20) : 1 << 20
    return Number(digits: (scaled &+ half) / (1 << 21), exponent: -8)
  }
}
