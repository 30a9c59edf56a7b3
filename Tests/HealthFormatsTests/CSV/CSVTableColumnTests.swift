import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// What the columns of the table hold, so that other programs can count with them.
@Suite struct CSVTableColumnTests {
  /// The cells of rows, by column; no cell of these tests has quotes but the last ones.
  static func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      var cells: [String] = [""]
      var isQuoted = false
      for character in line {
        switch character {
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: cells.append("")
        default: cells[cells.count - 1].append(character)
        }
      }
      return Dictionary(uniqueKeysWithValues: zip(names, cells))
    }
  }

  private static func export(_ elements: String) -> Reading {
    Reading(
      Array(
        "<HealthData locale=\"en_US\"><ExportDate value=\"2024-06-03 09:00:00 +0200\"/>\(elements)</HealthData>"
          .utf8))
  }

  private static func workout(_ activity: String, _ rest: String) -> String {
    "<Workout workoutActivityType=\"HKWorkoutActivityType\(activity)\" duration=\"31\" durationUnit=\"min\" sourceName=\"Watch\" startDate=\"2024-06-01 09:00:00 +0200\" endDate=\"2024-06-01 09:31:00 +0200\" \(rest)</Workout>"
  }

  private static func statistics(_ type: String, _ rest: String) -> String {
    "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" startDate=\"2024-06-01 09:00:00 +0200\" endDate=\"2024-06-01 09:31:00 +0200\" \(rest)/>"
  }

  @Test func aWorkoutHasItsTotalsWhereverTheyAre() throws {
    let statistics =
      Self.statistics("DistanceCycling", "sum=\"12.50\" unit=\"km\"")
      + Self.statistics("DistanceWalkingRunning", "sum=\"1\" unit=\"km\"")
      + Self.statistics("BasalEnergyBurned", "sum=\"40\" unit=\"kcal\"")
      + Self.statistics("ActiveEnergyBurned", "sum=\"310\" unit=\"kcal\"")
      + Self.statistics(
        "HeartRate", "average=\"150.5\" minimum=\"90\" maximum=\"180\" unit=\"count/min\"")
    let reading = Self.export(
      Self.workout("Cycling", ">" + statistics)
        + Self.workout(
          "Running",
          "totalDistance=\"5\" totalDistanceUnit=\"mi\" totalEnergyBurned=\"0\" totalEnergyBurnedUnit=\"Cal\">"
        ) + Self.workout("SwimBikeRun", ">" + statistics) + Self.workout("Yoga", ">"))
    #expect(reading.samples.count == 4)
    let written = try CSVTableTests.write(reading.samples)
    let columns = [
      "totalDistance", "totalDistanceUnit", "totalEnergyBurned", "totalEnergyBurnedUnit",
      "averageHeartRate", "minimumHeartRate", "maximumHeartRate",
    ]
    let rows = Self.rows(written.text)
    #expect(
      rows.map { row in columns.map { row[$0] ?? "?" }.joined(separator: "|") } == [
        "12.50|km|310|kcal|150.5|90|180", "5|mi|0|Cal|||", "13500|m|310|kcal|150.5|90|180",
        "||||||",
      ])
    // The statistics are lost, as declared; what the row says of them comes back, and is written again alike.
    #expect(written.losses["parts"] == 2)
    let read = CSVTableTests.read(written.text)
    #expect(read.error == nil && read.findings == [])
    #expect(read.samples.map(\.id) == reading.samples.map(\.id))
    let again = try CSVTableTests.write(read.samples)
    #expect(again.text == written.text)
    #expect(again.losses["parts"] == 0)
  }

  @Test func valuesAreNumbersOnly() throws {
    let written = try CSVTableTests.write(MarkedSamples.all)
    for row in Self.rows(written.text) {
      let (kind, value) = (row["kind"] ?? "", row["value"] ?? "?")
      #expect((kind == "quantity") == !value.isEmpty)
      #expect(value.isEmpty || Number(value) != nil)
      if kind != "category" { #expect(row["categoryValue"] == "") }
      let start = row["start"] ?? ""
      #expect(row["local_date"] == String(start.prefix(10)))
    }
    let sleep = Self.export(
      "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"W\" startDate=\"2024-05-31 23:30:00 -0500\" endDate=\"2024-06-01 06:00:00 -0500\" value=\"HKCategoryValueSleepAnalysisAwake\"/>"
    )
    let row = Self.rows(try CSVTableTests.write(sleep.samples).text)[0]
    #expect(row["categoryValue"] == "HKCategoryValueSleepAnalysisAwake" && row["value"] == "")
    #expect(row["local_date"] == "2024-05-31")
  }

  @Test(arguments: ["+0200", "-0930", "+0000"])
  func daysHaveTheOffsetOfTheExport(_ offset: String) throws {
    let reading = Reading(
      Array(
        "<HealthData><ExportDate value=\"2024-06-03 09:00:00 \(offset)\"/><ActivitySummary dateComponents=\"2024-06-01\" activeEnergyBurned=\"500\" activeEnergyBurnedUnit=\"kcal\"/></HealthData>"
          .utf8))
    let written = try CSVTableTests.write(reading.samples, dataset: reading.info)
    let row = Self.rows(written.text)[0]
    let text = "2024-06-01T00:00:00\(offset.prefix(3)):\(offset.suffix(2))"
    #expect(row["start"] == text && row["end"] == text && row["local_date"] == "2024-06-01")
    let read = CSVTableTests.read(written.text)
    #expect(read.samples == reading.samples && read.findings == [])
  }

  static let deviceDates = [
    ("2023-09-20 12:00:00 +0000", "2023-09-20T12:00:00+00:00"),
    ("2023-09-20 12:00:00 -0330", "2023-09-20T12:00:00-03:30"),
    ("Sep 20, 2023", "Sep 20, 2023"), ("", ""), (" ", " "), ("  x", "  x"),
    ("2023-09-20T12:00:00+00:00", " 2023-09-20T12:00:00+00:00"),
    (" 2023-09-20T12:00:00+00:00", "  2023-09-20T12:00:00+00:00"),
    ("20230920120000+0000", "20230920120000+0000"), ("2023-09-20", "2023-09-20"),
  ]

  /// The date of a device has the form of all others, and any text comes back.
  @Test(arguments: deviceDates)
  func datesOfDevicesHaveTheFormOfOthers(_ text: String, _ expected: String) throws {
    #expect(DeviceDate.written(text) == expected)
    #expect(DeviceDate.read(expected) == text)
  }

  @Test func datesOfDevicesComeBack() throws {
    var device = Device()
    device.name = "Watch"
    device.creationDate = "2023-09-20 12:00:00 +0000"
    let sample = MarkedSamples.quantity("5") {
      $0.descriptor = SampleDescriptor(
        type: .quantity(QuantityType("t")), unitText: "m", source: Source(name: "s"),
        device: device)
    }
    let line = try JSONLinesText.write([sample], DatasetInfo())
    #expect(line.contains("\"creationDate\":\"2023-09-20T12:00:00+00:00\""))
    #expect(try JSONLinesText.read(line).samples == [sample])
    let tables = CSVDatasetText()
    defer { tables.remove() }
    try tables.write([sample], DatasetInfo())
    #expect(try tables.text("quantity.csv").contains(",2023-09-20T12:00:00+00:00,"))
    #expect(try tables.read().samples == [sample])
  }
}
