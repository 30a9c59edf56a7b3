import HealthModel
import HealthUnits

/// Makes measurements of samples: looks once at what many of them share.
struct RouteMeasurementForm {
  /// The types that points have a place for.
  static let types: [QuantityType] = [
    .heartRate, .waterTemperature, .underwaterDepth, .cyclingCadence, .cyclingPower, .runningPower,
  ]
  /// Their places.
  static let slots: [RouteSlot] = [
    .heartRate, .waterTemperature, .depth, .cadence, .power, .power,
  ]

  /// The measurements that only a record of FIT has a place for, by their types.
  private static let recordTypes: [QuantityType: FITMeasurement] = {
    let sports: [WorkoutActivityType] = [
      .running, .cycling, .crossCountrySkiing, .rowing, .paddleSports,
    ]
    return Dictionary(
      sports.flatMap { FITMeasurement.others(of: $0) }.map { ($0.type, $0) },
      uniquingKeysWith: { first, _ in first })
  }()

  /// Distances between instants, of which points have the sum.
  private static let distances = Set(WorkoutTotals.distanceTypes.values.map { QuantityType($0) })

  /// What formats take: GPX no distances, FIT those of a zone and a device in whole seconds.
  static let points = RouteMeasurementForm(takesDistances: true)
  static let tcx = RouteMeasurementForm(takesDistances: true, completesRoutes: true)
  static let fit = RouteMeasurementForm(takesDistances: true, isFIT: true, completesRoutes: true)
  private let takesDistances: Bool
  private let isFIT: Bool
  /// Whether a route has also points without coordinates, for what was measured farther than
  /// ``RouteMeasurementCursor/nearness`` from its points.
  let completesRoutes: Bool
  /// Whether files state the sport of each part of a workout.
  var dividesSports: Bool { isFIT }

  init() { self.init(takesDistances: false) }

  private init(takesDistances: Bool, isFIT: Bool = false, completesRoutes: Bool = false) {
    (self.takesDistances, self.isFIT, self.completesRoutes) = (
      takesDistances, isFIT, completesRoutes
    )
  }

  /// The places of a workout's values in its points, and their types.
  func types(of activity: WorkoutActivityType) -> [(RouteSlot, QuantityType)] {
    var list: [(RouteSlot, QuantityType)] = [(.heartRate, .heartRate)]
    if let type = RouteActivity.cadence(of: activity) { list.append((.cadence, type)) }
    if let type = RouteActivity.power(of: activity) { list.append((.power, type)) }
    if isFIT {
      list.append((.depth, .underwaterDepth))
      if FITMeasurement.isWater(activity) { list.append((.waterTemperature, .waterTemperature)) }
    }
    return list
  }

  /// What only records have a place for.
  ///
  /// - Parameter isMeasured: Whether all of it was measured at the points; otherwise the breath and the temperature of the
  ///   body are left out, which others measure, too.
  func records(of activity: WorkoutActivityType, isMeasured: Bool) -> [FITMeasurement] {
    guard isFIT else { return [] }
    return FITMeasurement.others(of: activity).filter {
      isMeasured || ($0.type != .respiratoryRate && $0.type != .bodyTemperature)
    }
  }

  /// Whether the strokes of each length have a place.
  var takesStrokes: Bool { isFIT }

  /// The number for the zone and the device that a measurement has to have to come back; two have the same one by chance
  /// in 30,000 cases, and would be counted as preserved.
  func context(_ date: Timestamp, _ device: Device?) -> UInt16 {
    guard isFIT else { return 0 }
    let texts = [device?.name, device?.manufacturer, device?.model, device?.softwareVersion]
    let text = "\(date.offsetMinutes) \(texts.map { $0 ?? "-" })"
    return UInt16(truncatingIfNeeded: Self.number(of: text) >> 8) & 0x7FFF
  }

  /// Whether a format states a distance exactly.
  func isHeld(_ distance: Number) -> Bool {
    guard isFIT else { return distance.isXMLDecimal }
    return distance.steps(-2, 0xFFFF_FFFE).map {
      Number(digits: $0, exponent: -2).isSame(as: distance)
    } ?? false
  }

  /// Some types as bits.
  static func mask(of types: [QuantityType]) -> UInt8 {
    types.reduce(0) { mask, type in
      self.types.firstIndex(of: type).map { mask | 1 << UInt8($0) } ?? mask
    }
  }

  /// The number of a source by its name: a hash (FNV-1a), so that no table of names grows with the file. Two
  /// names with one number would only be preferred alike.
  static func number(of source: String?) -> UInt32 {
    guard let source else { return 0 }
    return source.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// The properties that samples of one descriptor share.
  private struct Shared {
    var type: QuantityType
    /// Its place; `nil` for a distance, and for what only a record has a place for.
    var slot: RouteSlot?
    var record: FITMeasurement?
    /// Whether it is a sum between two instants: a distance, or strokes.
    var isSum: Bool { slot == nil && record == nil }
    var source: UInt32
    /// The unit to convert to, where theirs is another.
    var unit: HealthUnit?
    /// Whether reading a file gives a descriptor like this.
    var isExact: Bool
    var device: Device?
  }

  private var last: (descriptor: SampleDescriptor, shared: Shared?)?

  /// The measurement that a sample is; `nil` for one that no point has a place for.
  mutating func measurement(
    of sample: QuantitySample
  ) -> (QuantityType, RouteMeasurement)? {
    let header = sample.header
    guard let shared = shared(header.descriptor) else { return nil }
    let time = header.start.nanosecondsSince1970
    let (duration, isOver) = header.end.nanosecondsSince1970.subtractingReportingOverflow(time)
    let longest = shared.isSum ? Self.longestDistance : RouteMeasurementCursor.longest
    guard !isOver, duration >= 0, duration <= longest else { return nil }
    var number = sample.number
    if let unit = shared.unit {
      guard let value = try? sample.value(in: unit), let converted = Number(value) else {
        return nil
      }
      number = converted
    }
    var isExact = shared.isExact && number.spelling == nil
    if !shared.isSum {
      guard let fitted = fitted(number, shared) else { return nil }
      isExact =
        isExact && duration == 0 && fitted.digits == number.digits
        && fitted.exponent == number.exponent
      number = fitted
    } else {
      guard number.doubleValue > 0, number.doubleValue < 1e9 else { return nil }
      if isFIT {
        isExact = isExact && number.exponent == (shared.type == .swimmingStrokeCount ? 0 : -2)
      }
    }
    isExact =
      isExact && isSpelled(header.start) && isSpelled(header.end)
      && header.created == nil && header.deviceAddress == nil && header.metadata.isEmpty
      && header.extras == nil && header.uuid == nil && sample.beats.isEmpty
    return (
      shared.type,
      RouteMeasurement(
        time: time, digits: number.digits, exponent: number.exponent, isExact: isExact,
        context: context(header.start, shared.device), source: shared.source, duration: duration)
    )
  }

  /// The number that a file has for a number.
  private func fitted(_ number: Number, _ shared: Shared) -> Number? {
    if let record = shared.record {
      let most: Int64 = record.field == .speed ? 0xFFFF_FFFE : 0xFFFE
      return number.steps(record.exponent, most).map {
        Number(digits: $0, exponent: record.exponent)
      }
    }
    return shared.slot.flatMap { isFIT ? $0.fit(number) : $0.fitted(number) }
  }

  /// The longest time of a distance: a day.
  private static let longestDistance: Int64 = 86_400_000_000_000

  /// Whether reading a file gives a date like this.
  private func isSpelled(_ date: Timestamp) -> Bool {
    isFIT ? date.spelling == nil && date.nanoseconds == 0 : date.isSpelledAsGPX
  }

  private mutating func shared(_ descriptor: SampleDescriptor) -> Shared? {
    if let last, last.descriptor === descriptor { return last.shared }
    let shared = makeShared(descriptor)
    last = (descriptor, shared)
    return shared
  }

  private func makeShared(_ descriptor: SampleDescriptor) -> Shared? {
    guard case .quantity(let type) = descriptor.type else { return nil }
    let index = Self.types.firstIndex(of: type)
    let record = isFIT ? Self.recordTypes[type] : nil
    guard
      index != nil || record != nil || takesDistances && Self.distances.contains(type)
        || takesStrokes && type == .swimmingStrokeCount,
      let own = descriptor.unit,
      let text = record?.unit ?? type.routeUnit, let unit = try? HealthUnit(text),
      (try? own.convert(1, to: unit)) != nil
    else { return nil }
    let isSame = descriptor.unitText == text
    let source = descriptor.source
    return Shared(
      type: type, slot: index.map { Self.slots[$0] }, record: record,
      source: Self.number(of: descriptor.sourceName),
      unit: isSame ? nil : unit,
      isExact: isSame && descriptor.hasSource && (isFIT || descriptor.device == nil)
        && source.version == nil && source.productType == nil
        && source.operatingSystemVersion == nil, device: isFIT ? descriptor.device : nil)
  }
}

extension QuantityType {
  /// The unit in which routes have it.
  var routeUnit: String? {
    switch self {
    case .heartRate, .cyclingCadence: "count/min"
    case .cyclingPower, .runningPower: "W"
    case .waterTemperature: "degC"
    case .underwaterDepth: "m"
    case .swimmingStrokeCount: "count"
    default: identifier.hasPrefix(WorkoutTotals.distancePrefix) ? "m" : nil
    }
  }
}

extension RouteSlot {
  /// The number that XML has for a number: rounded where the schema requires whole numbers; `nil` for one that is too
  /// great.
  fileprivate func fitted(_ number: Number) -> Number? {
    if takes(number) { return number }
    guard self == .heartRate || self == .cadence || self == .power,
      number.doubleValue.magnitude < 100_000
    else { return nil }
    let rounded = Number(Int(number.doubleValue.rounded()))
    return takes(rounded) ? rounded : nil
  }

  /// The number that a record of FIT has for a number.
  fileprivate func fit(_ number: Number) -> Number? {
    switch self {
    case .heartRate, .cadence: number.steps(0, 0xFE).map { Number(digits: $0, exponent: 0) }
    case .power: number.steps(0, 0xFFFE).map { Number(digits: $0, exponent: 0) }
    case .depth: number.steps(-3, 0xFFFF_FFFE).map { Number(digits: $0, exponent: -3) }
    case .waterTemperature:
      number.doubleValue.magnitude <= 126
        ? Number(digits: Int64(number.doubleValue.rounded()), exponent: 0) : nil
    default: nil
    }
  }
}
