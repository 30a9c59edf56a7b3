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
    ? record : #"<Correlation type="HKCorrelationTypeIdentifierFood" @>\#(record)</Correlation>"#
}

private func named(_ name: String, _ day: Int) -> String {
  #"<Record type="Q:BodyMass" unit="kg" sourceName="\#(name)" startDate="2024-05-0\#(day) 09:00:00 +0200" endDate="2024-05-0\#(day) 09:00:00 +0200" value="70"/>"#
}

let datasetCases: [RuleCase] = [
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

  RuleCase("same-identity", mass() + "\n^" + mass(created: "10:00:00")),
  RuleCase(
    "same-identity",
    steps("09:00:00", "09:10:00") + "^" + steps("09:00:00", "09:10:00", device: "B")
  ),
  RuleCase(
    "same-identity",
    #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="6"/>"# + "^"
      + #"<ActivitySummary dateComponents="2024-06-01" appleStandHours="7"/>"#),
  RuleCase("same-identity", mass() + mass()),
  RuleCase("same-identity", mass() + mass("71", created: "10:00:00")),

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

  RuleCase("member-differs-from-twin", iron("1") + "\n^" + iron("2", in: "food")),
  RuleCase("member-differs-from-twin", "^" + iron("2", in: "food") + iron("1")),
  RuleCase("member-differs-from-twin", iron("1") + iron("1", in: "food")),
  RuleCase("member-differs-from-twin", iron("1", in: "food")),
  RuleCase("member-differs-from-twin", iron("1") + iron("1", in: "food") + iron("2", in: "food")),

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
  RuleCase("lookalike-sources", named("Watch", 1) + "^" + named("Wat\u{200B}ch", 2)),
  RuleCase("lookalike-sources", named("Zo\u{EB}", 1) + "^" + named("Zoe\u{308}", 2)),
  RuleCase("lookalike-sources", named("My\u{A0}Watch", 1) + named("my watch", 2)),
  RuleCase("lookalike-sources", named("Watch", 1) + named("Watch 2", 2) + named("Watch", 3)),
]
