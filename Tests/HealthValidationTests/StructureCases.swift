/// A clinical record without a resource.
private func clinical(version: String) -> String {
  #"<ClinicalRecord type="Observation" identifier="a" sourceName="Clinic" fhirVersion="\#(version)" receivedDate="2024-06-01 08:00:00 +0200"/>"#
}

/// A line with a clinical record `a` and its resource.
private func resource(_ json: String) -> String {
  #"{"kind":"clinicalRecord","type":"Observation","source":{"name":"Clinic"},"identifier":"a","fhirVersion":"4.0.1","receivedDate":"2024-06-01T09:00:00+02:00","resource":"\#(json)"}"#
}

private let run =
  #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200""#

/// A workout with something inside.
private func workout(_ inside: String, _ attributes: String = "") -> String {
  "\(run) \(attributes)>\(inside)</Workout>"
}

/// A workout with a route of points, each as seconds after 09:00:00, latitude and longitude.
private func route(
  marked: Int? = nil, _ points: (second: Int, latitude: String, longitude: String)...
) -> String {
  let locations = points.enumerated().map { index, point in
    let second = point.second < 10 ? "0\(point.second)" : "\(point.second)"
    return
      (index == marked ? "^" : "")
      + #"<Location date="2024-06-01 09:00:\#(second) +0200" latitude="\#(point.latitude)" longitude="\#(point.longitude)" horizontalAccuracy="5"/>"#
  }
  return workout("<WorkoutRoute #>\(locations.joined())</WorkoutRoute>")
}

/// A workout with events, each as a type, with a mark where one is found, and a minute.
private func events(_ events: (type: String, minute: Int)...) -> String {
  workout(
    events.map {
      let mark = $0.type.first == "^" ? "^" : ""
      return
        #"\#(mark)<WorkoutEvent type="HKWorkoutEventType\#($0.type.dropFirst(mark.count))" date="2024-06-01 09:\#($0.minute):00 +0200"/>"#
    }.joined())
}

private func pressure(_ members: String) -> String {
  #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" @>\#(members)</Correlation>"#
}

private let systolic = #"<Record type="Q:BloodPressureSystolic" unit="mmHg" @ value="120"/>"#
private let diastolic = #"<Record type="Q:BloodPressureDiastolic" unit="mmHg" @ value="80"/>"#
private let iron = #"<Record type="Q:DietaryIron" unit="mg" @ value="1"/>"#

private func food(_ members: String, end: String = "09:00:00") -> String {
  #"<Correlation type="HKCorrelationTypeIdentifierFood" # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 \#(end) +0200">\#(members)</Correlation>"#
}

private func lateIron(_ time: String) -> String {
  #"<Record type="Q:DietaryIron" unit="mg" # startDate="2024-06-01 \#(time) +0200" endDate="2024-06-01 \#(time) +0200" value="1"/>"#
}

private func variability(_ times: String...) -> String {
  let beats = times.map { #"<InstantaneousBeatsPerMinute bpm="61" time="\#($0)"/>"# }.joined()
  return
    #"<Record type="Q:HeartRateVariabilitySDNN" unit="ms" # startDate="2024-06-01 09:00:30 +0200" endDate="2024-06-01 09:01:30 +0200" value="45"><HeartRateVariabilityMetadataList>\#(beats)</HeartRateVariabilityMetadataList></Record>"#
}

private func series(_ seconds: String...) -> String {
  let beats = seconds.map { #"{"timeSinceStart":\#($0)}"# }.joined(separator: ",")
  return
    #"{"kind":"heartbeatSeries","type":"HKDataTypeIdentifierHeartbeatSeries","start":"2024-06-01T09:00:00+02:00","end":"2024-06-01T09:01:00+02:00","beats":[\#(beats)]}"#
}

private func recording(_ end: String, _ rest: String) -> String {
  #"{"kind":"electrocardiogram","type":"HKDataTypeIdentifierElectrocardiogram","start":"2024-06-01T09:00:00+02:00","end":"2024-06-01T09:00:\#(end)+02:00",\#(rest)}"#
}

private func audiogram(_ mark: String = "", _ point: String) -> String {
  #"<Audiogram type="HKDataTypeIdentifierAudiogram" @>\#(mark)<SensitivityPoint \#(point)/></Audiogram>"#
}

private func prescription(_ lens: String, mark: String = "", attributes: String = "") -> String {
  #"<VisionPrescription type="HKVisionPrescriptionTypeIdentifier" dateIssued="2024-06-01 09:00:00 +0200" \#(attributes)>\#(mark)<LeftEye \#(lens)/></VisionPrescription>"#
}

private func document(_ path: String) -> String {
  #"{"kind":"document","type":"Document","start":"2024-06-01T09:00:00+02:00","end":"2024-06-01T09:00:00+02:00","path":"\#(path)","size":2,"data":"aGk="}"#
}

let structureCases: [RuleCase] = [
  RuleCase("unknown-fhir-version", "^" + clinical(version: "9.9")),
  RuleCase("unknown-fhir-version", "^" + clinical(version: "R4")),
  RuleCase("unknown-fhir-version", clinical(version: "1.0.2") + clinical(version: "4.0.1")),

  RuleCase("resource-differs", "^" + resource(#"{\"id\":\"b\"}"#)),
  RuleCase(
    "resource-differs",
    "^" + resource(#"{\"text\":{\"id\":\"a\"},\"x\":[\"id\",\"a\"],\"id\":\"A\"}"#)),
  RuleCase("resource-differs", resource(#"{\"id\":\"a\"}"#)),
  RuleCase("resource-differs", resource(#"{\"contained\":[{\"id\":\"b\"}],\"id\" : \"a\"}"#)),
  RuleCase("resource-differs", resource(#"{\"meta\":{\"id\":\"b\"}}"#)),
  RuleCase("resource-differs", clinical(version: "4.0.1")),

  RuleCase("correlation-members", "^" + pressure(systolic)),
  RuleCase("correlation-members", pressure(systolic + diastolic + "^" + iron)),
  RuleCase("correlation-members", "^" + pressure("")),
  RuleCase("correlation-members", "^" + food("")),
  RuleCase("correlation-members", pressure(diastolic + systolic)),
  RuleCase("correlation-members", food(iron)),
  RuleCase("correlation-members", food(iron + #"<Record type="Q:NewFood" unit="g" @ value="1"/>"#)),
  RuleCase(
    "correlation-members", #"<Correlation type="com.example.Tea" @>\#(systolic)</Correlation>"#),

  RuleCase(
    "diastolic-above-systolic",
    pressure(systolic + "^" + diastolic.replacing("80", with: "121"))),
  RuleCase(
    "diastolic-above-systolic", pressure("^" + diastolic + systolic.replacing("120", with: "79"))),
  RuleCase("diastolic-above-systolic", pressure(systolic + diastolic)),
  RuleCase("diastolic-above-systolic", pressure(systolic + diastolic.replacing("80", with: "120"))),
  RuleCase("diastolic-above-systolic", pressure(diastolic)),

  RuleCase("member-outside-parent", food("^" + lateIron("09:00:02"))),
  RuleCase("member-outside-parent", food("^" + lateIron("08:59:58"), end: "09:30:00")),
  RuleCase("member-outside-parent", food(lateIron("09:00:01"))),
  RuleCase("member-outside-parent", food(lateIron("09:20:00"), end: "09:30:00")),

  RuleCase(
    "outside-workout",
    workout(
      #"^<WorkoutActivity startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 09:30:00 +0200"/>"#
    )
  ),
  RuleCase(
    "outside-workout",
    workout(
      #"^<WorkoutStatistics type="Q:HeartRate" unit="count/min" average="1" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 19:30:00 +0200"/>"#
    )
  ),
  RuleCase(
    "outside-workout",
    workout(#"<WorkoutActivity startDate="2024-06-01 09:00:00 +0200"/>"#)),
  RuleCase(
    "outside-workout",
    workout(
      #"<WorkoutActivity startDate="2024-06-01 08:59:59 +0200" endDate="2024-06-01 09:30:01 +0200"/>"#
    )
  ),

  RuleCase(
    "outside-workout",
    workout(
      #"^<WorkoutEvent type="HKWorkoutEventTypeMarker" date="2024-06-03 09:10:00 +0200"/>"#
        + #"<WorkoutRoute # startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200"><Location date="2024-06-01 09:10:00 +0200" latitude="48" longitude="2"/>^<Location date="2024-05-20 09:10:00 +0200" latitude="48" longitude="2"/></WorkoutRoute>"#
    )),
  RuleCase(
    "outside-workout",
    workout(
      #"^<WorkoutRoute # startDate="2024-05-01 09:00:00 +0200" endDate="2024-05-01 09:30:00 +0200"/>"#
    )),
  RuleCase(
    "outside-workout",
    workout(
      #"<WorkoutEvent type="HKWorkoutEventTypeMarker" date="2024-06-01 09:40:00 +0200"/>"#
        + #"<WorkoutRoute # startDate="2024-06-01 08:50:00 +0200" endDate="2024-06-01 09:50:00 +0200"/>"#
    )),

  RuleCase("unpaired-pause", events(("^Resume", 10))),
  RuleCase("unpaired-pause", events(("Pause", 10), ("^Pause", 12))),
  RuleCase("unpaired-pause", events(("MotionPaused", 10), ("^MotionPaused", 12))),
  RuleCase("unpaired-pause", events(("Pause", 10), ("Resume", 12), ("Pause", 14))),
  RuleCase("unpaired-pause", events(("Resume", 12), ("Pause", 10))),
  RuleCase("unpaired-pause", events(("MotionResumed", 10), ("MotionPaused", 12))),
  RuleCase("unpaired-pause", events(("MotionResumed", 10), ("^MotionResumed", 12))),
  RuleCase(
    "unpaired-pause",
    workout(#"<WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-06-01 09:00:00 +0200"/>"#)),
  RuleCase("unpaired-pause", events(("Pause", 10), ("MotionPaused", 11), ("Resume", 12))),
  RuleCase("unpaired-pause", events(("Pause", 10), ("Pause", 10), ("Resume", 12))),
  RuleCase("unpaired-pause", events(("Marker", 10), ("Marker", 10), ("Lap", 12))),

  RuleCase("impossible-duration", "^" + workout("", #"duration="31" durationUnit="min""#)),
  RuleCase("impossible-duration", "^" + workout("", #"duration="1803" durationUnit="s""#)),
  RuleCase(
    "impossible-duration",
    workout(
      #"^<WorkoutActivity startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:10:00 +0200" duration="20" durationUnit="min"/>"#
    )
  ),
  RuleCase("impossible-duration", workout("", #"duration="30.0166" durationUnit="min""#)),
  RuleCase("impossible-duration", workout("", #"duration="20" durationUnit="min""#)),
  RuleCase("impossible-duration", "^" + workout("", #"duration="1" durationUnit="fortnight""#)),
  RuleCase("impossible-duration", "^" + workout("", #"duration="20""#)),
  RuleCase("impossible-duration", "^" + workout("", #"duration="-1" durationUnit="min""#)),
  RuleCase(
    "impossible-duration",
    workout(
      #"^<WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 09:10:00 +0200" duration="-2" durationUnit="min"/>"#
        + #"<WorkoutZoneGroup type="Q:HeartRate" unit="count/min"><WorkoutZone duration="1" durationUnit="min"/>^<WorkoutZone duration="2"/></WorkoutZoneGroup>"#
    )),
  RuleCase(
    "impossible-duration",
    workout(
      #"<WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 09:10:00 +0200" duration="2" durationUnit="min"/>"#
    )),

  RuleCase(
    "workout-statistics",
    workout(
      #"^<WorkoutStatistics type="Q:HeartRate" unit="count/min" average="150" minimum="90" maximum="140"/>"#
    )
  ),
  RuleCase(
    "workout-statistics",
    workout(
      #"<WorkoutActivity startDate="2024-06-01 09:00:00 +0200">^<WorkoutStatistics type="Q:HeartRate" unit="count/min" minimum="150" maximum="140"/></WorkoutActivity>"#
    )
  ),
  RuleCase(
    "workout-statistics",
    workout(
      #"<WorkoutStatistics type="Q:HeartRate" unit="count/min" average="140.001" minimum="140" maximum="140"/><WorkoutStatistics type="Q:ActiveEnergyBurned" unit="kcal" sum="3"/>"#
    )
  ),

  RuleCase(
    "impossible-statistics",
    workout(
      #"^<WorkoutStatistics type="Q:HeartRate" unit="km" average="150"/>^<WorkoutStatistics type="Q:HeartRate" unit="km" average="150"/>"#
    )
  ),
  RuleCase(
    "impossible-statistics",
    workout(
      #"<WorkoutActivity startDate="2024-06-01 09:00:00 +0200">^<WorkoutStatistics type="Q:OxygenSaturation" unit="%" minimum="96" maximum="98"/></WorkoutActivity>"#
    )
  ),
  RuleCase(
    "workout-statistics",
    workout(
      #"<WorkoutZoneGroup type="Q:HeartRate" unit="count/min"><WorkoutZone maximum="90"/>^<WorkoutZone minimum="120" maximum="100"/></WorkoutZoneGroup>"#
    )),
  RuleCase(
    "impossible-statistics",
    workout(
      #"^<WorkoutStatistics type="Q:HeartRate" unit="count/min" maximum="900"/>^<WorkoutStatistics type="Q:DistanceWalkingRunning" unit="mi" sum="900"/>"#
    )),
  RuleCase(
    "impossible-statistics", "^" + workout("", #"totalDistance="900" totalDistanceUnit="mi""#)),
  RuleCase(
    "impossible-statistics",
    workout(#"^<WorkoutStatistics type="Q:StepCount" unit="count" sum="-1"/>"#)),
  RuleCase("impossible-statistics", "^" + workout("", #"totalDistance="5""#)),
  RuleCase(
    "impossible-statistics",
    "^" + workout("", #"totalEnergyBurned="5" totalEnergyBurnedUnit="km""#)),
  RuleCase(
    "impossible-statistics",
    workout(
      #"<WorkoutStatistics type="Q:OxygenSaturation" unit="%" minimum="0.96" maximum="1"/><WorkoutStatistics type="Q:HeartRate" unit="count/s" average="2"/><WorkoutStatistics type="com.example.Mood" unit="smiles" average="-2"/><WorkoutStatistics type="Q:RunningPower"/>"#,
      #"totalDistance="0" totalDistanceUnit="mi" totalEnergyBurned="900" totalEnergyBurnedUnit="kJ""#
    )),

  RuleCase("route-goes-back", route(marked: 1, (5, "48", "2"), (4, "48", "2"))),
  RuleCase("route-goes-back", route((4, "48", "2"), (4, "48", "2"), (5, "48", "2"))),
  RuleCase("impossible-coordinate", route(marked: 0, (5, "90.1", "2"))),
  RuleCase("impossible-coordinate", route(marked: 0, (5, "48", "-181"))),
  RuleCase(
    "impossible-coordinate",
    workout("<WorkoutRoute #>^<Location latitude=\"48\"/></WorkoutRoute>")),
  RuleCase("impossible-coordinate", route((5, "-90", "180"), (6, "0", "0"))),
  RuleCase("impossible-speed", route(marked: 1, (5, "48", "2"), (6, "48.05", "2"))),
  RuleCase("impossible-speed", route(marked: 1, (5, "60", "2"), (6, "60", "2.1"))),
  RuleCase("impossible-speed", route((5, "48", "2"), (6, "48.009", "2"))),
  RuleCase("impossible-speed", route((5, "10", "-180"), (6, "10", "179.999"))),
  RuleCase("impossible-speed", route((5, "89.9", "0"), (6, "89.9", "5"))),

  RuleCase("heartbeat-outside-sample", "^" + variability("9:04:00.00 AM")),
  RuleCase("heartbeat-outside-sample", "^" + series("0.5", "62")),
  RuleCase("heartbeat-outside-sample", "^" + series("-3")),
  RuleCase("heartbeat-outside-sample", variability("8:00:40,25", "8:01:00,00")),
  RuleCase("heartbeat-outside-sample", series("0", "60.4")),
  RuleCase(
    "heartbeat-outside-sample", #"<Record type="Q:HeartRate" unit="count/min" @ value="61"/>"#),
  RuleCase("heartbeats-out-of-order", "^" + variability("9:00:41.00 AM", "9:00:40.00 AM")),
  RuleCase("heartbeats-out-of-order", "^" + series("2", "1")),
  RuleCase("heartbeats-out-of-order", variability("9:00:59.90 AM", "9:01:00.10 AM")),
  RuleCase("heartbeats-out-of-order", series("1", "1", "2")),

  RuleCase(
    "voltage-count",
    "^" + recording("30", #""sampleRate":1,"sampleRateUnit":"hertz","voltages":[1,2]"#)),
  RuleCase(
    "voltage-count", recording("03", #""sampleRate":1,"sampleRateUnit":"hertz","voltages":[1,2]"#)),
  RuleCase("voltage-count", "^" + recording("30", #""sampleRate":0,"voltages":[1,2]"#)),
  RuleCase(
    "voltage-count", "^" + recording("02", #""sampleRate":1,"path":"/e.csv","voltages":[1,2]"#)),
  RuleCase("unsafe-path", "^" + document("../../note.txt")),
  RuleCase("unsafe-path", "^" + document("/notes/../../note.txt")),
  RuleCase("unsafe-path", "^" + document("//note.txt")),
  RuleCase("unsafe-path", "^" + document("..\\\\note.txt")),
  RuleCase(
    "unsafe-path",
    "^"
      + workout(
        #"<WorkoutRoute @><FileReference path="/workout-routes/../../a.gpx"/></WorkoutRoute>"#)
  ),
  RuleCase(
    "unsafe-path",
    workout(#"<WorkoutRoute @><FileReference path="/workout-routes/a.gpx"/></WorkoutRoute>"#)),
  RuleCase("unsafe-path", document("/notes/..note...txt")),
  RuleCase("unsafe-path", document("notes/導出.xml")),

  RuleCase("voltage-count", recording("30", #""sampleRate":1,"sampleRateUnit":"hertz""#)),
  RuleCase("voltage-count", recording("30", #""voltages":[1,2]"#)),

  RuleCase("audiogram-range", audiogram("^", #"frequencyValue="20" frequencyUnit="Hz""#)),
  RuleCase(
    "audiogram-range",
    audiogram(
      "^", #"frequencyValue="1000" frequencyUnit="Hz" rightEarValue="-11" rightEarUnit="dBHL""#)),
  RuleCase(
    "audiogram-range",
    audiogram(
      "",
      #"frequencyValue="16" frequencyUnit="kHz" leftEarValue="-10" leftEarUnit="dBHL" rightEarValue="120" rightEarUnit="dBHL""#
    )
  ),
  RuleCase("audiogram-range", audiogram("", #"frequencyValue="20" frequencyUnit="tone""#)),

  RuleCase(
    "summary-range", #"^<ActivitySummary dateComponents="2024-06-01" appleStandHours="26"/>"#),
  RuleCase("summary-range", #"^<ActivitySummary dateComponents="2024-06-01" appleMoveTime="-1"/>"#),
  RuleCase(
    "summary-range", #"^<ActivitySummary dateComponents="2024-06-01" appleExerciseTime="1501"/>"#),
  RuleCase(
    "summary-range",
    #"^<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="-2" activeEnergyBurnedUnit="kcal"/>"#
  ),
  RuleCase(
    "summary-range",
    #"<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="0" activeEnergyBurnedGoal="-1" appleStandHours="24" appleExerciseTime="1440"/>"#
  ),

  RuleCase("prescription-range", prescription(#"sphere="-150" sphereUnit="D""#, mark: "^")),
  RuleCase("prescription-range", prescription(#"farPD="1" farPDUnit="m""#, mark: "^")),
  RuleCase(
    "prescription-range",
    "^"
      + prescription(
        #"sphere="-1" sphereUnit="D""#, attributes: #"expirationDate="2024-05-01 09:00:00 +0200""#)),
  RuleCase(
    "prescription-range",
    prescription(
      #"sphere="-12.25" sphereUnit="D" axis="0" axisUnit="deg" farPD="6.3" farPDUnit="cm" diameter="14.2" diameterUnit="mm""#
    )),
  RuleCase("prescription-range", prescription(#"sphere="-150""#)),
]
