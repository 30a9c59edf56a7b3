import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The bytes of an export that is written: Apple's shape, and never anything that XML does not allow.
@Suite struct WriterShapeTests {
  /// Each is written as it stands here, line by line.
  @Test(arguments: [
    #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" sourceVersion="17.5" device="&lt;&lt;HKDevice: 0x282a45810&gt;, name:iPhone&gt;" unit="count" creationDate="2024-06-01 08:10:00 +0200" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:10:00 +0200" value="5.91532e-05"/>"#,
    #"""
     <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="A &amp; &quot;B&quot; 'C'" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:10:00 +0200" value="HKCategoryValueSleepAnalysisInBed">
      <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
      <MetadataEntry key="tab&#9;" value="line&#10;feed&#13;"/>
     </Record>
    """#,
    #"""
     <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" unit="ms" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:01:00 +0200" value="42">
      <HeartRateVariabilityMetadataList>
       <InstantaneousBeatsPerMinute bpm="61" time="8:00:00.25 AM"/>
      </HeartRateVariabilityMetadataList>
     </Record>
    """#,
    #"""
     <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200">
      <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="118"/>
      <MetadataEntry key="k" value="v"/>
      <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="76"/>
     </Correlation>
    """#,
    #"""
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.0" durationUnit="min" sourceName="Watch" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:30:00 +0200" color="red">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-01 08:10:00 +0200">
       <MetadataEntry key="k" value="v"/>
      </WorkoutEvent>
      <Unheard of="x"/>
      <MetadataEntry key="k" value="v"/>
      <WorkoutRoute sourceName="Watch" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:30:00 +0200">
       <FileReference path="/workout-routes/route.gpx"/>
      </WorkoutRoute>
     </Workout>
    """#,
    #" <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="512.3" activeEnergyBurnedUnit="kcal"/>"#,
    #" <ClinicalRecord type="Condition" identifier="1" sourceName="Clinic" sourceURL="https://a.example" fhirVersion="4.0.1" receivedDate="2024-06-01 08:00:00 +0200" resourceFilePath="/clinical-records/Condition-1.json"/>"#,
    #"""
     <Future a="1">
      <Inner/>
      <Mixed>one <b>two <c/></b>three</Mixed>
     </Future>
    """#,
    #" <Record type="HKQuantityTypeIdentifierStepCount" source="A" startDate="20140601080000+0200" endDate="20140601090000+0200" value="1" Tag="a &amp; b" recordCount="3"/>"#,
  ])
  func isWrittenAsItWasRead(text: String) throws {
    #expect(
      try ExportText.lines(Reading(export(text)).samples).joined(separator: "\n") == text)
  }

  @Test func headOfTheDocument() throws {
    let text = String(
      decoding: try ExportText.write([], MarkedSamples.dataset).bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate?,Me?,(Record|
        """))
    #expect(
      text.hasSuffix(
        """
        ]>
        <HealthData locale="en_FR" future="attribute &quot;of&quot; tomorrow">
         <ExportDate value="2024-06-30 21:15:00 +0200"/>
         <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-05" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
        </HealthData>

        """))
    #expect(text.contains("<!ELEMENT WorkoutZone EMPTY>\n<!ATTLIST WorkoutZone\n  minimum CDATA"))
  }

  /// What nobody said is not claimed.
  @Test func headOfAnExportOfNobody() throws {
    let text = String(decoding: try ExportText.write([]).bytes, as: UTF8.self)
    #expect(!text.contains("Export Version"))
    #expect(text.hasSuffix("]>\n<HealthData>\n</HealthData>\n"))
    var info = DatasetInfo()
    info.exportVersion = "14 -->"
    let losses = try ExportText.write([], info).losses
    #expect(losses.filter { $0.count > 0 }.map(\.loss.name) == ["characters"])
  }

  /// Every element is declared once, those inside of others too.
  @Test func documentTypeDeclaresEveryElementOnce() throws {
    let text = String(decoding: try ExportText.write([]).bytes, as: UTF8.self)
    let declared = text.split(separator: "\n").filter { $0.hasPrefix("<!ELEMENT ") }
      .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(Set(declared).count == declared.count)
    for name in ["RightEye", "LeftEye", "FileReference", "Location", "SensitivityPoint"] {
      #expect(declared.contains(name))
    }
    for name in declared {
      #expect(text.contains("<!ATTLIST \(name)\n") || name == "HeartRateVariabilityMetadataList")
    }
  }

  // MARK: What cannot be carried

  @Test func lossesAreCounted() throws {
    let written = try ExportText.write(MarkedSamples.all)
    let counts = written.losses.map { ($0.loss.name, $0.count) }
    #expect(counts.map(\.0) == Format.appleHealth.losses.map(\.name))
    let lost = Dictionary(uniqueKeysWithValues: counts)
    // An electrocardiogram, a document, a clinical record's content and the points of four routes.
    #expect(lost["side-files"] == 7)
    #expect(lost["details"] == 0)
    #expect(lost["paths"] == 0)
    #expect(lost["kinds"] == 4)
    #expect(lost["source-revisions"] == MarkedSamples.devices.count)
    // U+0000, U+0001, U+0008, U+000C, U+001F and U+FFFF: as a key, as a value and as text.
    #expect(lost["characters"] == 6 * 3)
    // The texts are attributes of one element, all of the same name.
    // And two samples have an order of two kinds of children that are not there.
    #expect(lost["names"] == MarkedSamples.texts.count - 1 + 4)
  }

  @Test func whatXMLDoesNotAllowIsReplaced() throws {
    let key = MetadataKey("a\u{0}b\u{FFFE}\u{FFFF}\u{FFFD}\u{FEFF}\u{F8FF}")
    let sample = MarkedSamples.quantity("1") {
      $0.metadata = Metadata([MetadataEntry(key: key, value: "\u{1F}")])
    }
    #expect(
      try ExportText.lines([sample])[1]
        == "  <MetadataEntry key=\"a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FEFF}\u{F8FF}\" value=\"\u{FFFD}\"/>"
    )
  }

  /// The writer looks at sixteen bytes at a time.
  @Test(arguments: [
    ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\r", "&#13;"),
    ("\u{1}", "\u{FFFD}"), ("\u{FFFE}", "\u{FFFD}"), ("\u{FF01}", "\u{FF01}"), ("'", "'"),
  ])
  func escapesAreFoundWhereverTheyStand(character: String, written: String) throws {
    let places = (0..<40).map {
      (String(repeating: "a", count: $0), String(repeating: "é", count: 40 - $0))
    }
    let samples = places.map { before, after in
      MarkedSamples.quantity("1") {
        $0.metadata = Metadata([
          MetadataEntry(key: MetadataKey("k"), value: before + character + after)
        ])
      }
    }
    let lines = try ExportText.lines(samples).filter { $0.contains("<MetadataEntry") }
    #expect(
      lines
        == places.map { "  <MetadataEntry key=\"k\" value=\"\($0.0)\(written)\($0.1)\"/>" })
  }

  /// Names that would break the document: left out or written as an entry, and counted.
  @Test(arguments: [
    (
      #"<Record type="T" A B="1" source="S" startDate="20140601080000+0200" endDate="20140601080000+0200" value="1"/>"#,
      [
        #" <Record type="T" source="S" startDate="20140601080000+0200" endDate="20140601080000+0200" value="1">"#,
        #"  <MetadataEntry key="A B" value="1"/>"#, " </Record>",
      ], 1
    ),
    (
      #"<Record type="T" \#(common) value="1" value="2" x y="3"/>"#,
      [#" <Record type="T" \#(common) value="1"/>"#], 2
    ),
    (#"<Future a="1" a="2"/>"#, [#" <Future a="1"/>"#], 1),
  ])
  func namesThatXMLDoesNotAllow(element: String, expected: [String], lost: Int) throws {
    let samples = Reading(export(element)).samples
    #expect(try ExportText.lines(samples) == expected)
    #expect(try ExportText.write(samples).losses.last?.count == lost)
  }

  @Test func endWrittenAsSecondStartGetsItsName() throws {
    let statistics = #"<WorkoutStatistics type="T" startDate="2024-06-01 08:00:00 +0200" "#
    let end = #"Date="2024-06-01 08:30:00 +0200"/>"#
    let workout = { (name: String) in
      #" <Workout workoutActivityType="W" \#(common)>"#
        + "\n  \(statistics)\(name)\(end)\n </Workout>"
    }
    let samples = Reading(export(workout("start"))).samples
    #expect(try ExportText.lines(samples).joined(separator: "\n") == workout("end"))
  }

  @Test func textBetweenElementsDoesNotGrow() throws {
    let once = try ExportText.write(Reading(export("text", "<A/>", "more")).samples).bytes
    #expect(try ExportText.write(Reading(once).samples).bytes == once)
    #expect(String(decoding: once, as: UTF8.self).contains("<HealthData>\ntext\n <A/>\nmore\n</H"))
  }
}
