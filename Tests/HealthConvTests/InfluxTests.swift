import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The line protocol of InfluxDB.
@Suite struct InfluxTests {
  /// Writes JSON Lines as points.
  private func write(
    _ lines: [String]
  ) throws -> (points: [String], losses: [String: Int]) {
    let folder = try TemporaryFolder()
    let text = (["{\"kind\":\"dataset\",\"version\":1}"] + lines).joined(separator: "\n") + "\n"
    let input = try folder.write(bytes: Array(text.utf8), "in.jsonl")
    let output = folder.path + "/out.lp"
    let report = try Conversion(of: try Dataset.open(input), to: .influx).run(toFile: output)
    #expect(report.readError == nil)
    let bytes = try FileSource(output).readAll()
    var losses: [String: Int] = [:]
    for loss in report.losses where loss.count > 0 { losses[loss.loss.name] = Int(loss.count) }
    return (
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), losses
    )
  }

  private func quantity(_ rest: String, start: String = "2026-01-02T08:00:00+00:00") -> String {
    "{\"kind\":\"quantity\",\"type\":\"HKQuantityTypeIdentifierHeartRate\",\"start\":\"\(start)\","
      + "\"end\":\"\(start)\",\"value\":61.5,\"unit\":\"count/min\"\(rest)}"
  }

  /// Percents count to 100 outside of HealthKit.
  @Test func percents() throws {
    let (points, _) = try write([
      quantity("").replacing("HeartRate", with: "OxygenSaturation")
        .replacing("61.5", with: "0.975").replacing("count/min", with: "%")
    ])
    #expect(points == ["OxygenSaturation,unit=% value=97.5 1767340800000000000"])
  }

  private func sleep(_ stage: String) -> String {
    "{\"kind\":\"category\",\"type\":\"HKCategoryTypeIdentifierSleepAnalysis\",\"start\":\"2026-01-02T00:00:00+00:00\","
      + "\"end\":\"2026-01-02T01:00:00+00:00\",\"categoryValue\":\"HKCategoryValueSleepAnalysis\(stage)\"}"
  }

  @Test func quantitiesAndCategories() throws {
    let (points, losses) = try write([
      quantity(",\"source\":{\"name\":\"Watch\"}"), sleep("AsleepCore"),
    ])
    #expect(
      points == [
        "HeartRate,source=Watch,unit=count/min value=61.5 1767340800000000000",
        "SleepAnalysis,category=AsleepCore value=\"AsleepCore\",end=1767315600000000000i 1767312000000000000",
      ])
    #expect(losses == [:])
  }

  /// Points of the same tags and time would replace each other.
  @Test func categoriesOfOneStartAreKept() throws {
    let (points, losses) = try write(["InBed", "AsleepCore", "InBed"].map(sleep))
    #expect(
      points.map { $0.prefix { $0 != " " } } == [
        "SleepAnalysis,category=InBed", "SleepAnalysis,category=AsleepCore",
        "SleepAnalysis,category=InBed",
      ])
    #expect(losses == ["points": 1])
  }

  /// What separates tags and fields is escaped, as the files of others have it.
  @Test func namesAreEscaped() throws {
    let names = [
      ("Apple Watch", "Apple\\ Watch", 0), ("a,b=c", "a\\,b\\=c", 0), ("\\\"x\\\"", "\"x\"", 0),
      ("a\\\\b", "a\\b", 0), ("end\\\\", "end", 1), ("two\\nlines", "two\\ lines", 1),
    ]
    for (name, written, lost) in names {
      let (points, losses) = try write([quantity(",\"source\":{\"name\":\"\(name)\"}")])
      #expect(
        points == ["HeartRate,source=\(written),unit=count/min value=61.5 1767340800000000000"])
      #expect(losses["texts", default: 0] == lost)
    }
  }

  @Test func workoutsHaveTheirTotals() throws {
    let workout =
      "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\"workoutActivityType\":\"HKWorkoutActivityTypeRunning\","
      + "\"start\":\"2026-01-02T08:00:00+00:00\",\"end\":\"2026-01-02T08:30:00+00:00\",\"duration\":30,\"durationUnit\":\"min\","
      + "\"totalDistance\":5.01,\"totalDistanceUnit\":\"km\",\"totalEnergyBurned\":300,\"totalEnergyBurnedUnit\":\"kcal\"}"
    let (points, losses) = try write([workout])
    #expect(
      points == [
        "Workout value=\"Running\",duration_s=1800,distance_m=5010,energy_kcal=300,end=1767342600000000000i "
          + "1767340800000000000"
      ])
    #expect(losses == [:])
  }

  @Test func whatIsLostIsCounted() throws {
    let (points, losses) = try write([
      quantity(""), quantity(""),
      quantity(",\"metadata\":{\"k\":\"v\"}", start: "2026-01-02T09:00:00+01:00"),
      quantity("", start: "1600-01-02T09:00:00+00:00"),
      "{\"kind\":\"unknown\",\"element\":{\"name\":\"x\"}}",
    ])
    #expect(points.count == 3)
    #expect(losses == ["points": 2, "details": 1, "times": 2, "samples": 1])
  }

  /// Members that are nowhere else become points.
  @Test func membersOfCorrelations() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/out.lp"
    let report = try Conversion(of: try Dataset.open(Fixture.smallExport), to: .influx)
      .run(toFile: output)
    let text = String(decoding: try FileSource(output).readAll(), as: UTF8.self)
    #expect(text.contains("BloodPressureSystolic"))
    #expect(report.losses.contains { $0.loss.name == "details" && $0.count > 0 })
    for line in text.split(separator: "\n") {
      #expect(line.split(separator: " ").count >= 3)
    }
  }
}
