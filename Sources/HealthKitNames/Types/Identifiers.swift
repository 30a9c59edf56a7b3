public import Foundation
public import HealthModel

/// A type of quantity: `.stepCount`.
public typealias HKQuantityTypeIdentifier = QuantityType
/// A type of category: `.sleepAnalysis`.
public typealias HKCategoryTypeIdentifier = CategoryType
/// A type of correlation: `.bloodPressure`.
public typealias HKCorrelationTypeIdentifier = CorrelationType
/// A type of characteristic: `.dateOfBirth`.
public typealias HKCharacteristicTypeIdentifier = CharacteristicType

extension QuantityType {
  /// The identifier of a text, known or not.
  public init(rawValue: String) { self.init(rawValue) }
  /// The text, such as `HKQuantityTypeIdentifierStepCount`.
  public var rawValue: String { identifier }
}

extension CategoryType {
  /// The identifier of a text, known or not.
  public init(rawValue: String) { self.init(rawValue) }
  /// The text, such as `HKCategoryTypeIdentifierSleepAnalysis`.
  public var rawValue: String { identifier }
}

extension CorrelationType {
  /// The identifier of a text, known or not.
  public init(rawValue: String) { self.init(rawValue) }
  /// The text, such as `HKCorrelationTypeIdentifierFood`.
  public var rawValue: String { identifier }
}

extension CharacteristicType {
  /// The identifier of a text, known or not.
  public init(rawValue: String) { self.init(rawValue) }
  /// The text, such as `HKCharacteristicTypeIdentifierBloodType`.
  public var rawValue: String { identifier }
}

/// A type of clinical record.
public struct HKClinicalTypeIdentifier: Hashable, Sendable {
  /// The text.
  public let rawValue: String
  /// The identifier of a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Allergies.
  public static let allergyRecord = Self(rawValue: "HKClinicalTypeIdentifierAllergyRecord")
  /// Notes.
  public static let clinicalNoteRecord = Self(
    rawValue: "HKClinicalTypeIdentifierClinicalNoteRecord")
  /// Conditions.
  public static let conditionRecord = Self(rawValue: "HKClinicalTypeIdentifierConditionRecord")
  /// Coverages.
  public static let coverageRecord = Self(rawValue: "HKClinicalTypeIdentifierCoverageRecord")
  /// Immunizations.
  public static let immunizationRecord = Self(
    rawValue: "HKClinicalTypeIdentifierImmunizationRecord")
  /// Laboratory results.
  public static let labResultRecord = Self(rawValue: "HKClinicalTypeIdentifierLabResultRecord")
  /// Medications.
  public static let medicationRecord = Self(rawValue: "HKClinicalTypeIdentifierMedicationRecord")
  /// Procedures.
  public static let procedureRecord = Self(rawValue: "HKClinicalTypeIdentifierProcedureRecord")
  /// Vital signs.
  public static let vitalSignRecord = Self(rawValue: "HKClinicalTypeIdentifierVitalSignRecord")
}

/// The identifier of workouts.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"
/// The identifier of routes of workouts.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"
/// The identifier of series of heartbeats.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// No limit.
public let HKObjectQueryNoLimit = 0

/// Sorts by the start.
public let HKSampleSortIdentifierStartDate = "startDate"
/// Sorts by the end.
public let HKSampleSortIdentifierEndDate = "endDate"

/// The name of a device.
public let HKDevicePropertyKeyName = "name"
/// The maker of a device.
public let HKDevicePropertyKeyManufacturer = "manufacturer"
/// The model of a device.
public let HKDevicePropertyKeyModel = "model"
/// The revision of a device's hardware.
public let HKDevicePropertyKeyHardwareVersion = "hardwareVersion"
/// The revision of a device's firmware.
public let HKDevicePropertyKeyFirmwareVersion = "firmwareVersion"
/// The version of a device's software.
public let HKDevicePropertyKeySoftwareVersion = "softwareVersion"
/// The identifier that the app uses for a device.
public let HKDevicePropertyKeyLocalIdentifier = "localIdentifier"
/// The unique device identifier of the FDA.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "udiDeviceIdentifier"

extension Notification.Name {
  /// Exists so that code compiles; nothing posts it, as preferences of units do not change here.
  public static let HKUserPreferencesDidChange = Notification.Name("HKUserPreferencesDidChange")
}

#if !canImport(ObjectiveC)
  extension NSSortDescriptor {
    /// Sorts samples by ``HKSampleSortIdentifierStartDate`` or ``HKSampleSortIdentifierEndDate``. Foundation has keys on Apple's
    /// systems only; other keys end the program.
    public convenience init(key: String, ascending: Bool) {
      switch key {
      case HKSampleSortIdentifierStartDate:
        self.init(keyPath: \HKSample.startDate, ascending: ascending)
      case HKSampleSortIdentifierEndDate:
        self.init(keyPath: \HKSample.endDate, ascending: ascending)
      default: preconditionFailure("samples are sorted by startDate or endDate")
      }
    }
  }
#endif
