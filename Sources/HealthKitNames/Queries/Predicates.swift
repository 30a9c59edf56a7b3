public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStatistics
import HealthStore

// A predicate is Foundation's `NSPredicate`, so that code compiles unchanged and `NSCompoundPredicate` combines them. Those
// of `HKQuery` hold a predicate of the library, which the store evaluates; a block is evaluated for each sample that is read.

/// A predicate of the library, as Foundation has predicates.
class LibraryPredicate: NSPredicate {
  let own: SamplePredicate

  convenience init(_ own: SamplePredicate) {
    self.init(own) { object in
      var matcher = SampleMatcher(own)
      return matcher.matches(object.sample)
    }
  }

  init(_ own: SamplePredicate, _ holds: @escaping (HKObject) -> Bool) {
    self.own = own
    super.init(block: { object, _ in (object as? HKObject).map(holds) ?? false })
  }

  required init?(coder: NSCoder) { nil }
}

/// The objects of some UUIDs. Routes, which the library keeps in their workouts, and series of quantities, of which it has each
/// quantity, have UUIDs of their own.
final class UUIDPredicate: LibraryPredicate {
  init(_ uuids: Set<UUID>) {
    let samples = uuids.map { SampleUUID($0) }
    super.init(.or([.uuids(Set(samples))] + samples.map { QuantitySeries.quantities(of: $0) })) {
      uuids.contains($0.uuid)
    }
  }

  required init?(coder: NSCoder) { nil }
}

/// What belongs to a workout: the samples and the routes in it. Of one without samples, as exports have them, the samples that
/// its source measured during it.
final class WorkoutPredicate: NSPredicate {
  /// A condition that the store evaluates, of samples but not of routes.
  let own: SamplePredicate

  init(_ workout: HKWorkout) {
    let (id, members) = (workout.sample.id, workout.sample.members.map(\.sample))
    let ids = Set(members.map(\.id))
    let (start, end) = (Timestamp(workout.startDate), Timestamp(workout.endDate))
    if members.isEmpty {
      own = .all([
        .start(.greaterOrEqual, start), .end(.lessOrEqual, end), .not(.kind(.workout)),
        (try? .source(workout.source.name)) ?? .all,
      ])
    } else {
      let starts = members.compactMap(\.startDate)
      own = .all([
        .start(.greaterOrEqual, starts.min() ?? start), .start(.lessOrEqual, starts.max() ?? end),
      ])
    }
    let condition = LibraryPredicate(own)
    super.init(block: { object, _ in
      if let route = object as? HKWorkoutRoute { return route.sample.id == id }
      guard let stored = (object as? HKObject)?.stored else { return false }
      return ids.isEmpty
        ? condition.evaluate(with: object) : stored.contains { ids.contains($0.id) }
    })
  }

  required init?(coder: NSCoder) { nil }
}

/// How a predicate compares, as `NSComparisonPredicate.Operator` does where Foundation has it.
public enum HKComparisonOperator: UInt, Sendable {
  case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo

  var own: SamplePredicate.Comparison {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqualTo: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqualTo: .greaterOrEqual
    case .equalTo: .equal
    case .notEqualTo: .notEqual
    }
  }

  fileprivate func holds(_ a: Int, _ b: Int) -> Bool {
    switch self {
    case .lessThan: a < b
    case .lessThanOrEqualTo: a <= b
    case .greaterThan: a > b
    case .greaterThanOrEqualTo: a >= b
    case .equalTo: a == b
    case .notEqualTo: a != b
    }
  }
}

/// What samples have to do with the bounds of a time.
public struct HKQueryOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt
  /// The options of some bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Samples do not start before it.
  public static let strictStartDate = HKQueryOptions(rawValue: 1)
  /// Samples do not end after it.
  public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

extension HKQuery {
  private static func made(_ make: () throws -> SamplePredicate) -> NSPredicate {
    do { return LibraryPredicate(try make()) } catch { preconditionFailure("\(error)") }
  }

  /// Samples that have a part of a time; by default also those that begin before it or end after it.
  public static func predicateForSamples(
    withStart start: Date?, end: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    var own: SamplePredicate.TimeOptions = []
    if options.contains(.strictStartDate) { own.insert(.strictStartDate) }
    if options.contains(.strictEndDate) { own.insert(.strictEndDate) }
    return made {
      try .samples(from: start.map { Timestamp($0) }, to: end.map { Timestamp($0) }, options: own)
    }
  }

  /// By the value of quantities.
  public static func predicateForQuantitySamples(
    with operatorType: HKComparisonOperator, quantity: HKQuantity
  ) -> NSPredicate { made { try .value(operatorType.own, quantity) } }

  /// By the number of the case of categories.
  public static func predicateForCategorySamples(
    with operatorType: HKComparisonOperator, value: Int
  ) -> NSPredicate {
    made {
      switch operatorType {
      case .equalTo: try .category(.equals("\(value)"))
      case .notEqualTo: try .category(.differs("\(value)"))
      default:
        .or(
          try (0...100).filter { operatorType.holds($0, value) }
            .map { try .category(.equals("\($0)")) })
      }
    }
  }

  /// Categories of one of some cases.
  public static func predicateForCategorySamples(equalTo values: Set<Int>) -> NSPredicate {
    made { .or(try values.map { try .category(.equals("\($0)")) }) }
  }

  /// Workouts of an activity.
  public static func predicateForWorkouts(with type: HKWorkoutActivityType) -> NSPredicate {
    made { .workouts(type.own) }
  }
  /// Workouts by their time from start to end.
  public static func predicateForWorkouts(
    with operatorType: HKComparisonOperator, duration: TimeInterval
  ) -> NSPredicate { made { try .duration(operatorType.own, duration) && .kind(.workout) } }
  /// Workouts by their active energy.
  public static func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate { made { try .figure(.energy, operatorType.own, totalEnergyBurned) } }
  /// Workouts by their distance.
  public static func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalDistance: HKQuantity
  ) -> NSPredicate { made { try .figure(.distance, operatorType.own, totalDistance) } }

  /// Objects that have a value in their metadata.
  public static func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    made { try .metadata(key: key, .exists) }
  }
  /// Objects that have one of some values in their metadata.
  public static func predicateForObjects(
    withMetadataKey key: String, allowedValues: [Any]
  ) -> NSPredicate {
    let values = allowedValues.map { Metadata([key: $0]).entries[0].value }
    return made { .or(try values.map { try .metadata(key: key, .text(.equals($0))) }) }
  }
  /// Objects by a value in their metadata: a quantity, a date, a number or a text.
  public static func predicateForObjects(
    withMetadataKey key: String, operatorType: HKComparisonOperator, value: Any
  ) -> NSPredicate {
    let match: SamplePredicate.MetadataMatch =
      switch value {
      case let quantity as HKQuantity:
        .number(operatorType.own, quantity.value, unit: quantity.unit.description)
      case let date as Date: .date(operatorType.own, DateBound(Timestamp(date)))
      case let number as Double: .number(operatorType.own, number, unit: nil)
      case let number as Int: .number(operatorType.own, Double(number), unit: nil)
      default:
        .text(
          operatorType == .notEqualTo
            ? .differs(Metadata([key: value]).entries[0].value)
            : .equals(Metadata([key: value]).entries[0].value))
      }
    return made { try .metadata(key: key, match) }
  }

  /// Objects of a source.
  public static func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }
  /// Objects of one of some sources.
  public static func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    made { .or(try sources.map { try .source($0.name) }) }
  }
  /// Objects of sources in their versions.
  public static func predicateForObjects(from revisions: Set<HKSourceRevision>) -> NSPredicate {
    made { .or(revisions.map { .source($0.own) }) }
  }
  /// Objects of one of some devices, by all properties that these state.
  public static func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    made { .or(devices.map { .device($0.own) }) }
  }
  /// Objects of devices with one of some values of a property, such as ``HKDevicePropertyKeyName``.
  public static func predicateForObjects(
    withDeviceProperty key: String, allowedValues: Set<String>
  ) -> NSPredicate {
    guard let field = deviceFields[key] else { return NSPredicate(value: false) }
    return made { .or(try allowedValues.map { try .text(field, .equals($0)) }) }
  }

  private static let deviceFields: [String: SamplePredicate.TextField] = [
    HKDevicePropertyKeyName: .device, HKDevicePropertyKeyManufacturer: .deviceManufacturer,
    HKDevicePropertyKeyModel: .deviceModel, HKDevicePropertyKeyHardwareVersion: .deviceHardware,
    HKDevicePropertyKeyFirmwareVersion: .deviceFirmware,
    HKDevicePropertyKeySoftwareVersion: .deviceSoftware,
    HKDevicePropertyKeyLocalIdentifier: .deviceLocalIdentifier,
    HKDevicePropertyKeyUDIDeviceIdentifier: .deviceUDI,
  ]

  /// The object of a UUID. All samples of the query's type are read: it may be a series of quantities.
  public static func predicateForObject(with uuid: UUID) -> NSPredicate { UUIDPredicate([uuid]) }
  /// The objects of some UUIDs. All samples of the query's type are read, as by ``predicateForObject(with:)``.
  public static func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
    UUIDPredicate(uuids)
  }

  /// What belongs to a workout: the samples and the routes in it. Of one without samples, as exports have them, the
  /// samples that its source measured during it.
  public static func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    WorkoutPredicate(workout)
  }

  /// The rings of a day.
  public static func predicateForActivitySummary(with day: DateComponents) -> NSPredicate {
    predicate(forActivitySummariesBetweenStart: day, end: day)
  }
  /// The rings of some days, the last one included.
  public static func predicate(
    forActivitySummariesBetweenStart start: DateComponents, end: DateComponents
  ) -> NSPredicate {
    guard let first = start.calendarDay, let last = end.calendarDay else {
      return NSPredicate(value: false)
    }
    return made {
      .all([.start(.greaterOrEqual, DateBound(first)), .start(.lessOrEqual, DateBound(last))])
    }
  }
}

extension SamplePredicate {
  /// All of some, whose units are not checked against types.
  static func all(_ parts: [SamplePredicate]) -> SamplePredicate {
    SamplePredicate(.and(parts.map(\.form)))
  }
}

extension DateComponents {
  fileprivate var calendarDay: CalendarDay? {
    guard let year, let month, let day else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}
