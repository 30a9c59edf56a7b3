/// A piece of an export, and where a rule finds something in it.
struct RuleCase: Sendable, CustomStringConvertible {
  let rule: String
  /// Elements; `^` marks where the rule finds something. What is not marked is a legal exception.
  let body: String
  /// The date of the export.
  var exported: String? = "2024-06-02 09:00:00 +0200"

  var description: String { "\(rule): \(body.prefix(120))" }

  init(_ rule: String, _ body: String, exported: String? = "2024-06-02 09:00:00 +0200") {
    self.rule = rule
    self.body = body
    self.exported = exported
  }
}

private func mass(on day: String) -> String {
  #"<Record type="Q:BodyMass" unit="kg" # startDate="\#(day) 09:00:00 +0200" endDate="\#(day) 09:00:00 +0200" value="4"/>"#
}

private func born(_ date: String) -> String {
  #"<Me HKCharacteristicTypeIdentifierDateOfBirth="\#(date)"/>"#
}

private func water(saved: String) -> String {
  #"<Record type="Q:DietaryWater" unit="mL" # creationDate="\#(saved)" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="250"/>"#
}

/// An element that begins on 31 May at 9 o'clock.
private func lasting(_ start: String, _ end: String) -> String {
  #"<\#(start) # startDate="2024-05-31 09:00:00 +0200" endDate="\#(end) +0200"/>"#
}

/// Energy since 1 June.
private func basal(_ value: String, to end: String) -> String {
  #"<Record type="Q:BasalEnergyBurned" unit="kcal" # startDate="2024-06-01 09:00:00 +0200" endDate="\#(end) +0200" value="\#(value)"/>"#
}

let sampleCases: [RuleCase] = [
  RuleCase("unknown-type", #"^<Record type="Q:HartRate" unit="count/min" @ value="72"/>"#),
  RuleCase(
    "unknown-type",
    #"^<Record type="C:SleepAnalisis" @ value="HKCategoryValueSleepAnalysisInBed"/>"#),
  RuleCase("unknown-type", #"^<Workout workoutActivityType="HKWorkoutActivityTypeFlying" @/>"#),
  RuleCase("unknown-type", #"^<Correlation type="HKCorrelationTypeIdentifierTea" @/>"#),
  RuleCase(
    "unknown-type",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @>"#
      + #"^<WorkoutStatistics type="Q:HartRate" average="70" unit="count/min"/></Workout>"#),
  RuleCase("unknown-type", #"<Record type="HKDataTypeSleepDurationGoal" unit="hr" @ value="8"/>"#),
  RuleCase("unknown-type", #"<Record type="com.example.Mood" unit="count" @ value="1"/>"#),
  RuleCase("unknown-type", #"<Record type="C:EnvironmentalAudioExposureEvent" @/>"#),
  RuleCase("unknown-type", #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @/>"#),

  RuleCase("missing-unit", #"^<Record type="Q:BodyMass" @ value="70"/>"#),
  RuleCase("missing-unit", #"^<Record type="Q:StepCount" unit="" @ value="70"/>"#),
  RuleCase("missing-unit", #"<Record type="C:HandwashingEvent" @/>"#),
  RuleCase("missing-unit", #"<Record type="com.example.Mood" @ value="1"/>"#),

  RuleCase("unit-fits-type", #"^<Record type="Q:BodyMass" unit="m" @ value="70"/>"#),
  RuleCase("unit-fits-type", #"^<Record type="Q:BodyMass" unit="stone" @ value="11"/>"#),
  RuleCase("unit-fits-type", #"^<Record type="Q:BodyMass" unit="mol" @ value="5"/>"#),
  RuleCase("unit-fits-type", #"<Record type="Q:BloodGlucose" unit="mmol/L" @ value="5"/>"#),
  RuleCase(
    "unit-fits-type",
    #"<Record type="Q:BloodGlucose" unit="mmol&lt;180.1558800000541&gt;/L" @ value="5"/>"#),
  RuleCase("unit-fits-type", #"<Record type="Q:ActiveEnergyBurned" unit="Cal" @ value="5"/>"#),
  RuleCase("unit-fits-type", #"<Record type="Q:HeartRate" unit="count/s" @ value="1.2"/>"#),
  RuleCase("unit-fits-type", #"<Record type="Q:VO2Max" unit="mL/kg·min" @ value="40"/>"#),
  RuleCase("unit-fits-type", #"<Record type="Q:BodyFatPercentage" unit="count" @ value="0.2"/>"#),
  RuleCase("unit-fits-type", #"<Record type="com.example.Mood" unit="smiles" @ value="1"/>"#),

  RuleCase("impossible-value", #"^<Record type="Q:StepCount" unit="count" @ value="-1"/>"#),
  RuleCase("impossible-value", #"^<Record type="Q:OxygenSaturation" unit="%" @ value="1.01"/>"#),
  RuleCase("impossible-value", #"^<Record type="Q:BodyMass" unit="lb" @ value="3000"/>"#),
  RuleCase("impossible-value", #"^<Record type="Q:BodyTemperature" unit="degF" @ value="-4"/>"#),
  RuleCase("impossible-value", #"^<Record type="com.example.Big" unit="m" @ value="1e999"/>"#),
  RuleCase("impossible-value", #"<Record type="Q:StepCount" unit="count" @ value="0"/>"#),
  RuleCase("impossible-value", #"<Record type="Q:OxygenSaturation" unit="%" @ value="1"/>"#),
  RuleCase("impossible-value", #"<Record type="Q:WaterTemperature" unit="degC" @ value="-1.5"/>"#),
  RuleCase(
    "impossible-value",
    #"<Record type="Q:HeartRateRecoveryOneMinute" unit="count/min" @ value="-3"/>"#),
  RuleCase("impossible-value", #"<Record type="Q:StepCount" unit="m" @ value="-1"/>"#),

  RuleCase("implausible-value", #"^<Record type="Q:HeartRate" unit="count/min" @ value="900"/>"#),
  RuleCase("implausible-value", #"^<Record type="Q:HeartRate" unit="count/s" @ value="6"/>"#),
  RuleCase("implausible-value", #"^<Record type="Q:Height" unit="m" @ value="178"/>"#),
  RuleCase("implausible-value", #"^<Record type="Q:BodyTemperature" unit="degC" @ value="16"/>"#),
  RuleCase("implausible-value", #"<Record type="Q:HeartRate" unit="count/min" @ value="-1"/>"#),
  RuleCase("implausible-value", #"<Record type="Q:Height" unit="ft" @ value="5.83"/>"#),
  RuleCase("implausible-value", #"<Record type="Q:StepCount" unit="count" @ value="61234"/>"#),
  RuleCase("implausible-value", #"<Record type="Q:BodyTemperature" unit="degF" @ value="98.6"/>"#),

  RuleCase("implausible-value", "^" + basal("11000", to: "2024-06-01 09:00:00")),
  RuleCase("implausible-value", "^" + basal("130000", to: "2024-06-13 09:00:00")),
  RuleCase("implausible-value", basal("24000", to: "2024-06-13 09:00:00")),
  RuleCase(
    "implausible-value",
    "^"
      + #"<Record type="Q:HeartRate" unit="count/min" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-11 09:00:00 +0200" value="900"/>"#
  ),

  RuleCase("implausible-value", #"^<Record type="Q:BodyMass" unit="lb" @ value="7"/>"#),
  RuleCase("implausible-value", #"^<Record type="Q:BloodGlucose" unit="mmol/L" @ value="94"/>"#),
  RuleCase("implausible-value", #"<Record type="Q:BloodGlucose" unit="mmol/L" @ value="5"/>"#),
  RuleCase(
    "implausible-value",
    born("1985-03-02") + #"^<Record type="Q:BodyMass" unit="lb" @ value="7"/>"#),
  RuleCase(
    "implausible-value",
    born("2024-03-02") + #"<Record type="Q:BodyMass" unit="lb" @ value="7"/>"#
      + #"<Record type="Q:Height" unit="cm" @ value="49"/>"#),
  RuleCase(
    "implausible-value",
    born("2024-03-02") + #"^<Record type="Q:BodyMass" unit="kg" @ value="401"/>"#),

  RuleCase("fraction-of-count", #"^<Record type="Q:StepCount" unit="count" @ value="7.781"/>"#),
  RuleCase(
    "fraction-of-count", #"^<Record type="Q:SwimmingStrokeCount" unit="count" @ value="0.5"/>"#),
  RuleCase("fraction-of-count", #"<Record type="Q:StepCount" unit="count" @ value="7.0"/>"#),
  RuleCase(
    "fraction-of-count",
    #"<Record type="Q:NumberOfAlcoholicBeverages" unit="count" @ value="1.5"/>"#
  ),
  RuleCase("fraction-of-count", #"<Record type="Q:BodyMassIndex" unit="count" @ value="22.5"/>"#),

  RuleCase("missing-category-value", #"^<Record type="C:SleepAnalysis" @/>"#),
  RuleCase("missing-category-value", #"<Record type="C:MindfulSession" @/>"#),
  RuleCase("missing-category-value", #"<Record type="C:HighHeartRateEvent" @/>"#),
  RuleCase("missing-category-value", #"<Record type="com.example.Mood" @/>"#),

  RuleCase(
    "unknown-category-value",
    #"^<Record type="C:SleepAnalysis" @ value="HKCategoryValueSleepAnalysisDozing"/>"#),
  RuleCase(
    "unknown-category-value",
    #"^<Record type="C:SleepAnalysis" @ value="HKCategoryValueSeverityMild"/>"#),
  RuleCase("unknown-category-value", #"^<Record type="C:SleepAnalysis" @ value="17"/>"#),
  RuleCase("unknown-category-value", #"<Record type="C:SleepAnalysis" @ value="1"/>"#),
  RuleCase(
    "unknown-category-value",
    #"<Record type="C:SleepAnalysis" @ value="HKCategoryValueSleepAnalysisAsleep"/>"#),
  RuleCase("unknown-category-value", #"<Record type="com.example.Mood" @ value="good"/>"#),

  RuleCase(
    "not-applicable-value",
    #"^<Record type="C:MindfulSession" @ value="HKCategoryValueSeverityMild"/>"#),
  RuleCase("not-applicable-value", #"^<Record type="C:MindfulSession" @ value="3"/>"#),
  RuleCase(
    "not-applicable-value",
    #"<Record type="C:MindfulSession" @ value="HKCategoryValueNotApplicable"/>"#),
  RuleCase("not-applicable-value", #"<Record type="C:MindfulSession" @ value="0"/>"#),
  RuleCase("not-applicable-value", #"<Record type="C:MindfulSession" @/>"#),

  RuleCase(
    "deprecated-value",
    #"^<Record type="C:SleepAnalysis" @ value="HKCategoryValueSleepAnalysisAsleep"/>"#),
  RuleCase("deprecated-value", #"^<Workout workoutActivityType="HKWorkoutActivityTypeDance" @/>"#),
  RuleCase("deprecated-value", #"<Record type="C:SleepAnalysis" @ value="1"/>"#),
  RuleCase(
    "deprecated-value", #"<Workout workoutActivityType="HKWorkoutActivityTypeCardioDance" @/>"#),

  RuleCase(
    "deprecated-value",
    #"<Record type="C:SleepAnalysis" # startDate="2022-01-01 01:00:00 +0200" endDate="2022-01-01 02:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleep"/>"#,
    exported: "2022-08-01 09:00:00 +0200"),

  RuleCase(
    "end-before-start",
    #"^<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 08:59:59 +0200" value="1"/>"#
  ),
  RuleCase(
    "end-before-start",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeRunning" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 08:00:00 +0200"/>"#
  ),
  RuleCase(
    "end-before-start",
    #"<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 08:00:00 +0000" value="1"/>"#
  ),
  RuleCase(
    "end-before-start", #"<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="1"/>"#),

  RuleCase(
    "future-date",
    #"^<Record type="Q:StepCount" unit="count" # startDate="2024-06-03 09:00:01 +0200" endDate="2024-06-03 09:01:00 +0200" value="1"/>"#
  ),
  RuleCase(
    "future-date",
    #"^<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 09:00:00 +0200" endDate="4001-01-01 00:00:00 +0000" value="1"/>"#
  ),
  RuleCase(
    "future-date",
    #"<Record type="Q:StepCount" unit="count" # startDate="2024-06-03 09:00:00 +0200" endDate="2024-06-03 09:00:00 +0200" value="1"/>"#
  ),
  RuleCase(
    "future-date",
    #"<Record type="C:Pregnancy" # startDate="2024-06-01 09:00:00 +0200" endDate="4001-01-01 00:00:00 +0000" value="HKCategoryValueNotApplicable"/>"#
  ),
  RuleCase(
    "future-date",
    #"<Record type="Q:StepCount" unit="count" # startDate="2031-06-01 09:00:00 +0200" endDate="2031-06-01 09:00:00 +0200" value="1"/>"#,
    exported: nil),

  RuleCase(
    "implausible-date",
    #"^<Record type="Q:StepCount" unit="count" # startDate="0001-01-01 00:00:00 +0000" endDate="2024-06-01 09:00:00 +0200" value="1"/>"#
  ),
  RuleCase(
    "implausible-date",
    #"<Record type="Q:BodyMass" unit="kg" # startDate="1900-01-01 00:00:00 +0200" endDate="1900-01-01 00:00:00 +0200" value="4"/>"#
  ),
  RuleCase(
    "implausible-date",
    #"<Record type="Q:BodyMass" unit="kg" @ value="70"><MetadataEntry key="Modified Date" value="0001-01-01 00:00:00 +0000"/></Record>"#
  ),

  RuleCase("implausible-date", "^" + mass(on: "1970-01-01") + "^" + mass(on: "1970-01-20")),
  RuleCase("implausible-date", mass(on: "1970-03-01") + mass(on: "1969-12-01")),
  RuleCase(
    "implausible-date",
    #"<Me HKCharacteristicTypeIdentifierDateOfBirth="1980-05-05"/>"# + "^"
      + mass(on: "1980-05-01") + mass(on: "1980-05-04") + mass(on: "1980-05-05")),
  RuleCase(
    "implausible-date",
    #"<Me HKCharacteristicTypeIdentifierDateOfBirth="soon"/>"# + mass(on: "1950-05-01")),

  RuleCase(
    "implausible-duration",
    "^"
      + lasting(
        #"Record type="C:SleepAnalysis" value="HKCategoryValueSleepAnalysisAsleepCore""#,
        "2024-06-01 13:00:01")),
  RuleCase(
    "implausible-duration",
    "^"
      + lasting(
        #"Workout workoutActivityType="HKWorkoutActivityTypeHiking""#, "2024-07-09 08:00:00")),
  RuleCase(
    "implausible-duration",
    lasting(
      #"Record type="C:SleepAnalysis" value="HKCategoryValueSleepAnalysisAsleepCore""#,
      "2024-06-01 08:00:00")
      + lasting(
        #"Workout workoutActivityType="HKWorkoutActivityTypeHiking""#, "2024-06-03 08:00:00")
      + lasting(
        #"Record type="C:Pregnancy" value="HKCategoryValueNotApplicable""#, "2024-06-02 08:00:00")),

  RuleCase(
    "implausible-duration",
    "^" + lasting(#"Record type="Q:StepCount" unit="count" value="9""#, "2027-06-01 08:00:00")),
  RuleCase(
    "implausible-duration",
    "^" + lasting(#"Record type="Q:HeartRate" unit="count/min" value="60""#, "2024-07-02 08:00:00")),
  RuleCase(
    "implausible-duration",
    lasting(#"Record type="Q:StepCount" unit="count" value="9""#, "2024-07-01 08:00:00")
      + lasting(#"Record type="com.example.Total" unit="count" value="9""#, "2027-06-01 08:00:00")),

  RuleCase("saved-before-start", "^" + water(saved: "2024-05-31 08:59:59 +0200")),
  RuleCase("saved-before-start", "^" + water(saved: "2019-06-01 09:00:00 +0200")),
  RuleCase("saved-before-start", water(saved: "2024-05-31 09:00:00 +0200")),
  RuleCase("saved-before-start", water(saved: "2024-06-09 09:00:00 +0200")),
  // What starts after the export is found by another rule.
  RuleCase(
    "saved-before-start", water(saved: "2019-06-01 09:00:00 +0200"),
    exported: "2024-05-01 09:00:00 +0200"),

  RuleCase("malformed-type", #"^<Record type="" unit="count" @ value="1"/>"#),
  RuleCase("malformed-type", #"^<Record type="Q:Heart Rate" unit="count/min" @ value="70"/>"#),
  RuleCase("malformed-type", #"^<Record type="1Mood" unit="count" @ value="1"/>"#),
  RuleCase("malformed-type", #"^<Workout workoutActivityType="run!" @/>"#),
  RuleCase(
    "malformed-type",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @>"# + "\n^"
      + #"<WorkoutStatistics type="" unit="count" sum="1"/></Workout>"#),
  RuleCase(
    "malformed-type",
    #"<Record type="com.example.Mood_2-b" unit="count" @ value="1"/><Record type="Größe" unit="m" @ value="1"/>"#
  ),

  RuleCase(
    "missing-source",
    #"^<Record type="Q:BodyMass" unit="kg" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="70"/>"#
  ),
  RuleCase(
    "missing-source",
    #"^<Record type="Q:BodyMass" unit="kg" sourceName="&#160;" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="70"/>"#
  ),
  RuleCase(
    "missing-source", #"<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="1"/>"#),

  RuleCase(
    "lasting-moment",
    #"^<Record type="Q:BodyMass" unit="kg" # startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="70"/>"#
  ),
  RuleCase(
    "lasting-moment",
    #"<Record type="Q:BloodPressureSystolic" unit="mmHg" # startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:01:00 +0200" value="120"/>"#
  ),
  RuleCase("lasting-moment", #"<Record type="Q:BodyMass" unit="kg" @ value="70"/>"#),
  RuleCase(
    "lasting-moment",
    #"<Record type="Q:HeartRate" unit="count/min" # startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:05 +0200" value="70"/>"#
  ),

  RuleCase(
    "implausible-offset",
    #"^<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 08:00:00 +0217" endDate="2024-06-01 08:00:00 +0217" value="7"/>"#
  ),
  RuleCase(
    "implausible-offset",
    #"^<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 23:00:00 +1430" value="7"/>"#
  ),
  RuleCase(
    "implausible-offset",
    #"^<Record type="Q:StepCount" unit="count" # creationDate="2024-06-01 08:00:00 -1300" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="7"/>"#
  ),
  RuleCase(
    "implausible-offset",
    #"<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 08:00:00 +1400" endDate="2024-06-01 08:00:00 +1245" value="7"/>"#
  ),
  RuleCase(
    "implausible-offset",
    #"<Record type="Q:StepCount" unit="count" # startDate="2024-06-01 08:00:00 -1200" endDate="2024-06-01 08:00:00 -1200" value="7"/>"#
  ),
]

/// A mass with entries of metadata.
private func noted(_ entries: String...) -> String {
  #"<Record type="Q:BodyMass" unit="kg" @ value="70">"#
    + entries.map { "<MetadataEntry \($0)/>" }.joined() + "</Record>"
}

let metadataCases: [RuleCase] = [
  RuleCase(
    "menstrual-cycle-start",
    #"^<Record type="C:MenstrualFlow" @ value="HKCategoryValueVaginalBleedingLight"/>"#),
  RuleCase(
    "menstrual-cycle-start",
    #"^<Record type="C:MenstrualFlow" @ value="HKCategoryValueVaginalBleedingNone"><MetadataEntry key="HKWasUserEntered" value="1"/></Record>"#
  ),
  RuleCase(
    "menstrual-cycle-start",
    #"<Record type="C:MenstrualFlow" @ value="HKCategoryValueMenstrualFlowLight"><MetadataEntry key="HKMenstrualCycleStart" value="1"/></Record>"#
  ),
  RuleCase(
    "menstrual-cycle-start",
    #"<Record type="C:BleedingDuringPregnancy" @ value="HKCategoryValueVaginalBleedingLight"/>"#),
  RuleCase(
    "menstrual-cycle-start",
    #"<Record type="C:BleedingAfterPregnancy" @ value="HKCategoryValueVaginalBleedingLight"/>"#),
  RuleCase(
    "menstrual-cycle-start",
    #"<Record type="C:IntermenstrualBleeding" @ value="HKCategoryValueNotApplicable"/>"#),

  RuleCase(
    "insulin-delivery-reason", #"^<Record type="Q:InsulinDelivery" unit="IU" @ value="4"/>"#),
  RuleCase(
    "insulin-delivery-reason",
    #"<Record type="Q:InsulinDelivery" unit="IU" @ value="4"><MetadataEntry key="HKInsulinDeliveryReason" value="1"/></Record>"#
  ),
  RuleCase(
    "insulin-delivery-reason", #"<Record type="Q:BloodGlucose" unit="mg/dL" @ value="94"/>"#),

  RuleCase(
    "sync-identifier-version",
    #"^<Record type="Q:BodyMass" unit="kg" @ value="70"><MetadataEntry key="HKMetadataKeySyncIdentifier" value="a"/></Record>"#
  ),
  RuleCase(
    "sync-identifier-version",
    #"^<Record type="Q:BodyMass" unit="kg" @ value="70"><MetadataEntry key="HKMetadataKeySyncVersion" value="2"/></Record>"#
  ),
  RuleCase(
    "sync-identifier-version",
    #"<Record type="Q:BodyMass" unit="kg" @ value="70"><MetadataEntry key="HKMetadataKeySyncVersion" value="2"/><MetadataEntry key="HKMetadataKeySyncIdentifier" value="a"/></Record>"#
  ),
  RuleCase(
    "sync-identifier-version",
    #"<Record type="Q:BodyMass" unit="kg" @ value="70"><MetadataEntry key="HKExternalUUID" value="a"/></Record>"#
  ),

  RuleCase("metadata-key", "^" + noted(#"key="" value="x""#)),
  RuleCase("metadata-key", "^" + noted(#"value="x""#)),
  RuleCase("metadata-key", "^" + noted(#"key="a" value="x""#, #"key="a" value="y""#)),
  RuleCase(
    "metadata-key", "^" + noted(#"key="a" value="x""#, #"key="b" value="x""#, #"key="a" value="x""#)
  ),
  RuleCase(
    "metadata-key",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 09:00:00 +0200"><MetadataEntry key="" value="x"/></WorkoutEvent></Workout>"#
  ),
  RuleCase("metadata-key", noted(#"key="a" value="x""#, #"key="A" value="y""#)),
  RuleCase(
    "metadata-key",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" @><MetadataEntry key="a" value="x"/><MetadataEntry key="a" value="x"/></Workout>"#
  ),

  RuleCase(
    "metadata-value-type",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKWasUserEntered" value="yes"/></Record>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="sedentary"/></Record>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKAlgorithmVersion" value="two"/></Record>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Record type="Q:VO2Max" unit="mL/min·kg" @ value="40"><MetadataEntry key="HKDateOfEarliestDataUsedForEstimate" value="last year"/></Record>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><MetadataEntry key="HKWeatherTemperature" value="62"/></Workout>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><MetadataEntry key="HKWeatherTemperature" value="62 km"/></Workout>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeSwimming" @><WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 09:00:00 +0200"><MetadataEntry key="HKSwimmingStrokeStyle" value="crawl"/></WorkoutEvent></Workout>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><MetadataEntry key="HKWeatherHumidity" value="8300 %"/><MetadataEntry key="HKWeatherTemperature" value="61.9694 degF"/><MetadataEntry key="HKAverageMETs" value="9.19 kcal/hr·kg"/><MetadataEntry key="HKElevationAscended" value="6575 cm"/><MetadataEntry key="HKIndoorWorkout" value="0"/></Workout>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"<Record type="C:HighHeartRateEvent" @><MetadataEntry key="HKHeartRateEventThreshold" value="120 count/min"/></Record>"#
  ),
  RuleCase(
    "metadata-value-type",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="My own" value="whatever"/><MetadataEntry key="HKTimeZone" value="Europe/Paris"/></Record>"#
  ),

  RuleCase(
    "unknown-enumeration",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="77"/></Record>"#
  ),
  RuleCase(
    "unknown-enumeration",
    #"^<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><WorkoutEvent type="HKWorkoutEventTypeNap" date="2024-06-01 09:00:00 +0200"/></Workout>"#
  ),
  RuleCase(
    "unknown-enumeration",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/><MetadataEntry key="Own" value="77"/></Record>"#
  ),
  RuleCase(
    "unknown-enumeration",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @><WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-01 09:00:00 +0200"/></Workout>"#
  ),

  RuleCase(
    "unknown-time-zone",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKTimeZone" value="Mars/Olympus"/></Record>"#
  ),
  RuleCase(
    "unknown-time-zone",
    #"^<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKTimeZone" value="GMT+9999"/></Record>"#
  ),
  RuleCase(
    "unknown-time-zone",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKTimeZone" value="America/Argentina/Buenos_Aires"/></Record>"#
  ),
  RuleCase(
    "unknown-time-zone",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKTimeZone" value="Asia/Calcutta"/></Record>"#
  ),
  RuleCase(
    "unknown-time-zone",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"><MetadataEntry key="HKTimeZone" value="GMT+0530"/></Record>"#
  ),
]
