enum Element: Int, CaseIterable {
  case healthData, exportDate, me
  case record, correlation, workout, activitySummary, clinicalRecord, audiogram
  case visionPrescription
  case metadataEntry, heartRateVariabilityMetadataList, instantaneousBeatsPerMinute
  case workoutEvent, workoutActivity, workoutStatistics, workoutRoute, fileReference
  case workoutZoneGroup, workoutZone
  case sensitivityPoint, rightEye, leftEye, attachment
  /// What no version of the format has.
  case unknown

  var name: StaticString {
    switch self {
    case .healthData: "HealthData"
    case .exportDate: "ExportDate"
    case .me: "Me"
    case .record: "Record"
    case .correlation: "Correlation"
    case .workout: "Workout"
    case .activitySummary: "ActivitySummary"
    case .clinicalRecord: "ClinicalRecord"
    case .audiogram: "Audiogram"
    case .visionPrescription: "VisionPrescription"
    case .metadataEntry: "MetadataEntry"
    case .heartRateVariabilityMetadataList: "HeartRateVariabilityMetadataList"
    case .instantaneousBeatsPerMinute: "InstantaneousBeatsPerMinute"
    case .workoutEvent: "WorkoutEvent"
    case .workoutActivity: "WorkoutActivity"
    case .workoutStatistics: "WorkoutStatistics"
    case .workoutRoute: "WorkoutRoute"
    case .fileReference: "FileReference"
    case .workoutZoneGroup: "WorkoutZoneGroup"
    case .workoutZone: "WorkoutZone"
    case .sensitivityPoint: "SensitivityPoint"
    case .rightEye: "RightEye"
    case .leftEye: "LeftEye"
    case .attachment: "Attachment"
    case .unknown: "FutureSample"
    }
  }
}
