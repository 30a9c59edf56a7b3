import HealthBytes
import HealthConv
import HealthStatistics
import Testing

/// A sample counts once: if there are several versions of it, and if it is nested in one input and at top level in
/// another. An error ends reading in the same way for one input and several.
@Suite struct SampleOnceTests {
  private static func answer(
    _ kind: Answer.Kind, _ exports: [String], _ change: (inout Answer) throws -> Void = { _ in }
  ) throws -> (text: String, report: Answer.Report) {
    var answer = Answer(kind, of: try exports.map { try .open(bytes: bytes($0), named: "in.xml") })
    try change(&answer)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  private static func bytes(_ content: String) -> [UInt8] {
    Array(#"<HealthData locale="en_US">\#(content)</HealthData>"#.utf8)
  }

  private static let time =
    #"sourceName="App" startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:30:00 +0000""#

  private static func record(_ type: String, _ value: Int, _ unit: String = "count") -> String {
    #"<Record type="HKQuantityTypeIdentifier\#(type)" unit="\#(unit)" value="\#(value)" \#(time)"#
  }

  private static func version(_ number: Int, of identifier: String = "a") -> String {
    """
    <MetadataEntry key="HKMetadataKeySyncIdentifier" value="\(identifier)"/>\
    <MetadataEntry key="HKMetadataKeySyncVersion" value="\(number)"/>
    """
  }

  private static func steps(_ number: Int) -> String {
    record("StepCount", number * 100) + ">" + version(number) + "</Record>"
  }

  private static func workout(_ number: Int) -> String {
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\#(number)" durationUnit="min" \#(time)>"#
      + version(number)
      + #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>"#
      + "</Workout>"
  }

  @Test(arguments: [[1, 3, 2], [3, 2, 1], [2, 3, 3]])
  func theHighestVersionCounts(_ numbers: [Int]) throws {
    let other = Self.record("StepCount", 7) + "/>"
    let parts = numbers.map(Self.steps) + [other]
    for exports in [[parts.joined()], parts, [parts[0] + parts[1], parts[2] + other]] {
      let (text, report) = try Self.answer(.statistics, exports) {
        $0.plan.sources = .none
        $0.plan.options = .cumulativeSum
      }
      #expect(text.contains(",2,307,"), "\(exports.count) inputs: \(text)")
      #expect(report.notes.count == 1)
      #expect(report.notes.first?.hasPrefix("2 samples do not count: ") == true)
    }
    let workouts = numbers.map(Self.workout)
    for exports in [[workouts.joined()], workouts] {
      let (text, report) = try Self.answer(.workouts, exports)
      #expect(report.rows == 1)
      #expect(text.contains(",Running,3,"), "\(text)")
      #expect(report.notes.first?.hasPrefix("2 samples do not count: ") == true)
    }
  }

  /// A workout without a distance gets that of the records in its time, of which the highest version counts, too.
  private static let unfinished =
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \#(time)/>"#

  private static func distance(_ number: Int, _ kilometers: Int) -> String {
    record("DistanceWalkingRunning", kilometers, "km") + ">" + version(number) + "</Record>"
  }

  /// The records of a workout need not be selected.
  @Test(arguments: [nil, "workout"])
  func theHighestVersionCompletesAWorkout(_ type: String?) throws {
    let types = try type.map { [try TypePattern($0)] } ?? []
    let parts = [Self.unfinished, Self.distance(1, 5), Self.distance(2, 7)]
    for exports in [[parts.joined()], parts] {
      let (text, report) = try Self.answer(.workouts, exports) { $0.selection.types = types }
      #expect(report.rows == 1)
      #expect(text.contains(",Running,30,7,"), "\(text)")
      let page = try Self.page(exports) { $0.selection.types = types }.text
      #expect(page.contains("<p>7.00 km"))
      #expect(page.ranges(of: "<!DOCTYPE").count == 1)
    }
  }

  private static func page(
    _ exports: [String], _ change: (inout ReportDocument) throws -> Void = { _ in }
  ) throws -> (text: String, notes: [String]) {
    let sink = BytesSink()
    var document = ReportDocument(
      of: try exports.map { try .open(bytes: bytes($0), named: "in.xml") })
    try change(&document)
    let report = try document.write(to: sink, named: "page")
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes)
  }

  /// A report is a page of the same samples.
  @Test func reportsCountTheHighestVersion() throws {
    let note = "1 sample does not count: the input has another version of it"
    let (text, notes) = try Self.page([Self.steps(1) + Self.steps(2)])
    #expect(notes == [note])
    #expect(text.contains("200") && !text.contains("300"))
    #expect(text.contains(note))
  }

  private static func streamed<Result: Sendable>(
    _ content: String, _ body: (Dataset) async throws -> Result
  ) async throws -> Result {
    let chunks = AsyncStream { stream in
      stream.yield(bytes(content))
      stream.finish()
    }
    return try await Dataset.open(chunks: chunks, named: "in.xml") { try await body($0) }
  }

  /// A stream is kept, so that it can be read again.
  @Test(arguments: [("StepCount", 1), ("HeartRate", 0)])
  func theHighestVersionOfAStreamCounts(_ type: String, _ count: Int) async throws {
    let records = Self.steps(1) + Self.steps(2) + Self.record("HeartRate", 60, "count/min") + "/>"
    let notes = try await Self.streamed(records) { dataset in
      var answer = Answer(.statistics, of: [dataset])
      answer.selection.types = [try TypePattern(type)]
      return try await answer.onThread {
        try $0.write(to: BytesSink(), named: "answer", as: .csv).notes
      }
    }
    let note = "1 sample does not count: the input has another version of it"
    #expect(notes == Array(repeating: note, count: count))
  }

  /// Its workouts are completed, too.
  @Test func workoutsOfAStreamAreCompleted() async throws {
    let ofAnswer = try await Self.streamed(Self.unfinished) {
      try await Answer(.workouts, of: [$0]).onThread {
        try $0.write(to: BytesSink(), named: "answer", as: .csv).notes
      }
    }
    #expect(ofAnswer == [])
    let ofReport = try await Self.streamed(Self.unfinished) {
      try await ReportDocument(of: [$0]).onThread {
        try $0.write(to: BytesSink(), named: "page").notes
      }
    }
    #expect(ofReport == [])
  }

  /// Only what is selected replaces another version.
  @Test func versionsThatAreNotSelectedReplaceNone() throws {
    let parts = [Self.steps(1), Self.steps(2)]
    for exports in [[parts.joined()], parts] {
      let (text, report) = try Self.answer(.statistics, exports) {
        $0.selection.predicate = try SamplePredicate(parsing: "value < 150")
      }
      #expect(text.contains(",1,100,"), "\(text)")
      #expect(report.notes.isEmpty)
    }
  }

  /// What is equal without a sync identifier is two samples, in one input.
  @Test func equalSamplesOfOneInputCount() throws {
    let record = Self.record("StepCount", 7) + "/>"
    let (text, report) = try Self.answer(.statistics, [record + record]) { $0.plan.sources = .none }
    #expect(text.contains(",2,14,"), "\(text)")
    #expect(report.notes.isEmpty)
  }

  @Test func nestedSamplesOfOneInputAreThoseAtTopLevelOfAnother() throws {
    let records = [
      Self.record("BloodPressureSystolic", 118, "mmHg") + "/>",
      Self.record("BloodPressureDiastolic", 76, "mmHg") + "/>",
    ].joined()
    let correlation =
      #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \#(Self.time)>\#(records)</Correlation>"#
    let expected = try Self.answer(.statistics, [records + correlation]).text
    #expect(expected.contains("BloodPressureSystolic,mmHg,1,118"))
    let inputs = [
      [correlation, records + correlation], [records + correlation, correlation],
      [correlation, records], [records, correlation], [correlation, correlation, records],
    ]
    for exports in inputs {
      #expect(try Self.answer(.statistics, exports).text == expected)
      // The correlation is not selected, so that its members are selected on their own.
      let selected = try Self.answer(.statistics, exports) {
        $0.selection.types = [try TypePattern("BloodPressureSystolic")]
      }
      #expect(selected.text.contains(",1,118,"), "\(selected.text)")
      // A reader finds the samples at top level of a merge before those that they are nested in.
      for order in Conversion.Order.allCases {
        let sink = BytesSink()
        var merge = Merge(
          of: try exports.map { try .open(bytes: Self.bytes($0), named: "in.xml") },
          to: .appleHealth)
        merge.order = order
        _ = try merge.run(into: OutputContainer(file: sink), name: "memory")
        let answer = Answer(.statistics, of: [try .open(bytes: sink.bytes, named: "merged.xml")])
        let merged = BytesSink()
        _ = try answer.write(to: merged, named: "answer", as: .csv)
        let text = String(decoding: merged.bytes, as: UTF8.self)
        #expect(text == expected, "\(order): \(String(decoding: sink.bytes, as: UTF8.self))")
      }
    }
  }

  @Test func anErrorEndsReading() throws {
    let whole = Self.record("StepCount", 7) + "/>"
    let damaged = Self.record("HeartRate", 60, "count/min") + "/><Record type="
    let expected = try Self.answer(.statistics, [damaged])
    #expect(expected.report.readError != nil)
    #expect(expected.text.contains("HeartRate,count/min,1,60,"))
    let first = try Self.answer(.statistics, [damaged, whole])
    #expect(first.text == expected.text)
    #expect(first.report.readError?.message == expected.report.readError?.message)
    let last = try Self.answer(.statistics, [whole, damaged, whole])
    #expect(last.text.contains("HeartRate,count/min,1,,60,"))
    #expect(last.text.contains("StepCount,count,1,7"))
    #expect(last.report.readError?.message == expected.report.readError?.message)
  }
}
