/// Every rule, by group; the order is that of the findings about one sample.
public let rules: [Rule] =
  sampleRules + metadataRules + structureRules + datasetRules
  + xmlRules + schemaRules + exportRules + gpxRules + jsonLinesRules
  + csvRules + datasetTableRules + csvMapRules

private let sampleRules: [Rule] = [
  .unknownType,
  .missingUnit,
  .unitFitsType,
  .impossibleValue,
  .implausibleValue,
  .missingCategoryValue,
  .unknownCategoryValue,
  .notApplicableValue,
  .deprecatedValue,
  .endBeforeStart,
  .futureDate,
  .dateBefore1900,
  .lastingMoment,
  .implausibleOffset,
]

private let metadataRules: [Rule] = [
  .menstrualCycleStart,
  .insulinDeliveryReason,
  .syncIdentifierVersion,
  .metadataValueType,
  .unknownEnumeration,
  .unknownTimeZone,
]

private let structureRules: [Rule] = [
  .correlationMembers,
  .memberOutsideParent,
  .activityOutsideWorkout,
  .unpairedPause,
  .durationBeyondSpan,
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
]

private let datasetRules: [Rule] = [
  .exactDuplicate,
  .sameIdentity,
  .overlappingSamples,
  .memberDiffers,
  .outOfOrder,
  .lookalikeSources,
  .offsetOfExport,
  .workoutTotalDiffers,
]
