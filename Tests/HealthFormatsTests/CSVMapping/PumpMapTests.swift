import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// CareLink, Glooko and Tidepool, with files made up for them.
@Suite struct PumpMapTests {
  private static let mmol = "mmol<180.1558800000541>/L"
  private static let bolus = "HKInsulinDeliveryReason=2"
  private static let basal = "HKInsulinDeliveryReason=1"

  static let files: [(file: String, map: String, samples: [String], findings: [String])] = [
    (
      "carelink.csv", "carelink",
      [
        "Row[2026/01/02;17:00:00;0,85]",
        "InsulinDelivery 4.5 IU 2026-01-02T12:21:31+01:00 by CareLink \(bolus) Bolus Source=CLOSED_LOOP_BG_CORRECTION_AND_FOOD_BOLUS Bolus Type=Normal Bolus Volume Selected (U)=4,5 Bolus Number=85",
        "Row[2026/01/02;12:20:09;Normal;4,5;85;CLOSED_LOOP_BG_CORRECTION_AND_FOOD_BOLUS]",
        "DietaryCarbohydrates 40.00 g 2026-01-02T12:20:09+01:00 by CareLink",
        // The same reading, as it was sent for calibration.
        "Row[2026/01/02;08:00:30;BG_SENT_FOR_CALIB;118]",
        "BloodGlucose 118 mg/dL 2026-01-02T08:00:00+01:00 by CareLink specimen=blood BG Source=ENTERED_IN_BG_ENTRY",
        "Row[2026/01/02;07:00:00;LOW RESERVOIR]",
        "InsulinDelivery 11.548 IU 2026-01-01T00:00:00+01:00 2026-01-02T00:00:00+01:00 by CareLink \(basal) aggregate=sum Bolus Source=CLOSED_LOOP_AUTO_INSULIN Bolus Type=Normal Bolus Volume Selected (U)=11,548",
        "BloodGlucose 117 mg/dL 2026-01-02T18:47:11+01:00 by CareLink specimen=interstitial ISIG Value=25,74",
        "BloodGlucose 119 mg/dL 2026-01-02T18:42:11+01:00 by CareLink specimen=interstitial ISIG Value=25,46",
      ], ["lines-before-header", "row-left-out"]
    ),
    (
      "glooko-cgm.csv", "glooko",
      [
        "BloodGlucose 10.5 \(mmol) 2026-01-01T21:54:00+01:00 by Glooko on - specimen=interstitial",
        "BloodGlucose 10.4 \(mmol) 2026-01-01T21:49:00+01:00 by Glooko on - specimen=interstitial",
      ], ["lines-before-header"]
    ),
    (
      "glooko-bolus.csv", "glooko",
      [
        "InsulinDelivery 2.0 IU 2026-01-01T08:10:00+01:00 by Glooko on - \(bolus) Insulin Type=Normal Blood Glucose Input (mg/dl)=120.0 Carbs Ratio=15.0",
        "DietaryCarbohydrates 30.0 g 2026-01-01T08:10:00+01:00 by Glooko on - Blood Glucose Input (mg/dl)=120.0 Carbs Ratio=15.0",
        "InsulinDelivery 0.5 IU 2026-01-01T13:00:00+01:00 by Glooko on - \(bolus) Insulin Type=Normal Blood Glucose Input (mg/dl)=201.0 Carbs Ratio=15.0",
      ], ["lines-before-header"]
    ),
    (
      "glooko-basal.csv", "glooko",
      [
        // A rate without an amount.
        "Row[2026-01-01 00:00;0.6;Scheduled]",
        "InsulinDelivery 0.3 IU 2026-01-01T00:30:00+01:00 2026-01-01T01:00:00+01:00 by Glooko on - \(basal) Insulin Type=Scheduled Rate=0.6",
      ], ["lines-before-header"]
    ),
    (
      "tidepool.json", "tidepool",
      [
        "BloodGlucose 5.55075 \(mmol) 2026-01-02T08:00:00+01:00 by Tidepool on - HKExternalUUID=a1 specimen=interstitial",
        "BloodGlucose 2.16479 \(mmol) 2026-01-02T07:05:00+00:00 by Tidepool on - HKExternalUUID=a2 specimen=interstitial HKMetadataKeyQuantityClampedToLowerBound=1 annotations[0].code=bg/out-of-range annotations[0].threshold=40",
        "BloodGlucose 120 mg/dL 2026-01-02T08:10:00+01:00 by Tidepool on - HKExternalUUID=a3 specimen=blood",
        "InsulinDelivery 2.75 IU 2026-01-02T12:00:00+01:00 by Tidepool on - HKExternalUUID=a4 \(bolus) subType=dual/square expectedNormal=3.3",
        "InsulinDelivery 1.5 IU 2026-01-02T12:00:00+01:00 2026-01-02T13:00:00+01:00 by Tidepool on - HKExternalUUID=a4 \(bolus) subType=dual/square expectedNormal=3.3",
        "DietaryCarbohydrates 45 g 2026-01-02T12:00:00+01:00 by Tidepool on - HKExternalUUID=a5 bolus=a4 bgInput=6.1 insulinCarbRatio=12 recommended.carb=3.75 recommended.correction=0.5",
        "InsulinDelivery 12 IU 2026-01-02T22:00:00+01:00 by Tidepool on - HKExternalUUID=a8 \(basal)",
        "DietaryCarbohydrates 30 g 2026-01-02T19:00:00+01:00 by Tidepool on - HKExternalUUID=a9 origin=org.tidepool.Loop nutrition.estimatedAbsorptionDuration=10800 origin.id=x origin.type=application",
      ], ["row-left-out", "row-left-out", "row-left-out"]
    ),
  ]

  @Test(arguments: files)
  func readTheirFiles(
    _ file: String, _ map: String, _ samples: [String], _ findings: [String]
  ) throws {
    // Tidepool states UTC and the offset.
    let zone = map == "tidepool" ? nil : "Europe/Berlin"
    let reading = try GlucoseMapTests.read(file, map, zone: zone)
    #expect(reading.error == nil)
    #expect(reading.lines == samples)
    #expect(reading.findings.map(\.rule) == findings)
  }

  /// What the map leaves out is counted by its type.
  @Test func kindsOfTidepool() throws {
    let reading = try GlucoseMapTests.read("tidepool.json", "tidepool", zone: nil)
    #expect(
      reading.findings.map(\.message)
        == ["upload", "wizard", "basal"].map {
          "the map leaves out items such as this, of the kind '\($0)' (1)"
        })
  }

  @Test(arguments: files)
  func theyAreRecognized(
    _ file: String, _ map: String, _ samples: [String], _ findings: [String]
  ) throws {
    let bytes = Array(try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)").prefix(4096))
    if CSVMapReader.isJSON(bytes) {
      #expect(CSVMap.builtIn(forJSON: bytes, file: "x.json")?.name == map)
    } else {
      let found = CSVMap.headers(in: bytes, file: "x.csv").compactMap {
        CSVMap.builtIn(for: $0, file: "x.csv")
      }
      #expect(found.first?.name == map)
    }
  }

  /// Files of a pump have no zone.
  @Test(arguments: ["carelink.csv", "glooko-cgm.csv"])
  func timesNeedAZone(_ file: String) throws {
    let map = String(file.prefix { $0 != "." && $0 != "-" })
    #expect(try GlucoseMapTests.read(file, map, zone: nil).error?.remedy == .nameZone)
  }

  /// Older files of CareLink have the day or the month first; where nothing tells, nobody guesses.
  @Test func datesOfCareLink() throws {
    let head =
      "Index,Date,Time,BG Reading (mg/dL),Bolus Volume Delivered (U),Sensor Glucose (mg/dL)\n"
    func read(_ dates: [String], _ map: String = "carelink") throws -> MapReading {
      let text = head + dates.map { "1,\($0),08:15:00,,,104\n" }.joined()
      return MapReading(Array(text.utf8), try CSVMap.named(map), name: "t.csv", zone: "UTC")
    }
    func starts(_ reading: MapReading) -> [String] {
      reading.samples.map { $0.header?.start.text(.iso8601).description ?? "unread" }
    }
    #expect(
      try starts(read(["8/3/16", "8/14/16"])) == [
        "2016-08-03T08:15:00+00:00", "2016-08-14T08:15:00+00:00",
      ])
    let unclear = try read(["8/3/16"])
    #expect(unclear.error?.rule == "uncertain-date-form")
    #expect(
      unclear.error?.remedy
        == .useMap(names: ["carelink#day-first", "carelink#month-first"], needsZone: false))
    #expect(
      try starts(read(["8/3/16"], "carelink#day-first")) == ["2016-03-08T08:15:00+00:00"])
    #expect(
      try starts(read(["8/3/16"], "carelink#month-first")) == ["2016-08-03T08:15:00+00:00"])
  }

  /// What a pump delivered automatically is the total of a day if it is at midnight.
  @Test func automaticInsulinOfCareLink() throws {
    let text = """
      Index,Date,Time,Bolus Volume Delivered (U),Sensor Glucose (mg/dL),Bolus Source
      1,2026/01/01,00:00:00,11.5,,CLOSED_LOOP_AUTO_INSULIN
      2,2026/01/01,08:05:00,0.2,,CLOSED_LOOP_AUTO_INSULIN
      3,2026/01/01,08:10:00,2.5,,BOLUS_WIZARD

      """
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("carelink"), name: "t.csv", zone: "UTC")
    let source = "Bolus Source=CLOSED_LOOP_AUTO_INSULIN"
    #expect(
      reading.lines == [
        "InsulinDelivery 11.5 IU 2026-01-01T00:00:00+00:00 2026-01-02T00:00:00+00:00 by CareLink \(Self.basal) aggregate=sum \(source)",
        "InsulinDelivery 0.2 IU 2026-01-01T08:05:00+00:00 by CareLink \(Self.basal) \(source)",
        "InsulinDelivery 2.5 IU 2026-01-01T08:10:00+00:00 by CareLink \(Self.bolus) Bolus Source=BOLUS_WIZARD",
      ])
  }

  @Test func datesOfGlooko() throws {
    func read(_ date: String, _ map: String = "glooko") throws -> MapReading {
      let text = "Name:A\nTimestamp,CGM Glucose Value (mg/dL),Serial Number\n\(date),98,S\n"
      return MapReading(Array(text.utf8), try CSVMap.named(map), name: "t.csv", zone: "UTC")
    }
    for (date, start) in [
      ("29/03/2026 17:00", "2026-03-29T17:00:00+00:00"),
      ("1/13/2026 7:05 PM", "2026-01-13T19:05:00+00:00"),
      ("2026-01-13 7:05", "2026-01-13T07:05:00+00:00"),
    ] {
      let found = try read(date).samples.first?.header?.start.text(.iso8601).description
      #expect(found == start)
    }
    #expect(try read("01/02/2026 12:05").error?.rule == "uncertain-date-form")
    let found = try read("01/02/2026 12:05", "glooko#sensor-day-first").samples.first
    #expect(found?.header?.start.text(.iso8601).description == "2026-02-01T12:05:00+00:00")
  }
}
