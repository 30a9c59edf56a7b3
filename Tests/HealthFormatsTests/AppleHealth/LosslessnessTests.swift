import HealthBytes
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// Nothing that a document says is lost or changed on the way into samples.
@Suite struct LosslessnessTests {
  @Test(arguments: UInt64(1)...4)
  func generatedExportsComeThroughToTheLetter(seed: UInt64) throws {
    let sink = BytesSink()
    let defects: Set<Defect> = seed % 2 == 0 ? Set(Defect.allCases) : []
    let options = ExportGenerator.Options(
      seed: seed, size: .records(1_500), units: seed > 2 ? .metric : .us, defects: defects)
    _ = try ExportGenerator(options).writeXML(to: sink)
    let reading = Reading(sink.bytes)
    #expect(reading.differences(from: sink.bytes) == [])
    #expect((reading.error == nil) == defects.isEmpty)
  }

  @Test(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
  func realExportsComeThroughToTheLetter() throws {
    for folder in ["export-xml", "derived", "malformed"] {
      for path in try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: ".xml") {
        let bytes = try Fixtures.bytes(path)
        #expect(Reading(bytes).differences(from: bytes) == [], "\(path)")
      }
    }
  }

  @Test func ownSamplesComeThroughToTheLetter() throws {
    let paths = try Fixtures.files(in: Fixtures.samples + "/accept/apple-health", suffix: ".xml")
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = try Fixtures.bytes(path)
      let reading = Reading(bytes)
      #expect(reading.error == nil, "\(path)")
      #expect(reading.differences(from: bytes) == [], "\(path)")
    }
  }

  /// Shapes that no export has and that still are not lost.
  @Test(arguments: oddities)
  func odditiesComeThroughToTheLetter(element: String) {
    let bytes = export(element, steps("1"))
    let reading = Reading(bytes)
    #expect(reading.error == nil)
    #expect(reading.differences(from: bytes) == [])
  }

  /// The check itself: a difference of one letter is seen.
  @Test func aChangedLetterIsSeen() {
    let bytes = export(steps("72.50"), #"<Odd a="1">text</Odd>"#)
    var reading = Reading(bytes)
    #expect(reading.differences(from: bytes) == [])
    #expect(reading.differences(from: export(steps("72.5"), #"<Odd a="1">text</Odd>"#)).count == 1)
    #expect(reading.differences(from: export(steps("72.50"), #"<Odd a="1">test</Odd>"#)).count == 1)
    reading.samples.removeLast()
    #expect(reading.differences(from: bytes).count == 1)
    reading.info.locale = "en_GB"
    #expect(reading.differences(from: bytes).count == 2)
  }
}

private let list =
  #"<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="61" time="8:00:00.10 AM"/></HeartRateVariabilityMetadataList>"#
private let entry = #"<MetadataEntry key="a" value="1"/>"#

private func record(
  _ content: String, type: String = "HKQuantityTypeIdentifierStepCount", _ more: String = ""
) -> String {
  #"<Record type="\#(type)" \#(common) value="1"\#(more)>\#(content)</Record>"#
}

private func record(device: String) -> String {
  #"<Record type="HKQuantityTypeIdentifierStepCount" device="\#(device)" \#(common) value="1"/>"#
}

let oddities: [String] = [
  // Children of a record, in and out of their usual order.
  record(entry + list), record(list + entry), record(entry + list + entry), record(list + list),
  record(entry + "<Foo/>" + entry), record("<Foo/>" + list),
  record("<Foo/>" + list + entry + "<Foo/>"),
  record("text" + entry), record(entry + "text"), record("<![CDATA[text]]>" + entry + "<A/>more"),
  record(#"<MetadataEntry key="a" value="1" more="2"/>"# + entry),
  record(entry + #"<MetadataEntry key="a"/>"# + entry + #"<MetadataEntry key="a"/>"#),
  record(#"<MetadataEntry key="a" value="1"></MetadataEntry>"# + list),
  record(#"<MetadataEntry key="a" value="1"><Foo b="2"/></MetadataEntry>"# + entry),
  record(#"<MetadataEntry key="a" value="1">text</MetadataEntry>"# + entry),
  record(#"<MetadataEntry value="1" key="a"/>"#), record(#"<MetadataEntry key="" value=""/>"#),
  // Lists of beats that are none.
  record("<HeartRateVariabilityMetadataList/>"),
  record("<HeartRateVariabilityMetadataList></HeartRateVariabilityMetadataList>" + entry),
  record(#"<HeartRateVariabilityMetadataList a="1"/>"#),
  record(
    "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"61\" time=\"1\"></InstantaneousBeatsPerMinute></HeartRateVariabilityMetadataList>"
      + entry),
  record(
    "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"61\" time=\"1\"/><InstantaneousBeatsPerMinute bpm=\"x\" time=\"1\"/><InstantaneousBeatsPerMinute bpm=\"61\" time=\"1\"/></HeartRateVariabilityMetadataList>"
      + entry),
  record(
    "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"61\" time=\"1\"/>text<Foo/></HeartRateVariabilityMetadataList>"
      + entry),
  record(list, type: "HKCategoryTypeIdentifierSleepAnalysis"),
  // The same on the slow road, which an unreadable creation date leads to.
  record(list + entry, " creationDate=\"yesterday\""),
  record("<Foo/>" + list + entry, " creationDate=\"yesterday\""),
  record(
    list, type: "HKCategoryTypeIdentifierSleepAnalysis", " creationDate=\"yesterday\""),
  record(
    #"<MetadataEntry key="a"/>"# + entry + "<Foo/>" + entry, " creationDate=\"yesterday\""),
  // Devices, with and without an address.
  record(device: "&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x282a45810>, name:Watch, hardware:Watch7,2>"),
  record(device: "&#60;&lt;HKDevice: 0x282a45810&gt;, name:Watch, hardware:Watch7,2&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x0282a45810&gt;, name:Watch, hardware:Watch7,2&gt;"),
  record(device: "&lt;&lt;HKDevice: 0X282A45810&gt;, name:Watch, hardware:Watch7,2&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x&gt;, name:Watch&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x11112222333344445555&gt;, name:Watch&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x282a45810&gt;&gt;"),
  record(device: "&lt;&lt;HKDevice: 0x282a45810&gt;, model:W, name:V, colour:red&gt;"),
  record(device: ""), record(device: "&lt;"), record(device: "Watch"),
  // Sources.
  #"<Record type="HKQuantityTypeIdentifierStepCount" sourceVersion="1" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="1"/>"#,
  #"<Record type="HKQuantityTypeIdentifierStepCount" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="1"/>"#,
  // Old attributes with children beside them.
  #"<Record type="HKQuantityTypeIdentifierStepCount" source="A" recordCount="3" A B="1" C="2" startDate="20140601080000+0200" endDate="20140601080000+0200" value="1"><MetadataEntry key="k" value="v"/><Foo/><MetadataEntry key="k" value="v"/></Record>"#,
  // Two spellings that strings hold for equal, one after the other, on both roads.
  "<Correlation type=\"T\" \(common)><Record type=\"caf\u{E9}\" \(common)/><Record type=\"cafe\u{301}\" \(common)/></Correlation>",
  "<Record type=\"T\" creationDate=\"\" sourceName=\"\u{E9}\" startDate=\"2024-06-01 08:00:00 +0200\" endDate=\"2024-06-01 08:00:00 +0200\" value=\"1\"/><Record type=\"T\" creationDate=\"\" sourceName=\"e\u{301}\" startDate=\"2024-06-01 08:00:00 +0200\" endDate=\"2024-06-01 08:00:00 +0200\" value=\"1\"/>",
  // Kinds with more inside them than they have fields for.
  #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" \#(common) duration="x" color="red"><Foo/><WorkoutEvent type="a" date="?" b="1"><MetadataEntry/>text<MetadataEntry key="k" value="v"/></WorkoutEvent><MetadataEntry key="a" value="1"/><WorkoutEvent/>text<Record/><MetadataEntry key="a" value="1"/></Workout>"#,
  #"<Workout \#(common)/>"#, #"<Workout workoutActivityType="X"/>"#, "<Workout/>",
  #"<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="x" appleMoveTime="1"><MetadataEntry key="a" value="1"/></ActivitySummary>"#,
  #"<ActivitySummary dateComponents="2024-13-01"/>"#, "<ActivitySummary/>",
  #"<ClinicalRecord type="Patient" sourceName="S" sourceVersion="2" receivedDate="2024-06-01 08:00:00 +0200"><Foo/></ClinicalRecord>"#,
  #"<ClinicalRecord type="Patient" receivedDate="then"/>"#, "<ClinicalRecord/>",
  #"<VisionPrescription type="T" dateIssued="2024-06-01 08:00:00 +0200"><Attachment identifier="1"/><LeftEye sphere="-1"/><RightEye sphere="-1" a="b"/><MetadataEntry key="a" value="1"/><LeftEye/></VisionPrescription>"#,
  #"<Audiogram type="T" \#(common)><SensitivityPoint/><MetadataEntry key="a" value="1"/><SensitivityPoint frequencyValue="1" leftEarMasked="MAYBE"/></Audiogram>"#,
  #"<Correlation type="T" \#(common)><Record/><MetadataEntry key="a" value="1"/>text</Correlation>"#,
  // Not of this world.
  "<Unheard of=\"x\">a<B>c</B>d</Unheard>", "text", "<![CDATA[<Record/>]]>", "<Me/>",
  "<ExportDate value=\"now\"/><ExportDate/>", "<Me a=\"1\"/><Me b=\"2\"/>",
  "<ExportDate value=\"2024-06-01 08:00:00 +0200\"/><ExportDate value=\"2024-06-01 08:00:00 +0200\"/>",
  "<Record/>", #"<Record type="HKQuantityTypeIdentifierStepCount" \#(common) value="many"/>"#,
  #"<Record type="HKQuantityTypeIdentifierStepCount" \#(common)/>"#,
  #"<Record type="HKQuantityTypeIdentifierStepCount" \#(common) value="1" value="2" endDate="3"/>"#,
  #"<Record type="HKQuantityTypeIdentifierStepCount" \#(common) value="&#49;&#x32;"/>"#,
  #"<Record type="HKDataTypeSleepDurationGoal" \#(common) value="8" unit="hr"/>"#,
  #"<Record type="HKCategoryTypeIdentifierMindfulSession" \#(common)/>"#,
]
