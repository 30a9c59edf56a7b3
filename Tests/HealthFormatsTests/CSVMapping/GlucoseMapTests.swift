import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// LibreView and Dexcom Clarity, with files made up for them.
@Suite struct GlucoseMapTests {
  /// Reads a sample, in pieces as at once.
  static func read(
    _ file: String, _ map: String, zone: String? = "Europe/Berlin", isStrict: Bool = false
  ) throws -> MapReading {
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let map = try CSVMap.named(map)
    let reading = MapReading(bytes, map, name: file, zone: zone, isStrict: isStrict)
    for chunkSize in [1, 7, 64, 300] {
      let pieces = MapReading(
        bytes, map, name: file, zone: zone, chunkSize: chunkSize, isStrict: isStrict)
      #expect(pieces == reading)
    }
    return reading
  }

  private static let mmol = "mmol<180.1558800000541>/L"

  @Test func libreViewOfTheUnitedStates() throws {
    let reading = try Self.read("libreview-us.csv", "libreview")
    #expect(reading.error == nil)
    let device = "by LibreView on FreeStyle LibreLink"
    #expect(
      reading.lines == [
        "BloodGlucose 104 mg/dL 2026-03-02T00:05:00+01:00 \(device) specimen=interstitial Record Type=0",
        "BloodGlucose 98 mg/dL 2026-03-02T00:20:00+01:00 \(device) specimen=interstitial Record Type=0",
        "BloodGlucose 131 mg/dL 2026-03-13T12:05:00+01:00 \(device) specimen=interstitial Record Type=1",
        "BloodGlucose 127 mg/dL 2026-03-13T12:10:00+01:00 \(device) specimen=blood Record Type=2",
        "Row[03-13-2026 12:11 PM;3;0.4]",
        "InsulinDelivery 4.5 IU 2026-03-13T12:12:00+01:00 \(device) HKInsulinDeliveryReason=2 Record Type=4",
        "InsulinDelivery 12 IU 2026-03-13T22:00:00+01:00 \(device) HKInsulinDeliveryReason=1 Record Type=4",
        "DietaryCarbohydrates 45 g 2026-03-13T12:15:00+01:00 \(device) Record Type=5 Carbohydrates (servings)=3",
        "Row[03-13-2026 12:16 PM;4;1]",
        "Row[03-13-2026 12:30 PM;6;new sensor, left arm]",
        "Row[03-13-2026 12:31 PM;6]",
      ])
    #expect(reading.findings.map(\.rule) == ["lines-before-header"])
    // A title is no fault.
    #expect(try Self.read("libreview-us.csv", "libreview", isStrict: true).error == nil)
  }

  /// Exports of Clarity with T, or with a space and no zero before the hour.
  @Test func timesOfClarity() throws {
    let head =
      "Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Glucose Value (mg/dL)\n"
    let rows = [
      "1,2025-05-01T00:01:05,EGV,,101", "2,2025-05-01 0:06:05,EGV,,102",
      "3,2025-05-01 10:11:05,EGV,,103",
    ]
    let reading = MapReading(
      Array((head + rows.joined(separator: "\n") + "\n").utf8), try CSVMap.named("dexcom-clarity"),
      name: "t.csv", zone: "UTC")
    #expect(
      reading.samples.map { $0.header?.start.text(.iso8601).description } == [
        "2025-05-01T00:01:05+00:00", "2025-05-01T00:06:05+00:00", "2025-05-01T10:11:05+00:00",
      ])
  }

  @Test func libreViewInMillimoles() throws {
    let reading = try Self.read("libreview-eu.csv", "libreview")
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "BloodGlucose 5.8 \(Self.mmol) 2026-03-02T00:05:00+01:00",
        "BloodGlucose 7.3 \(Self.mmol) 2026-03-13T12:05:00+01:00",
        "InsulinDelivery 12 IU 2026-03-13T22:00:00+01:00",
      ])
    #expect(try Self.read("libreview-eu.csv", "libreview", zone: nil).error?.remedy == .nameZone)
  }

  /// 02-03: the second of March, or the third of February. Where nothing tells, nobody guesses.
  @Test func theOrderOfDayAndMonthIsThatOfTheFile() throws {
    let head =
      "Glucose Data,Generated on\nDevice,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL\n"
    func starts(_ times: [String], _ map: String = "libreview") throws -> [String] {
      let text = head + times.map { "L,1,\($0),0,100\n" }.joined()
      let reading = MapReading(
        Array(text.utf8), try CSVMap.named(map), name: "t.csv", zone: "UTC")
      if let error = reading.error { return [error.rule, error.message] }
      return reading.samples.map { $0.header?.start.text(.iso8601).description ?? "unread" }
    }
    #expect(
      try starts(["02-03-2026 08:15", "13-03-2026 08:15"])
        == ["2026-03-02T08:15:00+00:00", "2026-03-13T08:15:00+00:00"])
    #expect(
      try starts(["02-03-2026 08:15", "02-13-2026 08:15"])
        == ["2026-02-03T08:15:00+00:00", "2026-02-13T08:15:00+00:00"])
    #expect(
      try starts(["02-03-2026 08:15"]) == [
        "uncertain-date-form",
        "all dates of the file fit several forms, in which they mean different days",
      ])
    // The map that is found by the columns proposes the same.
    let columns = head.split(separator: "\n")[1].split(separator: ",").map(String.init)
    let found = try #require(CSVMap.builtIn(for: columns, file: "t.csv"))
    let short = MapReading(
      Array((head + "L,1,02-03-2026 08:15,0,100\n").utf8), found, name: "t.csv", zone: "UTC")
    #expect(
      short.error?.remedy
        == .useMap(names: ["libreview#day-first", "libreview#month-first"], needsZone: false))
    #expect(
      try starts(["02-03-2026 08:15"], "libreview#day-first") == ["2026-03-02T08:15:00+00:00"])
    #expect(
      try starts(["02-03-2026 08:15"], "libreview#month-first") == ["2026-02-03T08:15:00+00:00"])
    // The same day in both.
    #expect(try starts(["03-03-2026 08:15"]) == ["2026-03-03T08:15:00+00:00"])
    // With AM and PM, too: the United States write the month first, Australia the day.
    #expect(try starts(["02-03-2026 08:15 PM"]).first == "uncertain-date-form")
    #expect(
      try starts(["02-03-2026 08:15 PM", "13-03-2026 08:15 PM"])
        == ["2026-03-02T20:15:00+00:00", "2026-03-13T20:15:00+00:00"])
    // A date of another form is preserved, whichever it is.
    #expect(
      try starts(["13-03-2026 08:15", "14-03-2026 08:15", "03-15-2026 08:15"])
        == ["2026-03-13T08:15:00+00:00", "2026-03-14T08:15:00+00:00", "unread"])
  }

  @Test func clarity() throws {
    let reading = try Self.read("clarity.csv", "dexcom-clarity")
    #expect(reading.error == nil)
    let sensor = "by Dexcom on - Event Type=EGV specimen=interstitial"
    #expect(
      reading.lines == [
        "BloodGlucose 110 mg/dL 2025-10-26T01:55:00+02:00 \(sensor) Glucose Rate of Change (mg/dL/min)=0.4",
        "BloodGlucose 112 mg/dL 2025-10-26T02:10:00+02:00 \(sensor)",
        "BloodGlucose 140 mg/dL 2025-10-26T02:10:02+01:00 \(sensor)",
        "BloodGlucose 125 mg/dL 2025-10-26T02:40:00+02:00 \(sensor)",
        "BloodGlucose 151 mg/dL 2025-10-26T02:40:01+01:00 \(sensor)",
        "BloodGlucose 160 mg/dL 2025-10-26T03:05:00+01:00 \(sensor)",
        "BloodGlucose 39 mg/dL 2025-10-26T03:10:00+01:00 \(sensor) HKMetadataKeyQuantityClampedToLowerBound=1",
        "BloodGlucose 401 mg/dL 2025-10-26T03:15:00+01:00 \(sensor) HKMetadataKeyQuantityClampedToUpperBound=1",
        "BloodGlucose 121 mg/dL 2025-10-26T12:00:00+01:00 by Dexcom on - Event Type=Calibration specimen=blood",
        "DietaryCarbohydrates 45 g 2025-10-26T12:20:00+01:00 by Dexcom on - Event Type=Carbs",
        "InsulinDelivery 4.5 IU 2025-10-26T12:21:00+01:00 by Dexcom on - Event Type=Insulin HKInsulinDeliveryReason=2 Event Subtype=Fast-Acting",
        "InsulinDelivery 12 IU 2025-10-26T22:00:00+01:00 by Dexcom on - Event Type=Insulin HKInsulinDeliveryReason=1 Event Subtype=Long-Acting",
      ])
    // Low and High are reported, and so is how many rows have no sample: names, alerts, exercise.
    #expect(reading.findings.map(\.rule) == ["map-note", "map-note", "row-left-out"])
    #expect(reading.findings.last?.message.hasSuffix("(4)") == true)
    #expect(
      try Self.read("clarity.csv", "dexcom-clarity", isStrict: true).error?.rule == "map-note")
  }

  /// Older files have fewer columns; in millimoles, the texts have other values.
  @Test func clarityInMillimoles() throws {
    let text = """
      Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Glucose Value (mmol/L)
      1,2026-01-02 08:00:00,EGV,,5.4
      2,2026-01-02 08:05:00,EGV,,Low
      3,2026-01-02 08:10:00,EGV,,High
      4,2026-01-02 08:15:00,EGV,,Unknown

      """
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("dexcom-clarity"), name: "t.csv", zone: "UTC")
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "BloodGlucose 5.4 \(Self.mmol)", "BloodGlucose 2.1 \(Self.mmol)",
        "BloodGlucose 22.3 \(Self.mmol)", "Row[4;2026-01-02 08:15:00;EGV;Unknown]",
      ])
    #expect(reading.findings.map(\.rule) == ["map-note", "map-note", "malformed-number"])
  }

  @Test(arguments: [
    ("libreview-us.csv", "libreview"), ("libreview-eu.csv", "libreview"),
    ("clarity.csv", "dexcom-clarity"),
  ])
  func theyAreRecognized(_ file: String, _ map: String) throws {
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let found = CSVMap.headers(in: bytes, file: "x.csv").compactMap {
      CSVMap.builtIn(for: $0, file: "x.csv")
    }
    #expect(found.map(\.name) == [map])
  }

  /// Codes of errors are left out; other values that no sensor shows are reported. In mmol/L, which an entry states, they are values.
  @Test(
    arguments: [
      ("5", "", nil, "row-left-out"), ("12", "", nil, "row-left-out"),
      ("13", "", nil, "out-of-range"),
      ("38", "", nil, "out-of-range"), ("38.5", "", nil, "out-of-range"),
      ("39", "", "BloodGlucose 39 mg/dL", nil), ("5", "mmol", "BloodGlucose 5 \(mmol)", nil),
      ("2.2", "mmol/L", "BloodGlucose 2.2 \(mmol)", nil),
      ("30", "mmol", "BloodGlucose 30 \(mmol)", nil),
    ] as [(String, String, String?, String?)])
  func leastValuesOfNightscout(
    _ value: String, _ unit: String, _ line: String?, _ finding: String?
  ) throws {
    let units = unit.isEmpty ? "" : #","units":"\#(unit)""#
    let text = #"[{"type":"sgv","sgv":\#(value),"date":1767340800000\#(units)}]"#
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("nightscout"), name: "entries.json")
    let lines = reading.lines.filter { $0.hasPrefix("BloodGlucose") }.map {
      $0.split(separator: " ").prefix(3).joined(separator: " ")
    }
    #expect(lines == [line].compactMap { $0 })
    #expect(reading.findings.map(\.rule) == [finding].compactMap { $0 })
  }

  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixtures() throws {
    func starts(_ file: String, _ map: String, _ zone: String) throws -> [String] {
      let bytes = try Fixtures.bytes("\(Fixtures.folder)/interop/glucose/\(file)")
      let reading = MapReading(bytes, try CSVMap.named(map), name: file, zone: zone)
      #expect(reading.error == nil)
      return reading.samples.map { $0.header?.start.text(.iso8601).description ?? "unread" }
    }
    // The hour from one to two occurs twice; the transmitter's time runs on.
    let times = try starts("clarity_mgdl.csv", "dexcom-clarity", "Europe/London")
    #expect(times.prefix(2) == ["2025-10-26T01:03:32+00:00", "2025-10-26T01:58:31+01:00"])
    #expect(times.count == 7)
    #expect(
      try starts("libreview_eu_mmol.csv", "libreview", "Europe/London")
        == ["2026-01-13T08:15:00+00:00"])
  }
}
