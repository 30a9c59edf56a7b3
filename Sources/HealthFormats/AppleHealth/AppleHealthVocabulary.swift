import HealthBytes
import HealthModel

/// The attributes of a `Record`, distinguished by length before they are compared.
enum RecordAttribute {
  case type, unit, value, sourceName, sourceVersion, device, creationDate, startDate, endDate

  /// The attribute of a name, or `nil` for one that is not known.
  @inline(__always)
  static func named(_ bytes: Span<UInt8>, _ range: Range<Int>) -> RecordAttribute? {
    let start = range.lowerBound
    // Each comparison with a length known when compiling: one or two loads.
    return switch range.upperBound &- start {
    case 4 where ByteScan.equal(bytes, at: start, to: "type"): .type
    case 4 where ByteScan.equal(bytes, at: start, to: "unit"): .unit
    case 5 where ByteScan.equal(bytes, at: start, to: "value"): .value
    case 6 where ByteScan.equal(bytes, at: start, to: "device"): .device
    case 7 where ByteScan.equal(bytes, at: start, to: "endDate"): .endDate
    case 9 where ByteScan.equal(bytes, at: start, to: "startDate"): .startDate
    case 10 where ByteScan.equal(bytes, at: start, to: "sourceName"): .sourceName
    case 12 where ByteScan.equal(bytes, at: start, to: "creationDate"): .creationDate
    case 13 where ByteScan.equal(bytes, at: start, to: "sourceVersion"): .sourceVersion
    default: nil
    }
  }
}

/// The names of the export's elements and attributes.
enum AppleHealthVocabulary {
  static let root = "HealthData"
  static let exportDate = "ExportDate"
  static let me = "Me"
  static let record = "Record"
  static let metadataEntry = "MetadataEntry"
  static let beatList = "HeartRateVariabilityMetadataList"
  static let beat = "InstantaneousBeatsPerMinute"

  /// The kinds of element under the root that are read into samples of their own kind.
  static let correlation = "Correlation"
  static let workout = "Workout"
  static let activitySummary = "ActivitySummary"
  static let activitySummaryType = "HKActivitySummaryTypeIdentifier"
  static let clinicalRecord = "ClinicalRecord"
  static let audiogram = "Audiogram"
  static let visionPrescription = "VisionPrescription"

  /// Attributes that iOS 8 wrote on a record and that are not metadata: rows put together into one.
  static let attributesOfFirstGeneration: Set<String> = ["recordCount"]
}

extension AppleHealthVocabulary {
  /// The element that a kind of sample is written as; `nil` if an export has none.
  static func element(of kind: SampleKind) -> String? {
    switch kind {
    case .quantity, .category: record
    case .correlation: correlation
    case .workout: workout
    case .activitySummary: activitySummary
    case .audiogram: audiogram
    case .visionPrescription: visionPrescription
    case .clinicalRecord: clinicalRecord
    case .electrocardiogram, .heartbeatSeries, .stateOfMind, .scoredAssessment, .medicationDose,
      .document, .unknown:
      nil
    }
  }

  /// The attribute that names the type of such a sample.
  static func typeAttribute(of kind: SampleKind) -> String? {
    switch kind {
    case .workout: "workoutActivityType"
    case .activitySummary: nil
    default: "type"
    }
  }
}
