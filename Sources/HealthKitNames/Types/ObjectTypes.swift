import HealthConv
public import HealthModel
import HealthStore
public import HealthUnits

/// What an object is: a type of sample or a characteristic. Its class is the kind.
public class HKObjectType: Hashable, CustomStringConvertible, @unchecked Sendable {
  /// The text, such as `HKQuantityTypeIdentifierStepCount`.
  public let identifier: String

  init(identifier: String) { self.identifier = identifier }

  /// The identifier.
  public var description: String { identifier }
  /// Whether both have the same identifier.
  public static func == (a: HKObjectType, b: HKObjectType) -> Bool {
    a.identifier == b.identifier
  }
  /// Feeds the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
  /// Whether objects of the type are authorized one by one: prescriptions and doses of medications.
  public func requiresPerObjectAuthorization() -> Bool {
    [
      "HKVisionPrescriptionTypeIdentifier",
      "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",
    ].contains(identifier)
  }

  /// A type of quantity; `nil` if the catalog does not list it.
  public class func quantityType(
    forIdentifier identifier: HKQuantityTypeIdentifier
  ) -> HKQuantityType? { identifier.isKnown ? HKQuantityType(identifier) : nil }

  /// A type of category; `nil` if the catalog does not list it.
  public class func categoryType(
    forIdentifier identifier: HKCategoryTypeIdentifier
  ) -> HKCategoryType? { identifier.isKnown ? HKCategoryType(identifier) : nil }

  /// A type of correlation; `nil` if the catalog does not list it.
  public class func correlationType(
    forIdentifier identifier: HKCorrelationTypeIdentifier
  ) -> HKCorrelationType? { identifier.isKnown ? HKCorrelationType(identifier) : nil }

  /// A characteristic; `nil` if the catalog does not list it.
  public class func characteristicType(
    forIdentifier identifier: HKCharacteristicTypeIdentifier
  ) -> HKCharacteristicType? { identifier.isKnown ? HKCharacteristicType(identifier) : nil }

  /// A type of clinical record.
  public class func clinicalType(
    forIdentifier identifier: HKClinicalTypeIdentifier
  ) -> HKClinicalType? { HKClinicalType(identifier) }

  /// A type of series: routes and heartbeats.
  public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
    [HKSeriesType.workoutRoute(), HKSeriesType.heartbeat()].first { $0.identifier == identifier }
  }

  /// Workouts.
  public class func workoutType() -> HKWorkoutType {
    HKWorkoutType(identifier: HKWorkoutTypeIdentifier, .workout)
  }
  /// The rings of days.
  public class func activitySummaryType() -> HKActivitySummaryType {
    HKActivitySummaryType(identifier: "HKActivitySummaryTypeIdentifier")
  }
  /// Hearing tests.
  public class func audiogramSampleType() -> HKAudiogramSampleType {
    HKAudiogramSampleType(identifier: "HKDataTypeIdentifierAudiogram", .audiogram)
  }
  /// Electrocardiograms.
  public class func electrocardiogramType() -> HKElectrocardiogramType {
    HKElectrocardiogramType(
      identifier: "HKDataTypeIdentifierElectrocardiogram", .electrocardiogram)
  }
  /// Prescriptions for glasses and contact lenses.
  public class func visionPrescriptionType() -> HKPrescriptionType {
    HKPrescriptionType(identifier: "HKVisionPrescriptionTypeIdentifier", .visionPrescription)
  }
  /// States of mind.
  public class func stateOfMindType() -> HKStateOfMindType {
    HKStateOfMindType(identifier: "HKDataTypeStateOfMind", .stateOfMind)
  }
}

/// A type of sample.
public class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The samples of the type.
  let predicate: SamplePredicate

  fileprivate init(identifier: String, _ kind: SampleKind? = nil) {
    predicate = kind.map { .kind($0) } ?? .type(identifier: identifier)
    super.init(identifier: identifier)
  }

  fileprivate init(identifier: String, _ predicate: SamplePredicate) {
    self.predicate = predicate
    super.init(identifier: identifier)
  }

  /// The library's type, for those that HealthKit names by an identifier.
  var sampleType: SampleType { .other(identifier) }
  /// No type has a limit.
  public var isMaximumDurationRestricted: Bool { false }
  /// No type has a limit.
  public var isMinimumDurationRestricted: Bool { false }

  /// The type of a sample of the library; `nil` if it has none.
  static func of(_ sample: Sample) -> HKSampleType? {
    switch sample {
    case .quantity(let sample): HKQuantityType(sample.type)
    case .category(let sample): HKCategoryType(sample.type)
    case .correlation(let sample): HKCorrelationType(sample.type)
    case .workout: workoutType()
    case .audiogram: audiogramSampleType()
    case .electrocardiogram: electrocardiogramType()
    case .heartbeatSeries: HKSeriesType.heartbeat()
    case .stateOfMind: stateOfMindType()
    case .visionPrescription: visionPrescriptionType()
    case .clinicalRecord(let sample): HKClinicalType(of: sample.type.identifier)
    default: sample.sampleType.map { HKSampleType(identifier: $0.identifier) }
    }
  }
}

/// A type of quantity.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
  let type: QuantityType

  /// The type of an identifier.
  public init(_ identifier: HKQuantityTypeIdentifier) {
    type = identifier
    super.init(identifier: identifier.identifier)
  }

  override var sampleType: SampleType { .quantity(type) }

  /// How samples become one number; `.discreteArithmetic` for a type that the catalog does not list.
  public var aggregationStyle: HKQuantityAggregationStyle {
    type.aggregationStyle ?? .discreteArithmetic
  }

  /// Whether its samples can be measured in a unit.
  public func `is`(compatibleWith unit: HKUnit) -> Bool { type.isCompatible(with: unit) }
}

/// How samples of a type become one number.
public typealias HKQuantityAggregationStyle = QuantityType.AggregationStyle

/// A type of category.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
  let type: CategoryType

  /// The type of an identifier.
  public init(_ identifier: HKCategoryTypeIdentifier) {
    type = identifier
    super.init(identifier: identifier.identifier)
  }

  override var sampleType: SampleType { .category(type) }
}

/// A type of correlation.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
  let type: CorrelationType

  /// The type of an identifier.
  public init(_ identifier: HKCorrelationTypeIdentifier) {
    type = identifier
    super.init(identifier: identifier.identifier)
  }

  override var sampleType: SampleType { .correlation(type) }
}

/// Something about the person that does not change from day to day.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  /// The characteristic of an identifier.
  public init(_ identifier: HKCharacteristicTypeIdentifier) {
    super.init(identifier: identifier.identifier)
  }
}

/// A type of clinical record.
public final class HKClinicalType: HKSampleType, @unchecked Sendable {
  /// The type of an identifier. Exports state the type of the resource, of which some are of several types.
  public init(_ identifier: HKClinicalTypeIdentifier) {
    let resources = ClinicalRecordType.all.filter {
      $0.clinicalTypes.contains(identifier.rawValue)
    }
    super.init(
      identifier: identifier.rawValue,
      .or(
        [.type(identifier: identifier.rawValue)]
          + resources.map { .type(identifier: $0.identifier) }))
  }

  /// The type of a resource: the first that it can be of.
  convenience init(of resource: String) {
    let type = ClinicalRecordType(resource).clinicalTypes.first ?? resource
    self.init(HKClinicalTypeIdentifier(rawValue: type))
  }

  override var sampleType: SampleType { .clinicalRecord(identifier) }
}

/// Routes of workouts, and series of heartbeats.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// Routes. The library keeps them in their workouts, so it is these that are looked up.
  public class func workoutRoute() -> HKSeriesType {
    HKSeriesType(identifier: HKWorkoutRouteTypeIdentifier, .workout)
  }
  /// Series of heartbeats.
  public class func heartbeat() -> HKSeriesType {
    HKSeriesType(identifier: HKDataTypeIdentifierHeartbeatSeries, .heartbeatSeries)
  }
}

/// The type of workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
/// The type of the rings of days.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}
/// The type of hearing tests.
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}
/// The type of electrocardiograms.
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}
/// The type of prescriptions.
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}
/// The type of states of mind.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {}
