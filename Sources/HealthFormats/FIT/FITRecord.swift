import HealthBytes
import HealthModel

/// One record of an activity: numbers as the file has them, `FITMessage.absent` where it has none.
struct FITRecord {
  let time: Int64
  var values: [16 of Int64]

  /// A record without values.
  init(time: Int64) {
    self.time = time
    values = .init(repeating: FITMessage.absent)
  }

  init(time: Int64, _ message: borrowing FITMessage) {
    self.init(time: time)
    for (slot, field) in FITRecordField.allCases.enumerated() {
      for number in field.numbers {
        if let value = message[number] {
          values[slot] = value
          break
        }
      }
    }
  }

  /// Takes speed and distance of a field that has both in three bytes, where it has none of its own: 12 bits of hundredths
  /// of meters a second, and 12 bits of a count in sixteenths of a meter that begins anew after 4,096.
  ///
  /// - Parameter count: The count since the start of the file; `nil` before the first one.
  mutating func expand(_ packed: [Int64], _ count: inout Int64?) {
    // All bits set mean that there is no value.
    guard packed.count == 3, packed != [0xFF, 0xFF, 0xFF] else { return }
    let speed = packed[0] | (packed[1] & 0x0F) << 8
    let part = packed[1] >> 4 | packed[2] << 4
    let last = count ?? 0
    let next = last &+ ((part &- last) & 0xFFF)
    count = next
    if self[.speed] == nil, speed != 0xFFF { self[.speed] = speed &* 10 }
    if self[.distance] == nil { self[.distance] = (next &* 25 &+ 2) / 4 }
  }

  subscript(field: FITRecordField) -> Int64? {
    get {
      let value = values[field.rawValue]
      return value == FITMessage.absent ? nil : value
    }
    set { values[field.rawValue] = newValue ?? FITMessage.absent }
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

/// Makes the further content of the points of a route: what a record has that Apple has no type for. As in TCX and GPX it
/// stays with the point.
struct FITExtras {
  /// Content that was made, by the values: temperatures and cadences repeat often.
  private var known: [Key: Extras] = [:]
  private static let knownLimit = 2_048

  /// The values that may stay with a point.
  static let fields: [FITRecordField] = [.temperature, .cadence, .power, .distance]

  private struct Key: Hashable {
    var temperature, cadence, power, distance: Int64?
  }

  mutating func extras(of record: FITRecord, _ activity: WorkoutActivityType) -> Extras? {
    var key = Key()
    let isWater = FITMeasurement.isWater(activity)
    if !isWater { key.temperature = record[.temperature] }
    if RouteActivity.cadence(of: activity) == nil { key.cadence = record[.cadence] }
    if RouteActivity.power(of: activity) == nil { key.power = record[.power] }
    if RouteActivity.distance(of: activity) == nil { key.distance = record[.distance] }
    if key == Key() { return nil }
    if let extras = known[key] { return extras }
    let values: [(String, Int64?, Int16)] = [
      ("atemp", key.temperature, 0), ("cad", key.cadence, 0), ("power", key.power, 0),
      ("distance", key.distance, -2),
    ]
    let children = values.compactMap { name, value, exponent in
      value.map { value in
        Element.Node.element(
          Element(
            name: name,
            children: [.text(Number(digits: value, exponent: exponent).description)]))
      }
    }
    let extras = Extras(content: [.element(Element(name: "extensions", children: children))])
    if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
    known[key] = extras
    return extras
  }
}

extension FITRecordField {
  /// The code of the type of the field that is written, the first of ``numbers``.
  var code: UInt8 {
    switch self {
    case .latitude, .longitude: 0x85
    case .altitude, .distance, .speed, .depth: 0x86
    case .heartRate, .cadence, .accuracy: 0x02
    case .temperature: 0x01
    case .power, .oscillation, .contact, .step, .respiration, .coreTemperature: 0x84
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
    if isWater(activity) {
      list.append(
        FITMeasurement(field: .temperature, type: .waterTemperature, unit: "degC", exponent: 0))
    }
    return list
  }

  /// The measurements that only records have a place for: those of a run, the breath, the temperature of the body, and the
  /// speed, which is a sample where a record has no position.
  static func others(of activity: WorkoutActivityType) -> [FITMeasurement] {
    let fields: [FITRecordField] = [.oscillation, .contact, .step, .respiration, .coreTemperature]
    var list = all(of: activity).filter { fields.contains($0.field) }
    if let type = speed(of: activity) {
      list.append(FITMeasurement(field: .speed, type: type, unit: "m/s", exponent: -3))
    }
    return list
  }

  /// Whether the temperature of a record is that of water.
  static func isWater(_ activity: WorkoutActivityType) -> Bool {
    activity == .swimming || activity == .underwaterDiving
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

extension FITRecord {
  /// Whether it has a position that is none on earth.
  var isOutOfRange: Bool {
    (self[.latitude] ?? 0).magnitude > 1 << 30 || (self[.longitude] ?? 0).magnitude > 1 << 31
  }

  /// Whether it is a point of the route.
  var isLocated: Bool { self[.latitude] != nil && self[.longitude] != nil && !isOutOfRange }

  /// The point of a route; `nil` without a position.
  func location(_ offset: Int16) -> RouteLocation? {
    guard isLocated, let latitude = self[.latitude], let longitude = self[.longitude] else {
      return nil
    }
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

  /// A point of a route with what was measured there, as far as a record has room for it.
  init?(_ point: RoutePoint, _ activity: WorkoutActivityType) {
    guard let date = point.location.date, let time = FITTime.stamp(date) else { return nil }
    self.init(time: FITParser.seconds(time) ?? 0)
    let location = point.location
    if location.isOnEarth, let latitude = location.latitude, let longitude = location.longitude {
      self[.latitude] = Self.parts(latitude)
      self[.longitude] = Self.parts(longitude)
    }
    if let altitude = location.altitude?.doubleValue, altitude.magnitude < 100_000 {
      self[.altitude] = max(0, Int64(((altitude + 500) * 5).rounded()))
    }
    self[.speed] = location.speed?.steps(-3, 0xFFFF_FFFE)
    self[.accuracy] = location.horizontalAccuracy?.steps(0, 0xFE)
    self[.heartRate] = point.heartRate?.steps(0, 0xFE)
    self[.cadence] = point.cadence?.steps(0, 0xFE)
    self[.power] = point.power?.steps(0, 0xFFFE)
    self[.distance] = point.distance?.steps(-2, 0xFFFF_FFFE)
    self[.depth] = point.depth?.steps(-3, 0xFFFF_FFFE)
    for (field, steps) in point.records where self[field] == nil { self[field] = steps }
    let air = FITMeasurement.isWater(activity) ? nil : point.temperature
    let temperature = point.waterTemperature ?? air
    if let degrees = temperature?.doubleValue.rounded(), degrees.magnitude <= 126 {
      self[.temperature] = Int64(degrees)
    }
  }

  /// An angle in 2^31 parts of a half turn.
  private static func parts(_ degrees: Number) -> Int64 {
    min(Int64((degrees.doubleValue / 180 * 2_147_483_648).rounded()), 0x7FFF_FFFE)
  }
}
