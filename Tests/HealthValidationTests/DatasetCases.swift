private func mass(_ value: String = "70", created: String? = nil, at time: String = "09:00:00")
  -> String
{
  let created = created.map { #"creationDate="2024-06-01 \#($0) +0200" "# } ?? ""
  return
    #"<Record type="Q:BodyMass" unit="kg" # \#(created)startDate="2024-06-01 \#(time) +0200" endDate="2024-06-01 \#(time) +0200" value="\#(value)"/>"#
}

private func steps(
  _ start: String, _ end: String, source: String = "Phone", device: String = "A", _ value: Int = 9
) -> String {
  #"<Record type="Q:StepCount" unit="count" sourceName="\#(source)" device="&lt;&lt;HKDevice: 0x1&gt;, name:\#(device)&gt;" startDate="2024-06-01 \#(start) +0200" endDate="2024-06-01 \#(end) +0200" value="\#(value)"/>"#
}

private func iron(_ value: String, in mark: String = "") -> String {
  let record = #"<Record type="Q:DietaryIron" unit="mg" @ value="\#(value)"/>"#
  return mark.isEmpty
    ? record
    : #"<Correlation type="HKCorrelationTypeIdentifierFood" @>\#(mark == "^" ? mark : "")\#(record)</Correlation>"#
}

/// A mass of one external identifier.
private func record(_ identifier: String, _ created: String) -> String {
  mass(created: created).dropLast(2)
    + #"><MetadataEntry key="HKExternalUUID" value="\#(identifier)"/></Record>"#
}

private func clinical(_ identifier: String) -> String {
  #"<ClinicalRecord type="Observation" identifier="\#(identifier)" sourceName="Clinic" fhirVersion="4.0.1" receivedDate="2024-06-01 08:00:00 +0200"/>"#
}

/// A stage of sleep of one source in a night.
private func stage(_ value: String, _ start: String, _ end: String) -> String {
  #"<Record type="C:SleepAnalysis" # startDate="2024-06-01 \#(start):00 +0200" endDate="2024-06-01 \#(end):00 +0200" value="HKCategoryValueSleepAnalysis\#(value)"/>"#
}

private func named(_ name: String, _ day: Int) -> String {
  #"<Record type="Q:BodyMass" unit="kg" sourceName="\#(name)" startDate="2024-05-0\#(day) 09:00:00 +0200" endDate="2024-05-0\#(day) 09:00:00 +0200" value="70"/>"#
}

private func slept(_ zone: String, _ start: String, _ end: String) -> String {
  #"<Record type="C:SleepAnalysis" # startDate="\#(start)" endDate="\#(end)" value="HKCategoryValueSleepAnalysisInBed"><MetadataEntry key="HKTimeZone" value="\#(zone)"/></Record>"#
}

private func energy(
  _ value: String, _ unit: String = "kcal", source: String = "App", to end: String = "09:30:00"
) -> String {
  #"<Record type="Q:ActiveEnergyBurned" unit="\#(unit)" sourceName="\#(source)" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 \#(end) +0200" value="\#(value)"/>"#
}

private func run(_ content: String, _ attributes: String = "") -> String {
  #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="App" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \#(attributes)>\#(content)</Workout>"#
}

private func burned(_ sum: String, _ unit: String = "kcal") -> String {
  #"<WorkoutStatistics type="Q:ActiveEnergyBurned" sum="\#(sum)" unit="\#(unit)"/>"#
}

private func me(_ characteristic: String, _ value: String) -> String {
  #"<Me HKCharacteristicTypeIdentifier\#(characteristic)="\#(value)"/>"#
}

let datasetCases: [RuleCase] = [
  RuleCase("invalid-characteristic", "^" + me("DateOfBirth", "2031-01-01")),
  RuleCase("invalid-characteristic", "^" + me("DateOfBirth", "1981-02-29")),
  RuleCase("invalid-characteristic", "^" + me("DateOfBirth", "1804-06-01")),
  RuleCase("invalid-characteristic", "^" + me("DateOfBirth", "5 May 1980")),
  RuleCase("invalid-characteristic", "^" + me("BloodType", "HKBloodTypeBNeutral")),
  RuleCase("invalid-characteristic", "^" + me("EyeColor", "blue")),
  RuleCase("invalid-characteristic", me("DateOfBirth", "2024-02-29")),
  RuleCase("invalid-characteristic", me("DateOfBirth", "")),
  RuleCase("invalid-characteristic", me("BloodType", "HKBloodTypeNotSet")),
  RuleCase("invalid-characteristic", me("CardioFitnessMedicationsUse", "None")),
  RuleCase("invalid-characteristic", me("DateOfBirth", "2031-01-01"), exported: nil),

  RuleCase("exact-duplicate", mass() + "\n^" + mass()),
  RuleCase("exact-duplicate", mass() + "\n^" + mass("70.00") + mass("71") + "^" + mass()),
  RuleCase(
    "exact-duplicate",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" @/>"# + "^"
      + #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" @/>"#),
  RuleCase("exact-duplicate", mass() + mass("71") + mass(at: "09:00:01")),
  RuleCase("exact-duplicate", mass() + mass(created: "10:00:00")),
  RuleCase("exact-duplicate", iron("1") + iron("1", in: "food")),
  RuleCase(
    "exact-duplicate",
    #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" @/>"#
      + #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" @ duration="1"/>"#),

  RuleCase("contradicting-samples", mass() + "\n^" + mass("71")),
  RuleCase("contradicting-samples", mass("70") + "^" + mass("160").replacing("kg", with: "lb")),
  RuleCase(
    "contradicting-samples",
    #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="6"/>"#
      + #"^<ActivitySummary dateComponents="2024-06-01" appleStandHours="7"/>"#),
  RuleCase("contradicting-samples", mass() + mass() + mass("70.00", created: "10:00:00")),
  RuleCase("contradicting-samples", mass() + mass("71", at: "09:00:01")),
  RuleCase(
    "contradicting-samples", mass() + mass("71").replacing(" # ", with: " sourceName=\"B\" ")),
  RuleCase("contradicting-samples", record("1", "09:59:00") + record("2", "10:00:00")),
  RuleCase("contradicting-samples", mass("70") + mass("154.324").replacing("kg", with: "lb")),
  RuleCase(
    "contradicting-samples",
    #"<Record type="Q:HeartRate" unit="count/min" @ value="70"/>"#
      + #"<Record type="Q:HeartRate" unit="count/min" @ value="71"/>"#),
  RuleCase(
    "contradicting-samples",
    #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="6"/>"#
      + #"<ActivitySummary dateComponents="2024-06-02" appleStandHours="7"/>"#),

  RuleCase("missing-export-date", "", exported: "2024-06-02 09:00:00 +0200"),

  RuleCase("saved-twice", mass(created: "09:59:00") + "\n^" + mass(created: "10:00:00")),
  RuleCase(
    "saved-twice",
    mass() + "^" + mass(created: "10:00:00").replacing(" #", with: " # sourceVersion=\"2\"")),
  RuleCase(
    "saved-twice",
    record("1", "09:59:00") + record("2", "10:00:00") + "^" + record("2", "10:01:00")),
  RuleCase(
    "saved-twice", steps("09:00:00", "09:10:00") + steps("09:00:00", "09:10:00", device: "B")),
  RuleCase(
    "saved-twice",
    #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="6"/>"#
      + #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="7"/>"#),
  RuleCase("saved-twice", iron("1", in: "food") + iron("2", in: "food")),
  RuleCase("saved-twice", clinical("1") + clinical("2")),
  RuleCase("saved-twice", mass() + mass()),
  RuleCase("saved-twice", mass() + mass("71", created: "10:00:00")),

  RuleCase(
    "overlapping-samples", steps("09:00:00", "09:10:00") + "\n^" + steps("09:05:00", "09:12:00")),
  RuleCase(
    "overlapping-samples",
    "^" + steps("09:05:00", "09:06:00") + "^" + steps("09:07:00", "09:08:00")
      + steps("09:00:00", "09:10:00")),
  RuleCase("overlapping-samples", steps("09:00:00", "09:10:00") + steps("09:09:59", "09:12:00")),
  RuleCase(
    "overlapping-samples",
    steps("09:00:00", "09:10:00") + steps("09:05:00", "09:12:00", source: "Watch")),
  RuleCase(
    "overlapping-samples",
    steps("09:00:00", "09:10:00") + steps("09:05:00", "09:12:00", device: "B")),
  RuleCase("overlapping-samples", steps("09:00:00", "09:10:00") + steps("09:00:00", "09:10:00")),
  // Of two that end far off, the later end counts.
  RuleCase(
    "overlapping-samples",
    steps("09:00:00", "09:10:00").replacing("endDate=\"2024", with: "endDate=\"4001")
      + steps("09:01:00", "09:11:00", device: "B").replacing(
        "endDate=\"2024", with: "endDate=\"7026")
      + "^" + steps("09:05:00", "09:06:00", device: "B")),
  RuleCase(
    "overlapping-samples",
    #"<Record type="C:SleepAnalysis" # startDate="2024-06-01 01:00:00 +0200" endDate="2024-06-01 07:00:00 +0200" value="HKCategoryValueSleepAnalysisInBed"/>"#
      + #"<Record type="C:SleepAnalysis" # startDate="2024-06-01 02:00:00 +0200" endDate="2024-06-01 03:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleepREM"/>"#
  ),

  RuleCase(
    "overlapping-samples",
    stage("AsleepCore", "01:00", "02:00") + "^" + stage("AsleepREM", "01:30", "02:30")),
  RuleCase(
    "overlapping-samples",
    stage("AsleepDeep", "01:00", "02:00") + "^" + stage("Awake", "01:30", "01:40")),
  RuleCase(
    "overlapping-samples",
    stage("InBed", "00:00", "08:00") + stage("AsleepCore", "01:00", "02:00")
      + stage("AsleepREM", "02:00", "03:00")),

  RuleCase("member-differs-from-copy", iron("1") + "\n" + iron("2", in: "^")),
  RuleCase("member-differs-from-copy", iron("2", in: "^") + iron("1")),
  RuleCase("member-differs-from-copy", iron("1") + iron("1", in: "food")),
  RuleCase("member-differs-from-copy", iron("1", in: "food")),
  RuleCase("member-differs-from-copy", iron("1", in: "food") + iron("1")),
  RuleCase("member-differs-from-copy", iron("1") + iron("1", in: "food") + iron("2", in: "food")),

  RuleCase(
    "out-of-order",
    mass(created: "10:00:00", at: "09:05:00") + "\n^" + mass(created: "09:30:00")
      + mass(created: "09:20:00", at: "08:00:00")),
  RuleCase("out-of-order", mass(created: "09:30:00", at: "09:05:00") + mass(created: "10:00:00")),
  RuleCase("out-of-order", mass(created: "10:00:00") + mass(created: "09:30:00", at: "09:05:00")),
  RuleCase("out-of-order", mass(at: "09:05:00") + mass(at: "09:00:00")),
  RuleCase(
    "out-of-order",
    mass(created: "10:00:00", at: "09:05:00")
      + #"<Record type="Q:Height" unit="cm" # creationDate="2024-05-01 09:00:00 +0200" startDate="2024-05-01 09:00:00 +0200" endDate="2024-05-01 09:00:00 +0200" value="180"/>"#
  ),

  RuleCase(
    "lookalike-sources",
    named("My Watch", 1) + "^" + named("My\u{A0}Watch", 2) + named("My\u{A0}Watch", 3)),
  RuleCase("lookalike-sources", named("Ann's Watch", 1) + "^" + named("Ann\u{2019}s Watch", 2)),
  RuleCase("lookalike-sources", named("Scale-2", 1) + "^" + named("Scale\u{2011}2", 2)),
  RuleCase("lookalike-sources", named("Watch", 1) + "^" + named("Wat\u{200B}ch", 2)),
  RuleCase("lookalike-sources", named("Zo\u{EB}", 1) + "^" + named("Zoe\u{308}", 2)),
  RuleCase("lookalike-sources", named("My\u{A0}Watch", 1) + named("my watch", 2)),
  RuleCase("lookalike-sources", named("Watch", 1) + named("Watch 2", 2) + named("Watch", 3)),

  RuleCase(
    "offset-of-export",
    slept("Europe/Paris", "2024-05-30 23:00:00 +0200", "2024-05-31 06:00:00 +0200") + "\n^"
      + slept("Europe/Paris", "2024-01-30 23:00:00 +0200", "2024-01-31 06:00:00 +0200")
      + slept("Asia/Tokyo", "2024-01-30 23:00:00 +0200", "2024-01-31 06:00:00 +0200")),
  RuleCase(
    "offset-of-export",
    "^" + slept("GMT+0530", "2024-01-30 23:00:00 +0200", "2024-01-31 06:00:00 +0200")),
  RuleCase(
    "offset-of-export",
    slept("Europe/Paris", "2024-03-30 23:00:00 +0100", "2024-03-31 08:00:00 +0200")
      + slept("Africa/Algiers", "2024-05-30 23:00:00 +0100", "2024-05-31 06:00:00 +0100")
      + slept("GMT+0530", "2024-05-30 23:00:00 +0530", "2024-05-31 06:00:00 +0530")),
  RuleCase(
    "offset-of-export",
    slept("Europe/Pariss", "2024-01-30 23:00:00 +0200", "2024-01-31 06:00:00 +0200")
      + slept("local", "2024-01-30 23:00:00 +0745", "2024-01-31 06:00:00 +0745")
      + #"<Record type="Q:HeartRate" unit="count/min" @ value="70"/>"#),

  RuleCase("workout-total-differs", energy("310") + "\n^" + run(burned("355.2"))),
  RuleCase("workout-total-differs", "^" + run(burned("355.2")) + energy("310")),
  RuleCase("workout-total-differs", energy("310") + "^" + run(burned("310", "kJ"))),
  RuleCase(
    "workout-total-differs",
    energy("310")
      + "^" + run("", #"totalEnergyBurned="301" totalEnergyBurnedUnit="kcal""#)),
  RuleCase("workout-total-differs", energy("310") + run(burned("310.4"))),
  RuleCase("workout-total-differs", energy("5") + run(burned("5.9"))),
  RuleCase("workout-total-differs", energy("310") + run(burned("1297.04", "kJ"))),
  RuleCase("workout-total-differs", energy("310") + energy("355.2") + run(burned("355.2"))),
  RuleCase(
    "workout-total-differs",
    energy("3", source: "Other") + energy("4", to: "09:29:59") + run(burned("355.2"))),
  RuleCase(
    "workout-total-differs", energy("310") + run(burned("smiles", "kcal") + burned("9", "smiles"))),
]
