import HealthModel

/// What a field of the model can reveal. A policy decides by class; every field has one.
///
/// ``fields`` is the only list: a test enumerates the fields of the model and fails for one without a class. At run time a field
/// without a class is dropped and counted, so that a new version of the model cannot leak.
package enum FieldClass: String, Sendable, CaseIterable {
  /// A number that was measured or calculated.
  case measure
  /// A unit, kept if it can be parsed as one.
  case unit
  /// A word of a vocabulary, kept if HealthKit's vocabulary has it.
  case code
  /// The identifier of a type, kept if the catalog has it.
  case type
  /// An instant.
  case date
  /// A day as text.
  case day
  /// When a sample was saved.
  case creation
  /// The clock time of a heartbeat, written again in one form.
  case clock
  /// A name of a person or an institution.
  case name
  /// A date of birth.
  case birth
  /// A path or the name of a file, or text of a file that was not interpreted.
  case path
  /// An identifier of a device, a record, an account or an object.
  case identifier
  /// Free text.
  case text
  /// What may identify a body: voltages, times between heartbeats.
  case biometric
  /// The content of a document.
  case document
  /// The resource of a clinical record.
  case clinical
  /// The name of a source.
  case source
  /// What device measured.
  case device
  /// A version of hardware or software.
  case version
  /// Language, region, time zone.
  case locale
  /// Weather and air pressure, which with a date determine a region.
  case weather
  /// Points of a route.
  case route
  /// A fact about the person, such as the biological sex.
  case person
  /// The id of a participant.
  case participant
  /// Metadata, decided key by key.
  case metadata
  /// Nested structures or samples, decided by their own fields.
  case parts
  /// Data without a field in the model.
  case unknown
}

extension FieldClass {
  /// The classes of the fields of a structure, by their names.
  static func fields<S: Sample.FieldList>(of type: S.Type) -> [String: FieldClass] {
    table[ObjectIdentifier(type)] ?? [:]
  }

  private static func classes(_ rows: [(FieldClass, String)]) -> [String: FieldClass] {
    var classes: [String: FieldClass] = [:]
    for (kind, names) in rows {
      for name in names.split(separator: " ") { classes[String(name)] = kind }
    }
    return classes
  }

  private static let table: [ObjectIdentifier: [String: FieldClass]] = [
    ObjectIdentifier(Sample.WorkoutFields.self): classes([
      (.measure, "duration totalDistance totalEnergyBurned"),
      (.unit, "durationUnit totalDistanceUnit totalEnergyBurnedUnit"),
      (.parts, "events activities statistics zoneGroups samples"), (.route, "routes"),
    ]),
    ObjectIdentifier(WorkoutActivity.self): classes([
      (.identifier, "uuid"), (.date, "startDate endDate"), (.measure, "duration"),
      (.unit, "durationUnit"), (.metadata, "metadata"), (.parts, "events statistics"),
    ]),
    ObjectIdentifier(WorkoutEvent.self): classes([
      (.code, "type"), (.date, "date"), (.measure, "duration"), (.unit, "durationUnit"),
      (.metadata, "metadata"),
    ]),
    ObjectIdentifier(WorkoutStatistics.self): classes([
      (.type, "type"), (.date, "startDate endDate"), (.measure, "average minimum maximum sum"),
      (.unit, "unit"),
    ]),
    ObjectIdentifier(WorkoutZoneGroup.self): classes([
      (.type, "type"), (.text, "source"), (.unit, "unit"), (.parts, "zones"),
    ]),
    ObjectIdentifier(WorkoutZoneGroup.Zone.self): classes([
      (.measure, "minimum maximum duration"), (.unit, "durationUnit"),
    ]),
    ObjectIdentifier(WorkoutRoute.self): classes([
      (.source, "sourceName"), (.version, "sourceVersion"), (.device, "device"),
      (.creation, "creationDate"), (.date, "startDate endDate"), (.metadata, "metadata"),
      (.parts, "files"), (.route, "locations"),
    ]),
    ObjectIdentifier(WorkoutRoute.FileReference.self): classes([
      (.path, "path"), (.route, "track"),
    ]),
    ObjectIdentifier(WorkoutRoute.Track.self): classes([
      (.text, "name creator"), (.date, "time"), (.route, "locations"),
    ]),
    ObjectIdentifier(RouteLocation.self): classes([
      (.date, "date"), (.route, "latitude longitude altitude course"),
      (.measure, "horizontalAccuracy verticalAccuracy speed"),
    ]),
    ObjectIdentifier(Sample.ActivitySummaryFields.self): classes([
      (.day, "dateComponents"), (.unit, "activeEnergyBurnedUnit"),
      (
        .measure,
        "activeEnergyBurned activeEnergyBurnedGoal appleMoveMinutes appleMoveMinutesGoal appleMoveTime appleMoveTimeGoal "
          + "appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal"
      ),
    ]),
    ObjectIdentifier(Sample.AudiogramFields.self): classes([(.parts, "sensitivityPoints")]),
    ObjectIdentifier(SensitivityPoint.self): classes([
      (
        .measure,
        "frequencyValue leftEarValue leftEarClampingRangeLowerBound leftEarClampingRangeUpperBound rightEarValue "
          + "rightEarClampingRangeLowerBound rightEarClampingRangeUpperBound"
      ), (.unit, "frequencyUnit leftEarUnit rightEarUnit"),
      (.code, "leftEarMasked rightEarMasked"),
    ]),
    ObjectIdentifier(Sample.VisionPrescriptionFields.self): classes([
      (.date, "dateIssued expirationDate"), (.text, "brand"),
      (.parts, "rightEye leftEye attachments"),
    ]),
    ObjectIdentifier(Sample.EyeLens.self): classes([
      (
        .measure,
        "sphere cylinder axis add vertex prismAmount prismAngle farPD nearPD baseCurve diameter"
      ),
      (
        .unit,
        "sphereUnit cylinderUnit axisUnit addUnit vertexUnit prismAmountUnit prismAngleUnit farPDUnit nearPDUnit "
          + "baseCurveUnit diameterUnit"
      ),
    ]),
    ObjectIdentifier(Sample.PrescriptionAttachment.self): classes([(.identifier, "identifier")]),
    ObjectIdentifier(Sample.ClinicalRecordFields.self): classes([
      (.identifier, "identifier sourceURL"), (.code, "fhirVersion"), (.date, "receivedDate"),
      (.path, "resourceFilePath"), (.clinical, "resource"),
    ]),
    ObjectIdentifier(Sample.ElectrocardiogramFields.self): classes([
      (.code, "classification lead"), (.text, "symptoms"), (.version, "softwareVersion"),
      (.measure, "sampleRate averageHeartRate"), (.unit, "sampleRateUnit unit"),
      (.path, "path fileHeader"), (.name, "name"), (.birth, "dateOfBirth"),
      (.locale, "decimalSeparator"), (.biometric, "voltages"),
    ]),
    ObjectIdentifier(Sample.HeartbeatSeriesFields.self): classes([(.biometric, "beats")]),
    ObjectIdentifier(Sample.SeriesBeat.self): classes([
      (.measure, "timeSinceStart"), (.code, "precededByGap"),
    ]),
    ObjectIdentifier(Sample.StateOfMindFields.self): classes([
      (.code, "kind"), (.measure, "valence"), (.parts, "labels associations"),
    ]),
    ObjectIdentifier(Sample.StateOfMindTag.self): classes([(.code, "name")]),
    ObjectIdentifier(Sample.ScoredAssessmentFields.self): classes([
      (.measure, "score"), (.code, "risk"), (.parts, "answers"),
    ]),
    ObjectIdentifier(Sample.AssessmentAnswer.self): classes([(.measure, "value")]),
    ObjectIdentifier(Sample.MedicationDoseFields.self): classes([
      (.identifier, "medicationConceptIdentifier"), (.code, "scheduleType logStatus"),
      (.date, "scheduledDate"), (.measure, "scheduledDoseQuantity doseQuantity"), (.unit, "unit"),
    ]),
    ObjectIdentifier(Sample.HealthDocumentFields.self): classes([
      (.text, "title"), (.name, "patientName authorName custodianName"), (.path, "path"),
      (.measure, "offset size"), (.document, "data"),
    ]),
  ]

  /// The classes of what no visitor goes through, by structure and property.
  package static let properties: [String: [String: FieldClass]] = [
    "header": classes([
      (.parts, "descriptor"), (.metadata, "metadata"), (.date, "start end"),
      (.creation, "created"), (.identifier, "ordinal deviceAddress uuid"), (.unknown, "extras"),
    ]),
    "descriptor": classes([
      (.type, "type"), (.unit, "unitText"), (.source, "source"), (.device, "device"),
      (.participant, "participant"),
    ]),
    "source": classes([
      (.source, "name"), (.version, "version operatingSystemVersion"), (.device, "productType"),
    ]),
    "device": classes([
      (.device, "name manufacturer model"),
      (.version, "hardwareVersion firmwareVersion softwareVersion"),
      (.identifier, "localIdentifier udiDeviceIdentifier"), (.date, "creationDate"),
      (.text, "raw"),
    ]),
    "dataset": classes([
      (.date, "exportDate"), (.locale, "locale"), (.version, "exportVersion"), (.path, "path"),
      (.person, "characteristics"),
      (.participant, "participant participants hasUnlistedParticipants"),
      (.unknown, "attributes"),
    ]),
    "quantity": classes([(.measure, "number"), (.biometric, "beats")]),
    "beat": classes([(.measure, "bpm"), (.clock, "time")]),
    "category": classes([(.code, "value")]),
    "element": classes([(.unknown, "name attributes children"), (.participant, "participant")]),
    "extras": classes([(.unknown, "attributes content order renamed")]),
  ]

  /// The classes of the keys of metadata that the catalog lists. Other keys are dropped.
  static let metadataKeys: [MetadataKey: FieldClass] = {
    var keys: [MetadataKey: FieldClass] = [:]
    for (name, kind) in classes([
      (
        .identifier,
        "HKDeviceSerialNumber HKDigitalSignature HKExternalUUID HKMetadataKeySyncIdentifier HKMetadataKeySyncVersion "
          + "HKMetadataKeyAppleFitnessPlusCatalogIdentifier HKUDIDeviceIdentifier HKUDIProductionIdentifier"
      ),
      (.text, "HKFoodType HKMetadataKeyGlassesPrescriptionDescription HKWorkoutBrandName"),
      (.device, "HKDeviceManufacturerName HKDeviceName"), (.locale, "HKTimeZone"),
      (
        .weather,
        "HKWeatherCondition HKWeatherHumidity HKWeatherTemperature HKMetadataKeyBarometricPressure"
      ), (.version, "HKAlgorithmVersion HKMetadataKeyAppleECGAlgorithmVersion"),
      (.date, "HKDateOfEarliestDataUsedForEstimate"),
      (
        .measure,
        "HKActivityType HKAlpineSlopeGrade HKAverageMETs HKAverageSpeed HKBloodGlucoseMealTime "
          + "HKBodyTemperatureSensorLocation HKCoachedWorkout HKCrossTrainerDistance "
          + "HKCyclingCyclingFunctionalThresholdPowerTestType HKElevationAscended HKElevationDescended "
          + "HKFitnessMachineDuration HKGroupFitness HKHeartRateEventThreshold HKHeartRateSensorLocation "
          + "HKIndoorBikeDistance HKIndoorWorkout HKInsulinDeliveryReason HKLapLength HKLowCardioFitnessEventThreshold "
          + "HKMaximumSpeed HKMenstrualCycleStart HKMetadataKeyAppleDeviceCalibrated HKMetadataKeyAppleFitnessPlusSession "
          + "HKMetadataKeyAudioExposureDuration HKMetadataKeyAudioExposureLevel HKMetadataKeyDevicePlacementSide "
          + "HKMetadataKeyHeadphoneGain HKMetadataKeyHeartRateMotionContext "
          + "HKMetadataKeyHeartRateRecoveryActivityDuration HKMetadataKeyHeartRateRecoveryActivityType "
          + "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate HKMetadataKeyHeartRateRecoveryTestType "
          + "HKMetadataKeyMaximumLightIntensity HKMetadataKeyQuantityClampedToLowerBound "
          + "HKMetadataKeyQuantityClampedToUpperBound HKMetadataKeySessionEstimate HKMetadataKeyUserMotionContext "
          + "HKMetadataKeyWaterSalinity HKPhysicalEffortEstimationType HKReferenceRangeLowerLimit "
          + "HKReferenceRangeUpperLimit HKSWOLFScore HKSexualActivityProtectionUsed HKSwimmingLocationType "
          + "HKSwimmingStrokeStyle HKVO2MaxTestType HKVO2MaxValue HKWasTakenInLab HKWasUserEntered"
      ),
    ]) {
      keys[MetadataKey(name)] = kind
    }
    return keys
  }()
}
