import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Whatever the bytes, a reader comes to an end, says the same in pieces as at once, and what it accepts
/// is written and read again without change. The mutations are the same in every run.
@Suite struct FuzzTests {
  @Test(arguments: UInt64(1)...4)
  func exportsEndAndComeBack(seed: UInt64) throws {
    var random = Mutations(seed: seed)
    for _ in 0..<200 {
      let document = random.mutation(of: small)
      let whole = Reading(document)
      let pieces = Reading(document, pieces: Int(seed) * 5)
      #expect(whole.samples == pieces.samples)
      #expect(whole.findings == pieces.findings)
      #expect(whole.error == pieces.error)
      let text = try JSONLinesText.write(whole.samples, whole.info)
      let back = JSONLinesText.readUntilError(Array(text.utf8))
      #expect(back.error == nil)
      #expect(try JSONLinesText.write(back.samples, back.dataset) == text)
    }
  }

  @Test(arguments: UInt64(1)...4)
  func linesEndAndComeBack(seed: UInt64) throws {
    let reading = Reading(small)
    let lines = Array(try JSONLinesText.write(reading.samples, reading.info).utf8)
    var random = Mutations(seed: seed)
    for _ in 0..<200 {
      let document = random.mutation(of: lines)
      let whole = JSONLinesText.readUntilError(document)
      let pieces = JSONLinesText.readUntilError(document, pieces: Int(seed) * 5)
      #expect(whole.samples == pieces.samples)
      #expect(whole.findings == pieces.findings)
      #expect(whole.error == pieces.error)
      let text = try JSONLinesText.write(whole.samples, whole.dataset)
      let back = JSONLinesText.readUntilError(Array(text.utf8))
      #expect(back.error == nil)
      #expect(try JSONLinesText.write(back.samples, back.dataset) == text)
    }
  }

  /// What is read of a mutated GPX file is written as a valid one, which stays the same from then on.
  @Test(arguments: UInt64(1)...4)
  func tracksEndAndComeBack(seed: UInt64) throws {
    let document = try Fixtures.bytes(Fixtures.samples + "/accept/gpx/garmin.gpx")
    var random = Mutations(seed: seed)
    for _ in 0..<60 {
      let document = random.mutation(of: document)
      let whole = GPXText.read(document)
      #expect(whole == GPXText.read(document, capacity: Int(seed) * 5))
      let text = try GPXText.write(whole.samples, whole.info).text
      let violations = try GPXText.violations(text)
      #expect(violations == [])
      let back = GPXText.read(text)
      #expect(back.error == nil)
      let again = try GPXText.write(back.samples, back.info)
      #expect(again.losses == [:])
      #expect(again.text == text)
    }
  }
}

extension FuzzTests {
  /// What is read of a mutated TCX file stays the same once it is written.
  @Test(arguments: UInt64(1)...4)
  func activitiesEndAndComeBack(seed: UInt64) throws {
    var random = Mutations(seed: seed)
    for name in ["garmin", "strava"] {
      let document = try TCXText.sample(name)
      for _ in 0..<60 {
        let document = random.mutation(of: document)
        let whole = TCXText.read(document)
        #expect(whole == TCXText.read(document, capacity: Int(seed) * 5))
        let text = try TCXText.write(whole.samples).text
        let back = TCXText.read(text)
        #expect(back.error == nil)
        let again = try TCXText.write(back.samples)
        #expect(again.losses == [:])
        #expect(again.text == text)
      }
    }
  }

  @Test(arguments: UInt64(1)...4)
  func tablesEndAndComeBack(seed: UInt64) throws {
    let table = Array(try CSVTableTests.write(Reading(small).samples).text.utf8)
    var random = Mutations(seed: seed)
    for _ in 0..<200 {
      let document = String(decoding: random.mutation(of: table), as: UTF8.self)
      let whole = CSVTableTests.read(document)
      let pieces = CSVTableTests.read(document, chunkSize: Int(seed) * 5)
      #expect(whole.samples == pieces.samples)
      #expect(whole.findings == pieces.findings)
      #expect(whole.error == pieces.error)
      let text = try CSVTableTests.write(whole.samples).text
      let back = CSVTableTests.read(text)
      #expect(back.error == nil)
      #expect(try CSVTableTests.write(back.samples).text == text)
    }
  }
}

/// Documents that are nearly another one.
private struct Mutations {
  private var random: FixedRandom

  init(seed: UInt64) { random = FixedRandom(seed: seed) }

  /// The document with one to three faults.
  mutating func mutation(of document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0...random.below(3) {
      let start = random.below(bytes.count)
      let range = start..<min(bytes.count, start + 1 + random.below(12))
      switch random.below(6) {
      case 0: bytes[start] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(range)
      case 2: bytes.insert(contentsOf: bytes[range], at: random.below(bytes.count))
      case 3: bytes.replaceSubrange(range, with: tokens[random.below(tokens.count)].utf8)
      case 4: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: start)
      default: if random.below(8) == 0 { bytes.removeSubrange(range.upperBound...) }
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }
}

/// What readers might stumble over.
private let tokens = [
  "0001-01-01 00:00:00 +1400", "9999-12-31 23:59:59 -1200", "1e400", "-1e-400", "-0", "00", "nan",
  "\0",
  "\u{FFFE}", "\r", "\u{1F600}", "&#0;", "&amp;", "&", "<", "/>", "\"", "'", "<Record/>", "]]>",
  "<!--",
  "<MetadataEntry key=\"a\"/>", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "null", "true",
  "{}",
  "18446744073709551616", "9223372036854775807", "0.1000", "-9223372036854775809", "\\",
]

private let small = export(
  steps("72.50"),
  #"<Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" device="&lt;&lt;HKDevice: 0x1a&gt;, name:W, model:M&gt;" \#(common) value="4e1"><MetadataEntry key="k" value="v"/><HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="61" time="8:00:00.10 AM"/></HeartRateVariabilityMetadataList></Record>"#,
  #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \#(common)><WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 08:00:00 +0200"/><WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" sum="1" unit="count"/></Workout>"#,
  #"<ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="1" activeEnergyBurnedUnit="kcal"/>"#,
  #"<Correlation type="HKCorrelationTypeIdentifierFood" \#(common)>\#(steps("3"))</Correlation>"#,
  #"<Unheard of="x">a<B>c</B></Unheard>"#)
