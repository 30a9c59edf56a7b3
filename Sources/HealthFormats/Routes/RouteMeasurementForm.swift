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
    var slot: RouteSlot
    var source: UInt32
    /// The unit to convert to, where theirs is another.
    var unit: HealthUnit?
    /// Whether reading a file gives a descriptor like this.
    var isExact: Bool
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
    guard !isOver, duration >= 0, duration <= RouteMeasurementCursor.longest else { return nil }
    var number = sample.number
    if let unit = shared.unit {
      guard let value = try? sample.value(in: unit), let converted = Number(value) else {
        return nil
      }
      number = converted
    }
    var isExact = shared.isExact && number.spelling == nil
    if !shared.slot.takes(number) {
      // The schema requires integers of one byte; larger values cannot be written.
      guard shared.slot == .heartRate || shared.slot == .cadence || shared.slot == .power,
        number.doubleValue.magnitude < 100_000
      else { return nil }
      number = Number(Int(number.doubleValue.rounded()))
      guard shared.slot.takes(number) else { return nil }
      isExact = false
    }
    isExact =
      isExact && duration == 0 && header.start.isSpelledAsGPX && header.end.isSpelledAsGPX
      && header.created == nil && header.deviceAddress == nil && header.metadata.isEmpty
      && header.extras == nil && header.uuid == nil && sample.beats.isEmpty
    return (
      shared.type,
      RouteMeasurement(
        time: time, digits: number.digits, exponent: number.exponent, isExact: isExact,
        source: shared.source, duration: duration)
    )
  }

  private mutating func shared(_ descriptor: SampleDescriptor) -> Shared? {
    if let last, last.descriptor === descriptor { return last.shared }
    let shared = makeShared(descriptor)
    last = (descriptor, shared)
    return shared
  }

  private func makeShared(_ descriptor: SampleDescriptor) -> Shared? {
    guard case .quantity(let type) = descriptor.type,
      let index = Self.types.firstIndex(of: type), let own = descriptor.unit,
      let text = type.routeUnit, let unit = try? HealthUnit(text),
      (try? own.convert(1, to: unit)) != nil
    else { return nil }
    let isSame = descriptor.unitText == text
    let source = descriptor.source
    return Shared(
      type: type, slot: Self.slots[index],
      source: Self.number(of: descriptor.sourceName),
      unit: isSame ? nil : unit,
      isExact: isSame && descriptor.hasSource && descriptor.device == nil && source.version == nil
        && source.productType == nil && source.operatingSystemVersion == nil)
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
    default: nil
    }
  }
}
