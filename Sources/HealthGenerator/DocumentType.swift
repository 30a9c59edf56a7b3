/// The document type declaration at the beginning of an export.
///
/// It is that of version 14 (iOS 18 to 26). Like Apple's own, it does not allow all elements that
/// exports contain.
enum DocumentType {
  /// - Parameter isBroken: whether to make the mistakes of version 12: a list that is never
  ///   closed, a stray attribute, a declaration made twice, one bracket too many
  /// - Returns: the declaration, up to the newline after it
  static func text(isBroken: Bool) -> String {
    guard isBroken else { return samples(version: 14) + prescription + eyes + "]>\n" }
    return samples(version: 12) + prescription.dropLast(2) + eyes + """
      device CDATA #IMPLIED
      <!ELEMENT MetadataEntry EMPTY>
      <!ATTLIST MetadataEntry
        key CDATA #IMPLIED
        value CDATA #IMPLIED
      >
      >
      ]>

      """
  }

  private static func samples(version: Int) -> String {
    """
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: \(version) -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT ExportDate EMPTY>
    <!ATTLIST ExportDate
      value CDATA #REQUIRED
    >
    <!ELEMENT Me EMPTY>
    <!ATTLIST Me
      HKCharacteristicTypeIdentifierDateOfBirth                 CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBiologicalSex               CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBloodType                   CDATA #REQUIRED
      HKCharacteristicTypeIdentifierFitzpatrickSkinType         CDATA #REQUIRED
      HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse CDATA #REQUIRED
    >
    <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
    <!ATTLIST Record
      type          CDATA #REQUIRED
      unit          CDATA #IMPLIED
      value         CDATA #IMPLIED
      sourceName    CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device        CDATA #IMPLIED
      creationDate  CDATA #IMPLIED
      startDate     CDATA #REQUIRED
      endDate       CDATA #REQUIRED
    >
    <!-- Records inside a correlation may stand at the top level too. -->
    <!ELEMENT Correlation ((MetadataEntry|Record)*)>
    <!ATTLIST Correlation
      type          CDATA #REQUIRED
      sourceName    CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device        CDATA #IMPLIED
      creationDate  CDATA #IMPLIED
      startDate     CDATA #REQUIRED
      endDate       CDATA #REQUIRED
    >
    <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
    <!ATTLIST Workout
      workoutActivityType   CDATA #REQUIRED
      duration              CDATA #IMPLIED
      durationUnit          CDATA #IMPLIED
      totalDistance         CDATA #IMPLIED
      totalDistanceUnit     CDATA #IMPLIED
      totalEnergyBurned     CDATA #IMPLIED
      totalEnergyBurnedUnit CDATA #IMPLIED
      sourceName            CDATA #REQUIRED
      sourceVersion         CDATA #IMPLIED
      device                CDATA #IMPLIED
      creationDate          CDATA #IMPLIED
      startDate             CDATA #REQUIRED
      endDate               CDATA #REQUIRED
    >
    <!ELEMENT WorkoutActivity ((MetadataEntry)*)>
    <!ATTLIST WorkoutActivity
      uuid         CDATA #REQUIRED
      startDate    CDATA #REQUIRED
      endDate      CDATA #IMPLIED
      duration     CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
    >
    <!ELEMENT WorkoutEvent ((MetadataEntry)*)>
    <!ATTLIST WorkoutEvent
      type         CDATA #REQUIRED
      date         CDATA #REQUIRED
      duration     CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
    >
    <!ELEMENT WorkoutStatistics EMPTY>
    <!ATTLIST WorkoutStatistics
      type      CDATA #REQUIRED
      startDate CDATA #REQUIRED
      endDate   CDATA #REQUIRED
      average   CDATA #IMPLIED
      minimum   CDATA #IMPLIED
      maximum   CDATA #IMPLIED
      sum       CDATA #IMPLIED
      unit      CDATA #IMPLIED
    >
    <!ELEMENT WorkoutRoute ((MetadataEntry|FileReference)*)>
    <!ATTLIST WorkoutRoute
      sourceName    CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device        CDATA #IMPLIED
      creationDate  CDATA #IMPLIED
      startDate     CDATA #REQUIRED
      endDate       CDATA #REQUIRED
    >
    <!ELEMENT FileReference EMPTY>
    <!ATTLIST FileReference
      path CDATA #REQUIRED
    >
    <!ELEMENT ActivitySummary EMPTY>
    <!ATTLIST ActivitySummary
      dateComponents         CDATA #IMPLIED
      activeEnergyBurned     CDATA #IMPLIED
      activeEnergyBurnedGoal CDATA #IMPLIED
      activeEnergyBurnedUnit CDATA #IMPLIED
      appleMoveTime          CDATA #IMPLIED
      appleMoveTimeGoal      CDATA #IMPLIED
      appleExerciseTime      CDATA #IMPLIED
      appleExerciseTimeGoal  CDATA #IMPLIED
      appleStandHours        CDATA #IMPLIED
      appleStandHoursGoal    CDATA #IMPLIED
    >
    <!ELEMENT MetadataEntry EMPTY>
    <!ATTLIST MetadataEntry
      key   CDATA #REQUIRED
      value CDATA #REQUIRED
    >
    <!-- The beats behind a heart rate variability. -->
    <!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>
    <!ELEMENT InstantaneousBeatsPerMinute EMPTY>
    <!ATTLIST InstantaneousBeatsPerMinute
      bpm  CDATA #REQUIRED
      time CDATA #REQUIRED
    >
    <!ELEMENT ClinicalRecord EMPTY>
    <!ATTLIST ClinicalRecord
      type             CDATA #REQUIRED
      identifier       CDATA #REQUIRED
      sourceName       CDATA #REQUIRED
      sourceURL        CDATA #REQUIRED
      fhirVersion      CDATA #REQUIRED
      receivedDate     CDATA #REQUIRED
      resourceFilePath CDATA #REQUIRED
    >
    <!ELEMENT Audiogram ((MetadataEntry|SensitivityPoint)*)>
    <!ATTLIST Audiogram
      type          CDATA #REQUIRED
      sourceName    CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device        CDATA #IMPLIED
      creationDate  CDATA #IMPLIED
      startDate     CDATA #REQUIRED
      endDate       CDATA #REQUIRED
    >
    <!ELEMENT SensitivityPoint EMPTY>
    <!ATTLIST SensitivityPoint
      frequencyValue                  CDATA #REQUIRED
      frequencyUnit                   CDATA #REQUIRED
      leftEarValue                    CDATA #IMPLIED
      leftEarUnit                     CDATA #IMPLIED
      leftEarMasked                   CDATA #IMPLIED
      leftEarClampingRangeLowerBound  CDATA #IMPLIED
      leftEarClampingRangeUpperBound  CDATA #IMPLIED
      rightEarValue                   CDATA #IMPLIED
      rightEarUnit                    CDATA #IMPLIED
      rightEarMasked                  CDATA #IMPLIED
      rightEarClampingRangeLowerBound CDATA #IMPLIED
      rightEarClampingRangeUpperBound CDATA #IMPLIED
    >

    """
  }

  private static let prescription = """
    <!ELEMENT VisionPrescription ((RightEye|LeftEye|Attachment|MetadataEntry)*)>
    <!ATTLIST VisionPrescription
      type           CDATA #REQUIRED
      dateIssued     CDATA #REQUIRED
      expirationDate CDATA #IMPLIED
      brand          CDATA #IMPLIED
    >

    """

  private static let eyes =
    eye("RightEye") + eye("LeftEye") + """
      <!ELEMENT Attachment EMPTY>
      <!ATTLIST Attachment
        identifier CDATA #IMPLIED
      >

      """

  private static func eye(_ name: String) -> String {
    """
    <!ELEMENT \(name) EMPTY>
    <!ATTLIST \(name)
      sphere          CDATA #IMPLIED
      sphereUnit      CDATA #IMPLIED
      cylinder        CDATA #IMPLIED
      cylinderUnit    CDATA #IMPLIED
      axis            CDATA #IMPLIED
      axisUnit        CDATA #IMPLIED
      add             CDATA #IMPLIED
      addUnit         CDATA #IMPLIED
      vertex          CDATA #IMPLIED
      vertexUnit      CDATA #IMPLIED
      prismAmount     CDATA #IMPLIED
      prismAmountUnit CDATA #IMPLIED
      prismAngle      CDATA #IMPLIED
      prismAngleUnit  CDATA #IMPLIED
      farPD           CDATA #IMPLIED
      farPDUnit       CDATA #IMPLIED
      nearPD          CDATA #IMPLIED
      nearPDUnit      CDATA #IMPLIED
      baseCurve       CDATA #IMPLIED
      baseCurveUnit   CDATA #IMPLIED
      diameter        CDATA #IMPLIED
      diameterUnit    CDATA #IMPLIED
    >

    """
  }
}
