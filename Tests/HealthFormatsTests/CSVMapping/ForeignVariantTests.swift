import HealthModel
import Testing

@testable import HealthFormats

/// What differs between files of one program: language, devices, units by activity.
@Suite struct ForeignVariantTests {
  private static func read(
    _ map: String, _ text: String, _ name: String, zone: String? = "Europe/Berlin"
  ) throws -> MapReading {
    MapReading(Array(text.utf8), try CSVMap.named(map), name: name, zone: zone)
  }

  private static let activities = "Activity Type,Date,Title,Distance,Calories,Time\n"

  /// A mark of a group is not the decimal comma of another language.
  @Test(
    arguments: [
      ("\"1,024\"", "1024"), ("\"1,024,000.5\"", "1024000.5"), ("7.5", "7.5"), ("\"7,00\"", nil),
      ("\"7,5\"", nil), ("\"1,0245\"", nil), ("\"1,02,024\"", nil), ("\"1,024,5\"", nil),
    ] as [(String, String?)])
  func groupsHaveThreeDigits(_ cell: String, _ number: String?) throws {
    let text = Self.activities + "Running,2024-05-01 08:00:00,x,\(cell),300,00:30:00\n"
    let reading = try Self.read("garmin#activities-km", text, "Activities.csv")
    #expect(reading.error == nil)
    let line = try #require(reading.lines.first)
    if let number {
      #expect(line.contains(" \(number) km "), "\(line)")
      #expect(reading.findings.isEmpty)
    } else {
      #expect(!line.contains(" km"), "\(line)")
      #expect(reading.findings.map(\.rule) == ["malformed-number"])
    }
  }

  /// Two equal rows are two samples for a store, and not one that is told twice.
  @Test func equalRowsHaveOrdinals() throws {
    let row = "Libre,1,2024-05-21 08:00,0,100\n"
    let text =
      "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL\n" + row + row
    let samples = try Self.read("libreview", text, "l.csv").samples
    #expect(samples.map { $0.header?.ordinal } == [0, 1])
  }

  /// The parts of a dose are metadata of it; where a row has no whole one, it is their sum.
  @Test(arguments: ["5", ""])
  func wholeDosesHaveTheirParts(whole: String) throws {
    let text =
      "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Rapid-Acting Insulin (units),"
      + "Meal Insulin (units),Correction Insulin (units)\nLibre,1,01-15-2026 12:08 PM,4,,\(whole),3,2\n"
    let reading = try Self.read("libreview", text, "l.csv")
    #expect(
      reading.lines.filter { $0.hasPrefix("InsulinDelivery") }.map {
        String($0.split(separator: " ")[1])
      } == ["5"])
    #expect(reading.lines.count == 1 && reading.lines[0].contains("meal=3 correction=2"))
  }

  @Test func columnsOfLibreViewInOtherLanguages() throws {
    let french = """
      Appareil,Numéro de série,Horodatage de l'appareil,Type d'enregistrement,Historique de la glycémie mg/dL,\
      Scan de glycémie mg/dL,Insuline à action lente (unités),Glycémie de la bandelette mg/dL
      FreeStyle,1,15-06-2026 08:00,0,112,,,
      FreeStyle,1,15-06-2026 09:00,1,,140,,
      FreeStyle,1,15-06-2026 10:00,4,,,12,
      FreeStyle,1,15-06-2026 11:00,2,,,,98

      """
    let read = try Self.read("libreview", french, "l.csv")
    #expect(read.lines.map { $0.split(separator: " ")[1] } == ["112", "140", "12", "98"])
    let italian = """
      Dispositivo,Timestamp del dispositivo,Storico del glucosio mg/dL,Carboidrati (grammi)
      FreeStyle,15-06-2026 08:00,112,
      FreeStyle,15-06-2026 09:00,,30

      """
    let other = try Self.read("libreview", italian, "l.csv")
    #expect(other.lines.map { $0.split(separator: " ")[1] } == ["112", "30"])
  }

  @Test func rowsWithoutACellAreNoRows() throws {
    let text = """
      Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL
      Libre,1,2024-05-21 08:00,0,100
      ,,,,
      ,,,,""

      """
    let reading = try Self.read("libreview", text, "l.csv")
    #expect(reading.lines.count == 1)
    #expect(reading.findings.isEmpty)
  }

  @Test func foodOfNightscout() throws {
    let text = """
      [{"_id":"a","eventType":"Meal Bolus","created_at":"2026-01-02T08:10:00.000Z","carbs":45,"protein":20,"fat":0}]
      """
    let reading = try Self.read("nightscout", text, "treatments.json", zone: nil)
    #expect(reading.samples.count == 2)
  }

  /// Swims, tracks and rowing machines are in meters, whatever the unit of the account.
  @Test(arguments: [
    ("Pool Swim", "Swimming 1800 s 1500 m ", "Swimming 1800 s 1500 yd "),
    ("Lap Swimming", "Swimming 1800 s 1500 m ", "Swimming 1800 s 1500 yd "),
    ("Track Running", "Running 1800 s 1500 m ", "Running 1800 s 1500 m "),
    ("Indoor Rowing", "Rowing 1800 s 1500 m ", "Rowing 1800 s 1500 m "),
    ("Running", "Running 1800 s 1500 km ", "Running 1800 s 1500 mi "),
  ])
  func unitsOfGarminFollowTheActivity(_ type: String, _ metric: String, _ miles: String) throws {
    let text = Self.activities + "\(type),2024-05-01 08:00:00,x,\"1,500\",300,00:30:00\n"
    for (map, expected) in [("activities-km", metric), ("activities-mi", miles)] {
      let reading = try Self.read("garmin#\(map)", text, "Activities.csv")
      #expect(reading.lines.count == 1)
      #expect(reading.lines.first?.hasPrefix(expected) == true, "\(reading.lines)")
    }
  }

  /// Dates that fit two orders are refused, with AM and PM, too; those of which one shows the order are read.
  @Test func orderOfDaysAndMonths() throws {
    func text(_ dates: String...) -> String {
      "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL\n"
        + dates.map { "Libre,1,\($0),0,100\n" }.joined()
    }
    func day(_ dates: String) throws -> String? {
      try Self.read("libreview", text(dates), "l.csv").samples.first?.header?.start.description
    }
    for dates in [
      "01-09-2026 08:00 AM", "01-09-2026 20:00", "01/09/2026 08:00 AM", "01/09/2026 20:00",
    ] {
      let reading = try Self.read("libreview", text(dates), "l.csv")
      #expect(reading.error?.rule == "uncertain-date-form", "\(dates)")
    }
    for (dates, expected) in [
      ("13-09-2026 08:00 AM", "2026-09-13 08:00:00 +0200"), ("09/13/2026 8:00 PM", nil),
      ("09/13/2026 08:00 PM", "2026-09-13 20:00:00 +0200"),
      ("2026-09-01 08:00", "2026-09-01 08:00:00 +0200"),
    ] as [(String, String?)] {
      guard let expected else { continue }
      #expect(try day(dates) == expected, "\(dates)")
    }
  }

  /// A change of the user may be negative, and parts may be missing; what is not delivered is no dose.
  @Test(
    arguments: [("4.5,1.5,-1", "5"), ("4,1,-1", "4"), (",2,", "2"), ("3,,-3.5", nil)]
      as [(String, String?)])
  func partsOfADose(_ parts: String, _ sum: String?) throws {
    let text =
      "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Meal Insulin (units),"
      + "Correction Insulin (units),User Change Insulin (units)\nLibre,1,13-09-2026 20:00,4,,\(parts)\n"
    let reading = try Self.read("libreview", text, "l.csv")
    #expect(reading.samples.count == 1)
    guard let sum else {
      #expect(reading.findings.map(\.rule) == ["out-of-range"])
      return
    }
    guard case .quantity(let dose) = reading.samples.first else {
      Issue.record("found no dose")
      return
    }
    #expect(dose.type == .insulinDelivery && dose.number == Number(sum))
  }

  /// Devices are sources of their own, since they count the same steps.
  @Test func devicesOfSamsung() throws {
    let text =
      "com.samsung.shealth.tracker.pedometer_day_summary,7,2\n"
      + "day_time,step_count,walk_step_count,datauuid,deviceuuid,source_pkg_name\n"
      + "1767312000000,979,900,a,all,com.x\n1767312000000,979,900,b,phone,com.x\n"
    let reading = try Self.read(
      "samsung", text, "com.samsung.shealth.tracker.pedometer_day_summary.20260105090000.csv")
    #expect(
      reading.samples.map { $0.descriptor?.sourceName } == ["com.x (all)", "com.x (phone)"])
  }

  /// Heart rates and steps of Fitbit's JSON are in UTC, sleep is not.
  @Test func clocksOfFitbit() throws {
    func start(_ text: String, _ name: String) throws -> String? {
      try Self.read("fitbit", text, name, zone: "Australia/Melbourne").samples.first?.header?.start
        .description
    }
    let rate = "[{\"dateTime\":\"01/25/23 13:00:07\",\"value\":{\"bpm\":54,\"confidence\":2}}]"
    #expect(try start(rate, "heart_rate-2023-01-26.json") == "2023-01-26 00:00:07 +1100")
    let steps = "[{\"dateTime\":\"01/25/23 13:00:00\",\"value\":\"12\"}]"
    #expect(try start(steps, "steps-2023-01-26.json") == "2023-01-26 00:00:00 +1100")
    let sleep =
      "[{\"logId\":1,\"dateOfSleep\":\"2023-01-26\",\"levels\":{\"data\":[{\"dateTime\":\"2023-01-25T23:00:00.000\","
      + "\"level\":\"light\",\"seconds\":600}]}}]"
    #expect(try start(sleep, "sleep-2023-01-26.json") == "2023-01-25 23:00:00 +1100")
  }

  /// Members are recognized by their names, not by texts of the same characters; values that follow one another are no array.
  @Test func jsonOfOtherShapes() throws {
    let export =
      "{\"data\":{\"metrics\":[{\"name\":\"heart_rate\",\"units\":\"bpm\",\"data\":[{\"Avg\":60,\"date\":"
      + "\"2026-01-02 08:00:00 +0100\",\"source\":\"timestamp\"}]}]}}"
    let map = try #require(CSVMap.builtIn(forJSON: Array(export.utf8), file: "e.json"))
    #expect(map.name == "health-auto-export")
    let lines = "{\"type\":\"sgv\",\"sgv\":120,\"date\":1767340800000}\n"
    let reading = try Self.read("nightscout", lines + lines, "entries.json")
    #expect(reading.error?.rule == "unmapped-file")
  }
}
