import HealthModel
import HealthUnits

/// Converts between a session of an activity, which is one sport, and a workout or a part of one.
///
/// One definition for both directions: numbers are as the file has them, and one table says what they are of a workout.
struct FITSession {
  var activity: WorkoutActivityType
  /// The sub-sport.
  var detail: Int64 = 0
  /// Seconds since 1970.
  var start: Int64
  /// Milliseconds from the start to the end, and without pauses.
  var elapsed: Int64
  var timer: Int64?
  /// The numbers of the fields in the tables, by the numbers of the fields.
  var values: [Int: Int64] = [:]
  /// What fields by other developers state.
  var others: [MetadataEntry] = []

  /// The distance that it states, in hundredths of meters.
  var stated: Int64? { values[Self.distance.number] }

  /// Whether it is a swim in a pool, which also those that state only the length of one are.
  var isPool: Bool { activity == .swimming && (detail == 17 || detail == 0 && poolLength != nil) }

  /// The length of a pool in hundredths of meters; `nil` if it states none.
  var poolLength: Int64? {
    guard activity == .swimming, let length = values[44], length > 0 else { return nil }
    return length
  }

  /// States strokes where it does not.
  mutating func complete(strokes: Int64) { values[10] = values[10] ?? strokes }

  /// How many of its values no statistics of its sport have.
  var unread: Int {
    var (stated, read): (Set<Int>, Set<Int>) = ([], [])
    for total in Self.totals {
      let isRead =
        total.type(activity) != nil || total.sum?.number == Self.distance.number
      for fields in [
        [total.sum].compactMap { $0 }, total.average, total.maximum,
        [total.minimum].compactMap { $0 },
      ] {
        guard let first = fields.first, fields.contains(where: { values[$0.number] ?? 0 != 0 })
        else { continue }
        stated.insert(first.number)
        if isRead { read.insert(first.number) }
      }
    }
    return stated.subtracting(read).count
  }

  /// The distance in meters of a sport without a distance type; `nil` for 0.
  var untypedDistance: Number? {
    guard RouteActivity.distance(of: activity) == nil, let stated, stated > 0 else { return nil }
    return Number(digits: stated, exponent: Self.distance.exponent)
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
    others = message.others
    for field in Self.fields { values[field.number] = message[field.number] }
    // Without a strap, some devices state 0.
    for number in Self.rates where values[number] == 0 { values[number] = nil }
  }

  // MARK: The tables

  /// A number of a session: its field, the power of ten of a step, and the greatest one.
  struct Field {
    let number: Int
    var exponent: Int16 = 0
    let most: Int64
    /// The code of the type of its values.
    let type: UInt8

    static func word(_ number: Int) -> Field { Field(number: number, most: 0xFE, type: 0x00) }
    static func byte(_ number: Int) -> Field { Field(number: number, most: 0xFE, type: 0x02) }
    static func short(_ number: Int, _ exponent: Int16 = 0) -> Field {
      Field(number: number, exponent: exponent, most: 0xFFFE, type: 0x84)
    }
    static func long(_ number: Int, _ exponent: Int16 = 0) -> Field {
      Field(number: number, exponent: exponent, most: 0xFFFF_FFFE, type: 0x86)
    }
  }

  /// Statistics of a workout, by the fields of a session that state them; of several fields of one number the first
  /// counts, and only that is written.
  private struct Total {
    let type: @Sendable (WorkoutActivityType) -> QuantityType?
    let unit: String
    var sum: Field?
    /// What a step of the sum counts.
    var factor: Int64 = 1
    var average: [Field] = []
    var maximum: [Field] = []
    var minimum: Field?
  }

  /// The energy with that of the body at rest, and the latter alone.
  private static let (energy, resting) = (Field.short(11), Field.short(196))

  private static let distance = Field.long(9, -2)

  /// The fields of heart rates.
  private static let rates = [16, 17, 64]

  private static let totals: [Total] = [
    Total(type: { RouteActivity.distance(of: $0) }, unit: "m", sum: distance),
    Total(type: { _ in .activeEnergyBurned }, unit: "kcal", sum: energy),
    Total(type: { _ in .basalEnergyBurned }, unit: "kcal", sum: resting),
    Total(
      type: { _ in .heartRate }, unit: "count/min", average: [.byte(16)], maximum: [.byte(17)],
      minimum: .byte(64)),
    Total(
      type: { RouteActivity.cadence(of: $0) }, unit: "count/min", average: [.byte(18)],
      maximum: [.byte(19)]),
    Total(
      type: { RouteActivity.power(of: $0) }, unit: "W", average: [.short(20)],
      maximum: [.short(21)]),
    Total(
      type: { FITMeasurement.speed(of: $0) }, unit: "m/s",
      average: [.long(124, -3), .short(14, -3)], maximum: [.long(125, -3), .short(15, -3)]),
    // A cycle is two steps.
    Total(
      type: { [.running, .walking, .hiking].contains($0) ? .stepCount : nil }, unit: "count",
      sum: .long(10), factor: 2),
    Total(type: { $0 == .swimming ? .swimmingStrokeCount : nil }, unit: "count", sum: .long(10)),
  ]

  private static let lengths: [(field: Field, key: MetadataKey)] = [
    (.short(44, -2), .lapLength), (.short(22), .elevationAscended),
    (.short(23), .elevationDescended),
  ]

  /// All fields of the tables, each once.
  static let fields: [Field] = {
    let all =
      totals.flatMap { total in
        [total.sum, total.minimum].compactMap { $0 } + total.average + total.maximum
      } + lengths.map(\.field)
    var seen: Set<Int> = []
    return all.filter { seen.insert($0.number).inserted }
  }()

  // MARK: Reading

  /// The totals, as those of a workout or a part of one.
  func statistics(_ start: Timestamp, _ end: Timestamp) -> [WorkoutStatistics] {
    func number(_ fields: [Field]) -> Number? {
      fields.lazy.compactMap { field in
        values[field.number].map { Number(digits: $0, exponent: field.exponent) }
      }.first
    }
    return Self.totals.compactMap { total in
      guard let type = total.type(activity) else { return nil }
      var result = WorkoutStatistics()
      result.type = type.identifier
      result.startDate = start
      result.endDate = end
      result.unit = total.unit
      if let field = total.sum, let value = sum(total) {
        result.sum = Number(digits: value, exponent: field.exponent)
      }
      result.average = number(total.average)
      result.maximum = number(total.maximum)
      result.minimum = total.minimum.flatMap { number([$0]) }
      let isEmpty =
        result.sum == nil && result.average == nil && result.maximum == nil
        && result.minimum == nil
      return isEmpty ? nil : result
    }
  }

  /// The sum of a total, in steps of its field.
  private func sum(_ total: Total) -> Int64? {
    guard let field = total.sum, var value = values[field.number] else { return nil }
    // Apple counts the energy at rest apart.
    if field.number == Self.energy.number {
      value = max(0, value &- (values[Self.resting.number] ?? 0))
    }
    return value &* total.factor
  }

  /// The sums of a workout of several sessions: of each type, if all sessions whose sport has the type state it.
  /// Transitions need not state it.
  static func sums(
    of sessions: [FITSession], _ start: Timestamp, _ end: Timestamp
  ) -> [WorkoutStatistics] {
    var list: [WorkoutStatistics] = []
    for total in totals {
      guard let field = total.sum else { continue }
      for session in sessions {
        guard let type = total.type(session.activity)?.identifier,
          !list.contains(where: { $0.type == type })
        else { continue }
        let own = sessions.filter { total.type($0.activity)?.identifier == type }
        guard let sum = sum(of: own, { $0.sum(total) }) else { continue }
        var result = WorkoutStatistics()
        result.type = type
        result.startDate = start
        result.endDate = end
        result.unit = total.unit
        result.sum = Number(digits: sum, exponent: field.exponent)
        list.append(result)
      }
    }
    return list
  }

  /// The distance in meters of several sessions where no single type has it; `nil` for 0, and if a session that is no
  /// transition states none.
  static func untypedDistance(of sessions: [FITSession]) -> Number? {
    let types = Set(
      sessions.filter { $0.stated ?? 0 > 0 }.map { RouteActivity.distance(of: $0.activity) })
    guard types.count > 1 || types == [nil], let sum = sum(of: sessions, \.stated), sum > 0 else {
      return nil
    }
    return Number(digits: sum, exponent: distance.exponent)
  }

  /// The ascent and the descent of several sessions, if all state them that can have some.
  static func climbs(of sessions: [FITSession]) -> [MetadataEntry] {
    let own = sessions.filter { $0.activity != .swimming }
    return lengths.compactMap { field, key in
      guard key != .lapLength, let total = sum(of: own, { $0.values[field.number] }) else {
        return nil
      }
      return MetadataEntry(
        key: key, .quantity(Number(digits: total, exponent: field.exponent), unit: "m"))
    }
  }

  private static func sum(
    of sessions: [FITSession], _ value: (FITSession) -> Int64?
  ) -> Int64? {
    let isStated = sessions.allSatisfy { value($0) != nil || $0.activity == .transition }
    let values = sessions.compactMap(value)
    return isStated && !values.isEmpty ? values.reduce(0, &+) : nil
  }

  var metadata: Metadata {
    var metadata = Metadata()
    if FITSport.isIndoor(detail) {
      metadata.entries.append(MetadataEntry(key: .indoorWorkout, true))
    }
    if isPool || activity == .swimming && detail == 18 {
      metadata.entries.append(
        MetadataEntry(key: .swimmingLocationType, .number(Number(isPool ? 1 : 2))))
    }
    for (field, key) in Self.lengths where key != .lapLength || isPool {
      guard let value = values[field.number] else { continue }
      metadata.entries.append(
        MetadataEntry(
          key: key, .quantity(Number(digits: value, exponent: field.exponent), unit: "m")))
    }
    metadata.entries += others
    return metadata
  }

  // MARK: Writing

  /// The session of a workout or a part of one.
  init(
    _ activity: WorkoutActivityType, from start: Timestamp, to end: Timestamp,
    duration: Number?, _ unit: String?, _ statistics: [WorkoutStatistics], _ metadata: Metadata
  ) {
    self.activity = activity
    self.start = start.secondsSince1970
    let seconds = end.secondsSince1970 - start.secondsSince1970
    elapsed = min(max(0, seconds), 4_000_000) * 1000 + Int64(end.nanoseconds / 1_000_000)
    let most: Int64 = 0xFFFF_FFFE
    timer = duration.flatMap { $0.converted(unit, to: "s") }.flatMap { $0.steps(-3, most) }
    let isIndoor = metadata[.indoorWorkout] == "1"
    detail = FITSport.detail(of: activity, isIndoor: isIndoor)
    if activity == .swimming {
      switch metadata[.swimmingLocationType] {
      case "1": detail = 17
      case "2": detail = 18
      default: break
      }
    }
    for total in Self.totals {
      guard let type = total.type(activity)?.identifier,
        let found = statistics.first(where: { $0.type == type })
      else { continue }
      func set(_ field: Field?, _ number: Number?, _ factor: Int64 = 1) {
        guard let field, let number = number?.converted(found.unit, to: total.unit),
          let steps = number.steps(field.exponent, field.most &* factor)
        else { return }
        values[field.number] = (steps &+ factor / 2) / factor
      }
      set(total.sum, found.sum, total.factor)
      set(total.average.first, found.average)
      set(total.maximum.first, found.maximum)
      set(total.minimum, found.minimum)
    }
    if let active = values[Self.energy.number], let resting = values[Self.resting.number] {
      values[Self.energy.number] = min(active &+ resting, Self.energy.most)
    }
    for (field, key) in Self.lengths {
      guard let entry = metadata.entries.first(where: { $0.key == key }),
        case .quantity(let number, let unit) = entry.typed
      else { continue }
      values[field.number] = number.converted(unit, to: "m")?.steps(field.exponent, field.most)
    }
  }
}

extension FITSession {
  /// States the distance of a workout whose sport has no type of one.
  mutating func state(_ distance: (number: Number, unit: String?)?) {
    guard RouteActivity.distance(of: activity) == nil, let distance,
      let meters = distance.number.converted(distance.unit, to: "m")
    else { return }
    values[Self.distance.number] = meters.steps(Self.distance.exponent, Self.distance.most)
  }

  /// The energy, with that of the body at rest if both are stated, and the latter alone.
  var energies: (active: Int64?, resting: Int64?) {
    (values[Self.energy.number], values[Self.resting.number])
  }

  /// States energies in kilocalories; `nil` for one that is stated already, or not known.
  mutating func state(active: Double?, resting: Double?) {
    guard active != nil || resting != nil else { return }
    if let resting {
      values[Self.resting.number] = min(Int64(resting.rounded()), Self.resting.most)
    }
    guard let own = active.map({ Int64($0.rounded()) }) ?? values[Self.energy.number] else {
      return
    }
    values[Self.energy.number] = min(
      own &+ (values[Self.resting.number] ?? 0), Self.energy.most)
  }
}

extension Number {
  /// The nearest count of steps of a power of ten; `nil` if it is negative or greater than a limit.
  func steps(_ exponent: Int16, _ most: Int64) -> Int64? {
    let (digits, power) = normalized
    let value: Double
    if power >= Int(exponent), power - Int(exponent) <= 18 {
      var scaled = digits
      for _ in 0..<(power - Int(exponent)) {
        let (product, isOver) = scaled.multipliedReportingOverflow(by: 10)
        guard !isOver else { return nil }
        scaled = product
      }
      return 0...most ~= scaled ? scaled : nil
    }
    value = (doubleValue * Number(digits: 1, exponent: -exponent).doubleValue).rounded()
    guard value >= 0, value <= Double(most) else { return nil }
    return Int64(value)
  }
}
