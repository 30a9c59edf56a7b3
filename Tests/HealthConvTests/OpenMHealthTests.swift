import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Data points of Open mHealth.
@Suite struct OpenMHealthTests {
  private typealias Object = [String: Any]

  /// Writes JSON Lines as data points.
  private func write(
    _ lines: [String], layout: String? = nil
  ) throws -> (text: String, losses: [String: Int]) {
    let folder = try TemporaryFolder()
    let text = (["{\"kind\":\"dataset\",\"version\":1}"] + lines).joined(separator: "\n") + "\n"
    let input = try folder.write(bytes: Array(text.utf8), "in.jsonl")
    let output = folder.path + "/out.json"
    var conversion = Conversion(of: try Dataset.open(input), to: .openMHealth)
    conversion.options.layout = layout
    let report = try conversion.run(toFile: output)
    #expect(report.readError == nil)
    var losses: [String: Int] = [:]
    for loss in report.losses where loss.count > 0 { losses[loss.loss.name] = Int(loss.count) }
    return (String(decoding: try Fixtures.bytes(output), as: UTF8.self), losses)
  }

  private func points(_ text: String) throws -> [(header: Object, body: Object)] {
    try text.split(separator: "\n").map { line in
      let point = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
      return (try #require(point["header"] as? Object), try #require(point["body"] as? Object))
    }
  }

  private func sample(
    _ kind: String, _ type: String, _ rest: String, start: String = "2026-01-02T08:00:00+01:00",
    end: String = "2026-01-02T08:30:00+01:00"
  ) -> String {
    "{\"kind\":\"\(kind)\",\"type\":\"\(type)\",\"start\":\"\(start)\",\"end\":\"\(end)\",\(rest)}"
  }

  private func quantity(
    _ type: String, _ value: String, _ unit: String, _ rest: String = "",
    at date: String = "2020-02-05T07:25:00-08:00"
  ) -> String {
    sample(
      "quantity", "HKQuantityTypeIdentifier\(type)",
      "\"value\":\(value),\"unit\":\"\(unit)\"\(rest)",
      start: date, end: date)
  }

  /// A value in the units of its schema, percentages in hundredths.
  @Test(arguments: [
    ("HeartRate", "67.50", "count/min", "heart-rate", "heart_rate", "67.50", "beats/min"),
    ("OxygenSaturation", "0", "%", "oxygen-saturation", "oxygen_saturation", "0", "%"),
    ("OxygenSaturation", "0.95", "%", "oxygen-saturation", "oxygen_saturation", "95", "%"),
    ("BodyMass", "160", "lb", "body-weight", "body_weight", "160", "lb"),
    ("BodyMass", "0.5", "Mg", "body-weight", "body_weight", "500", "kg"),
    ("BodyMassIndex", "22.5", "count", "body-mass-index", "body_mass_index", "22.5", "kg/m^2"),
    ("BodyTemperature", "98.6", "degF", "body-temperature", "body_temperature", "98.6", "F"),
    (
      "BloodGlucose", "5.5", "mmol<180.1558800000541>/L", "blood-glucose", "blood_glucose", "5.5",
      "mmol/L"
    ),
    ("StepCount", "523", "count", "step-count", "step_count", "523", "steps"),
    ("ActiveEnergyBurned", "4.184", "kJ", "calories-burned", "kcal_burned", "1", "kcal"),
  ])
  func quantitiesAreWritten(
    _ type: String, _ value: String, _ unit: String, _ schema: String, _ member: String,
    _ written: String, _ writtenUnit: String
  ) throws {
    let (text, losses) = try write([quantity(type, value, unit)])
    #expect(text.contains("\"\(member)\":{\"value\":\(written),\"unit\":\"\(writtenUnit)\"}"))
    let id = try #require(try points(text)[0].header["schema_id"] as? [String: String])
    #expect(id["namespace"] == "omh" && id["name"] == schema)
    #expect(losses == [:])
  }

  /// What Open mHealth publishes as valid is what is written of the same data.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: Fixtures.folder + "/interop/omh")),
    arguments: [
      "heart-rate-2.0", "oxygen-saturation-2.0", "blood-pressure-4.0", "step-count-3.0",
      "physical-activity-1.2",
    ])
  func bodiesAreThosePublishedAsValid(_ name: String) throws {
    let start = "2016-02-05T06:25:00+00:00"
    let end = "2016-02-05T07:25:00+00:00"
    let lines = [
      "heart-rate-2.0": quantity("HeartRate", "67.5", "count/min"),
      "oxygen-saturation-2.0": quantity(
        "OxygenSaturation", "0.95", "%", at: "2013-02-05T07:25:00-08:00"),
      "step-count-3.0": sample(
        "quantity", "HKQuantityTypeIdentifierStepCount", "\"value\":10600,\"unit\":\"count\"",
        start: start, end: end),
      "physical-activity-1.2": sample(
        "workout", "HKWorkoutTypeIdentifier",
        "\"workoutActivityType\":\"HKWorkoutActivityTypeWalking\",\"totalDistance\":3.1,"
          + "\"totalDistanceUnit\":\"mi\",\"totalEnergyBurned\":160,\"totalEnergyBurnedUnit\":\"kcal\","
          + "\"metadata\":{\"HKAverageMETs\":\"3.5 kcal/hr·kg\"}",
        start: "2015-02-06T06:25:00+00:00", end: "2015-02-06T07:25:00+00:00"),
    ]
    let (text, losses) = try write([lines[name] ?? Self.pressure("2020-02-05 07:25:00 -0800")])
    #expect(losses == [:])
    let written = try points(text)[0].body
    let path = "\(Fixtures.folder)/interop/omh/\(name)_pass.json"
    var expected = try #require(
      JSONSerialization.jsonObject(with: Data(try Fixtures.bytes(path))) as? Object)
    // What HealthKit does not state.
    for name in ["temporal_relationship_to_sleep", "system", "measurement_method"] {
      expected[name] = nil
    }
    let form = { (body: Object) in
      let data = try JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self).replacing("+00:00", with: "Z")
    }
    #expect(try form(written) == form(expected))
  }

  /// A line of JSON Lines with a blood pressure of 115 to 60.
  private static func pressure(_ date: String) throws -> String {
    let date = try #require(Timestamp(date))
    func header(_ type: SampleType, _ unit: String?) -> SampleHeader {
      SampleHeader(
        descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "Cuff")),
        start: date, end: date)
    }
    let members = [(QuantityType.bloodPressureSystolic, 115), (.bloodPressureDiastolic, 60)].map {
      NestedSample(
        sample: .quantity(
          QuantitySample(header: header(.quantity($0), "mmHg"), number: Number($1))))
    }
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.write(
      .correlation(Correlation(header: header(.correlation(.bloodPressure), nil), members: members))
    )
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)[0]
  }

  /// What the header states: ids that are the same in each run, the source, and how a value was obtained.
  @Test func headers() throws {
    let entered = quantity(
      "BodyMass", "70", "kg",
      ",\"source\":{\"name\":\"Health\"},\"created\":\"2026-01-02T08:00:05+01:00\",\"metadata\":{\"HKWasUserEntered\":\"1\"}"
    )
    let (text, losses) = try write([entered, quantity("BodyMass", "71", "kg")])
    #expect(losses == [:])
    #expect(try write([entered, quantity("BodyMass", "71", "kg")]).text == text)
    let headers = try points(text).map(\.header)
    let ids = headers.compactMap { ($0["id"] as? String).flatMap { SampleUUID($0) } }
    #expect(Set(ids).count == 2)
    #expect(headers[0]["creation_date_time"] as? String == "2026-01-02T08:00:05+01:00")
    #expect(headers[1]["creation_date_time"] as? String == "2020-02-05T07:25:00-08:00")
    #expect(
      headers[0]["acquisition_provenance"] as? [String: String] == [
        "source_name": "Health", "modality": "self-reported",
      ])
    #expect(headers[1]["acquisition_provenance"] == nil)
  }

  @Test func anArrayHasTheSamePoints() throws {
    let lines = [
      quantity("HeartRate", "60", "count/min"), quantity("HeartRate", "61", "count/min"),
    ]
    for count in 0...2 {
      let some = Array(lines.prefix(count))
      let array = try JSONSerialization.jsonObject(
        with: Data(try write(some, layout: "array").text.utf8))
      let points = try write(some).text.split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8))
      }
      #expect(array as? NSArray == points as NSArray)
    }
  }

  /// Metadata that a member states, time asleep, and intervals between beats.
  @Test func membersOfBodies() throws {
    let (text, losses) = try write([
      quantity(
        "BloodGlucose", "90", "mg/dL", ",\"metadata\":{\"HKBloodGlucoseMealTime\":\"2\"}"),
      sample(
        "category", "HKCategoryTypeIdentifierSleepAnalysis",
        "\"categoryValue\":\"HKCategoryValueSleepAnalysisAsleepDeep\""),
      sample(
        "heartbeatSeries", "HKDataTypeIdentifierHeartbeatSeries",
        "\"beats\":[{\"timeSinceStart\":0.5},{\"timeSinceStart\":1.25},"
          + "{\"timeSinceStart\":5,\"precededByGap\":\"YES\"},{\"timeSinceStart\":5.9}]"),
    ])
    let bodies = try points(text).map(\.body)
    #expect(bodies[0]["temporal_relationship_to_meal"] as? String == "after meal")
    #expect(text.contains("\"sleep_duration\":{\"value\":1800,\"unit\":\"sec\"}"))
    #expect(text.contains("{\"rr_interval\":{\"value\":750,\"unit\":\"ms\"}"))
    #expect(text.contains("{\"rr_interval\":{\"value\":900,\"unit\":\"ms\"}"))
    #expect(bodies.count == 4)
    #expect(losses == ["stages": 1, "details": 1])
  }

  @Test func whatIsLostIsCounted() throws {
    let (text, losses) = try write([
      quantity("HeadphoneAudioExposure", "70", "dBASPL"), quantity("HeartRate", "1", "kg"),
      quantity("WalkingSpeed", "5", "km/hr"),
      quantity("HeartRate", "60", "count/min", ",\"metadata\":{\"k\":\"v\"}"),
      sample(
        "category", "HKCategoryTypeIdentifierSleepAnalysis",
        "\"categoryValue\":\"HKCategoryValueSleepAnalysisInBed\""),
      "{\"kind\":\"unknown\",\"element\":{\"name\":\"x\"}}",
    ])
    #expect(try points(text).count == 2)
    #expect(losses == ["samples": 4, "types": 1, "details": 1])
  }

  /// Members that only a correlation has are data points, or are counted.
  @Test func membersOfCorrelations() throws {
    let members = [
      ("nestedOnly", quantity("HeartRate", "60", "count/min")),
      ("alsoTopLevel", quantity("HeartRate", "61", "count/min")),
      ("nestedOnly", quantity("DietaryProtein", "12", "g")),
    ].map { "{\"membership\":\"\($0)\",\"sample\":\($1)}" }
    let (text, losses) = try write([
      sample(
        "correlation", "HKCorrelationTypeIdentifierFood",
        "\"members\":[\(members.joined(separator: ","))]")
    ])
    #expect(try points(text).count == 1 && text.contains("\"value\":60,"))
    #expect(losses == ["samples": 2])
  }

  /// Every place of the model: what holds something else is another text, or is counted.
  @Test func everyPlaceIsWrittenOrCounted() throws {
    func write(_ samples: [Sample]) throws -> (text: [UInt8], losses: [Int]) {
      let folder = try TemporaryFolder()
      let input = try folder.write(samples, "in.jsonl", DatasetInfo())
      let output = folder.path + "/out.json"
      let report = try Conversion(of: try Dataset.open(input), to: .openMHealth).run(toFile: output)
      return (try Fixtures.bytes(output), report.losses.map { Int($0.count) })
    }
    let places = ModelPlaces.samples
    var dropped: [String] = []
    var checked = 0
    for base in places where base.name.hasSuffix(": header.nothing") {
      let plain = try write(base.samples)
      // Kinds that no schema describes are counted as a whole.
      if plain.text.isEmpty { continue }
      let kind = base.name.prefix { $0 != ":" } + ":"
      for place in places where place.name.hasPrefix(kind) && place.samples != base.samples {
        let other = try write(place.samples)
        checked += 1
        if other.text == plain.text, other.losses == plain.losses { dropped.append(place.name) }
      }
    }
    #expect(dropped == [])
    #expect(checked > 100)
  }
}
