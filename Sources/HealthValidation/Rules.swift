extension Rule {
  /// The rules for data of any format, by group; the order is that of the findings about one sample.
  public static let general: [Rule] =
    sampleRules + metadataRules + structureRules + datasetRules
}

private let sampleRules: [Rule] = [
  .malformedType,
  .unknownType,
  .missingSource,
  .missingUnit,
  .unitFitsType,
  .impossibleValue,
  .implausibleValue,
  .fractionOfCount,
  .missingCategoryValue,
  .unknownCategoryValue,
  .notApplicableValue,
  .deprecatedValue,
  .endBeforeStart,
  .futureDate,
  .implausibleDate,
  .savedBeforeStart,
  .lastingMoment,
  .implausibleDuration,
  .implausibleOffset,
]

private let metadataRules: [Rule] = [
  .menstrualCycleStart,
  .insulinDeliveryReason,
  .syncIdentifierVersion,
  .metadataKeys,
  .metadataValueType,
  .unknownEnumeration,
  .unknownTimeZone,
]

private let structureRules: [Rule] = [
  .correlationMembers,
  .memberOutsideParent,
  .bloodPressureOrder,
  .outsideWorkout,
  .unpairedPause,
  .impossibleDuration,
  .workoutStatistics,
  .impossibleStatistics,
  .routeGoesBack,
  .impossibleCoordinate,
  .impossibleSpeed,
  .heartbeatOutsideSample,
  .heartbeatsOutOfOrder,
  .voltageCount,
  .unsafePath,
  .audiogramRange,
  .summaryRange,
  .prescriptionRange,
  .unknownFHIRVersion,
  .resourceDiffers,
]

private let datasetRules: [Rule] = [
  .missingExportDate,
  .invalidCharacteristic,
  .exactDuplicate,
  .savedTwice,
  .contradictingSamples,
  .overlappingSamples,
  .memberDiffers,
  .outOfOrder,
  .lookalikeSources,
  .offsetOfExport,
  .workoutTotalDiffers,
]
