import HealthModel
import HealthTesting
import Testing

/// Documents of an export's words put together at random: whatever they say comes through.
@Suite struct RandomDocumentTests {
  @Test(arguments: UInt64(1)...8)
  func anyDocumentComesThroughToTheLetter(seed: UInt64) {
    var words = RandomDocument(seed: seed)
    for _ in 0..<60 {
      let document = export(words.element(depth: 0), words.element(depth: 0), steps("1"))
      let whole = Reading(document)
      #expect(whole.error == nil)
      let differences = whole.differences(from: document)
      #expect(differences == [])
      let inPieces = Reading(document, pieces: 16)
      #expect(inPieces.samples == whole.samples)
      #expect(inPieces.findings == whole.findings)
      if !differences.isEmpty { return }
    }
  }
}

/// Elements, attributes and values of an export in any order.
private struct RandomDocument {
  private var random: FixedRandom

  init(seed: UInt64) { random = FixedRandom(seed: seed) }

  private mutating func pick(_ list: [String]) -> String { list[random.below(list.count)] }

  mutating func element(depth: Int) -> String {
    let name =
      depth == 0 && random.below(3) > 0 ? pick(Array(Self.elements.prefix(7))) : pick(Self.elements)
    var text = "<\(name)"
    // Most of the elements have what they must have.
    if random.below(6) > 0 {
      text += Self.required[name] ?? ""
    }
    for _ in 0..<random.below(4) { text += " \(pick(Self.attributes))=\"\(pick(Self.values))\"" }
    guard depth < 3, random.below(4) > 0 else { return text + "/>" }
    text += ">"
    for _ in 0..<random.below(8) {
      text +=
        random.below(8) == 0
        ? pick(["words", "<![CDATA[<a>]]>", "<!-- a -->", "\n"]) : element(depth: depth + 1)
    }
    return text + "</\(name)>"
  }

  private static let elements = [
    "Record", "Workout", "Correlation", "Audiogram", "VisionPrescription", "ClinicalRecord",
    "ActivitySummary", "MetadataEntry", "MetadataEntry", "HeartRateVariabilityMetadataList",
    "InstantaneousBeatsPerMinute", "WorkoutEvent", "WorkoutActivity", "WorkoutStatistics",
    "WorkoutRoute", "Location", "FileReference", "WorkoutZoneGroup", "WorkoutZone",
    "SensitivityPoint", "RightEye", "LeftEye", "Attachment", "Odd",
  ]
  private static let required = [
    "Record": " type=\"HKQuantityTypeIdentifierStepCount\" value=\"1.50\" \(common)",
    "Workout": " workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(common)",
    "Correlation": " type=\"HKCorrelationTypeIdentifierFood\" \(common)",
    "Audiogram": " type=\"HKDataTypeIdentifierAudiogram\" \(common)",
    "VisionPrescription": " type=\"A\" dateIssued=\"2024-06-01 08:00:00 +0200\"",
    "ClinicalRecord": " type=\"Patient\" receivedDate=\"2024-06-01 08:00:00 +0200\"",
    "ActivitySummary": " dateComponents=\"2024-06-01\"",
    "MetadataEntry": " key=\"a\" value=\"b\"",
    "InstantaneousBeatsPerMinute": " bpm=\"60\" time=\"8:00\"",
  ]
  private static let attributes = [
    "type", "value", "unit", "sourceName", "source", "sourceVersion", "device", "creationDate",
    "startDate", "endDate", "date", "duration", "durationUnit", "sum", "key", "bpm", "time",
    "sphere", "identifier", "path", "minimum", "recordCount", "workoutActivityType", "Odd Name",
    "dateIssued", "receivedDate", "dateComponents", "locale", "uuid",
  ]
  private static let values = [
    "", "1", "-0", "007", "1e5", "x", "a &amp; b", "&lt;&lt;HKDevice: 0x2&gt;, name:W&gt;",
    "&lt;&lt;HKDevice: 0x02&gt;, name:W&gt;", "2024-06-01 08:00:00 +0200", "20240601080000+0200",
    "2024-06-01", "HKCategoryTypeIdentifierSleepAnalysis", "HKQuantityTypeIdentifierHeartRate",
    "caf\u{E9}", "cafe\u{301}", "&#9;\u{A0}",
  ]
}
