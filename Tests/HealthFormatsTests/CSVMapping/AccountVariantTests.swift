import HealthModel
import Testing

@testable import HealthFormats

/// What differs between accounts: units, languages, and which files there are.
@Suite struct AccountVariantTests {
  private static func read(
    _ map: String, _ text: String, _ name: String, zone: String? = "Europe/Berlin"
  ) throws -> MapReading {
    MapReading(Array(text.utf8), try CSVMap.named(map), name: name, zone: zone)
  }

  /// Wakes of Fitbit replace the parts of stages that they overlap, in each night of its own.
  @Test func shortWakesDivideStages() throws {
    func item(_ time: String, _ level: String, _ seconds: Int) -> String {
      "{\"dateTime\":\"2026-01-02T\(time).000\",\"level\":\"\(level)\",\"seconds\":\(seconds)}"
    }
    func night(_ id: Int, _ data: [String], _ short: [String]) -> String {
      "{\"logId\":\(id),\"dateOfSleep\":\"2026-01-02\",\"levels\":{\"summary\":{\"deep\":{\"count\":1}},"
        + "\"data\":[\(data.joined(separator: ","))],\"shortData\":[\(short.joined(separator: ","))],"
        + "\"new\":[1]}}"
    }
    let nights = [
      night(
        1, [item("01:00:00", "light", 600), item("01:10:00", "deep", 600)],
        [
          item("01:19:00", "wake", 120), item("01:02:00", "wake", 60),
          item("01:09:30", "wake", 60), item("01:02:30", "wake", 60),
        ]),
      night(2, [item("01:00:00", "rem", 300)], []),
      night(3, [item("02:00:00", "light", 60)], [item("02:00:00", "wake", 60)]),
    ]
    let reading = try Self.read(
      "fitbit", "[\(nights.joined(separator: ","))]", "sleep-2026-01-02.json")
    #expect(reading.error == nil)
    func spans(_ night: String) -> [String] {
      reading.lines.filter { $0.hasSuffix("log_id=\(night)") }.map { line in
        let words = line.split(separator: " ")
        return "\(words[1]) \(words[2].dropFirst(11).prefix(8))-\(words[3].dropFirst(11).prefix(8))"
      }
    }
    #expect(
      spans("1") == [
        "Awake 01:19:00-01:21:00", "Awake 01:02:00-01:03:00", "Awake 01:09:30-01:10:30",
        "Awake 01:02:30-01:03:30", "AsleepCore 01:00:00-01:02:00",
        "AsleepCore 01:03:30-01:09:30", "AsleepDeep 01:10:30-01:19:00",
      ])
    #expect(spans("2") == ["AsleepREM 01:00:00-01:05:00"])
    #expect(spans("3") == ["Awake 02:00:00-02:01:00"])
    // A list without a path is reported, but not the sums of the stages.
    #expect(
      reading.findings.filter { $0.rule != "row-left-out" }.map(\.message)
        == ["the member 'new' is not in the map; it is left out"])
  }

  /// A clock shows the hour of the change in autumn twice; stages follow one another.
  @Test(arguments: [("[%]", "sleep-2026-10-25.json"), ("{\"sleep\":[%]}", "api.json")])
  func stagesOfARepeatedHour(_ form: String, _ name: String) throws {
    func items(_ stages: [(time: String, level: String, seconds: Int)]) -> String {
      stages.map {
        "{\"dateTime\":\"2026-10-25T\($0.time):00.000\",\"level\":\"\($0.level)\",\"seconds\":\($0.seconds)}"
      }
      .joined(separator: ",")
    }
    let data = items([
      ("01:30", "light", 4_500), ("02:45", "deep", 1_800), ("02:15", "rem", 2_700),
      ("03:00", "light", 600),
    ])
    let short = items([("02:50", "wake", 60), ("02:20", "wake", 60)])
    let night =
      "{\"logId\":1,\"dateOfSleep\":\"2026-10-25\",\"levels\":{\"data\":[\(data)],\"shortData\":[\(short)]}}"
    let reading = try Self.read("fitbit", form.replacing("%", with: night), name)
    let starts = reading.lines.map { line in
      line.split(separator: " ")[1...2].joined(separator: " ").replacing("2026-10-25T", with: "")
    }
    #expect(
      starts == [
        "Awake 02:50:00+02:00", "Awake 02:20:00+01:00", "AsleepCore 01:30:00+02:00",
        "AsleepDeep 02:45:00+02:00", "AsleepDeep 02:51:00+02:00", "AsleepREM 02:15:00+01:00",
        "AsleepREM 02:21:00+01:00", "AsleepCore 03:00:00+01:00",
      ])
    // Nothing precedes the first wake; the night states no time in bed.
    let rules = reading.findings.map(\.rule).filter { $0 != "row-left-out" }
    #expect(rules == ["uncertain-time"])
  }

  /// Weights of Fitbit's JSON are pounds if the index confirms that; others need the name of their unit.
  @Test func weightsOfFitbit() throws {
    func text(_ weight: String, _ index: String?) -> String {
      "[{\"logId\":1431993599000,\"weight\":\(weight),\(index.map { "\"bmi\":\($0)," } ?? "")\"date\":\"05/18/15\","
        + "\"time\":\"23:59:59\"}]"
    }
    let name = "weight-2015-05-18.json"
    let pounds = try Self.read("fitbit", text("191.8", "27.77"), name)
    #expect(pounds.findings.isEmpty)
    #expect(
      pounds.lines == [
        "BodyMass 191.8 lb 2015-05-18T23:59:59+02:00 by Fitbit log_id=1431993599000",
        "BodyMassIndex 27.77 count 2015-05-18T23:59:59+02:00 by Fitbit log_id=1431993599000",
      ])
    for (weight, index) in [("87.0", "27.77"), ("191.8", nil)] as [(String, String?)] {
      let reading = try Self.read("fitbit", text(weight, index), name)
      #expect(reading.findings.map(\.rule) == ["out-of-range"])
      #expect(!reading.lines.contains { $0.hasPrefix("BodyMass ") })
      #expect(reading.lines.last?.hasPrefix("Row[") == true)
      let named = try Self.read("fitbit#json-weight-kg", text(weight, index), name)
      #expect(named.lines.first?.hasPrefix("BodyMass \(weight) kg ") == true)
    }
  }

  @Test func restingHeartRatesOfFitbit() throws {
    func day(_ date: String, _ value: String) -> String {
      "{\"dateTime\":\"\(date) 00:00:00\",\"value\":{\"date\":null,\"value\":\(value),\"error\":6.1}}"
    }
    let reading = try Self.read(
      "fitbit", "[\(day("01/02/26", "61.4")),\(day("01/03/26", "0.0"))]",
      "resting_heart_rate-2026-01-01.json")
    #expect(
      reading.lines == [
        "RestingHeartRate 61.4 count/min 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Fitbit "
          + "aggregate=average"
      ])
    #expect(reading.findings.map(\.rule) == ["row-left-out"])
  }

  /// Entries may state their unit and the offset of the clock. Servers that store UTC state an offset of 0.
  @Test func entriesOfNightscoutWithUnitsAndOffsets() throws {
    func entry(_ id: Int, _ members: String) -> String {
      "{\"identifier\":\"\(id)\",\"date\":1717284600000,\"type\":\"sgv\",\(members)}"
    }
    let entries = [
      entry(1, "\"sgv\":7,\"units\":\"mmol/l\",\"utcOffset\":120"),
      entry(2, "\"sgv\":7"), entry(3, "\"sgv\":120,\"units\":\"mg/dl\",\"utcOffset\":0"),
    ]
    let text = "{\"status\":200,\"result\":[\(entries.joined(separator: ","))]}"
    for (zone, offset) in [(String?.none, "+00:00"), ("America/New_York", "-04:00")] {
      let reading = try Self.read("nightscout", text, "entries.json", zone: zone)
      #expect(
        reading.samples.compactMap(\.header?.start.offsetMinutes) == [120, zone == nil ? 0 : -240])
      let values = reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
      #expect(values == ["BloodGlucose 7 mmol<180.1558800000541>/L", "BloodGlucose 120 mg/dL"])
      #expect(reading.lines.last?.contains(offset) == true)
    }
  }

  /// Some uploaders state seconds in place of milliseconds.
  @Test func secondsOfNightscout() throws {
    let text = """
      [{"_id":"a","type":"sgv","sgv":120,"date":1767340800},{"_id":"b","type":"sgv","sgv":121,"date":1767341100000}]
      """
    #expect(
      try Self.read("nightscout", text, "entries.json", zone: nil).lines == [
        "BloodGlucose 120 mg/dL 2026-01-02T08:00:00+00:00 by Nightscout HKExternalUUID=a specimen=interstitial",
        "BloodGlucose 121 mg/dL 2026-01-02T08:05:00+00:00 by Nightscout HKExternalUUID=b specimen=interstitial",
      ])
  }

  /// A combo bolus has a part at once, and one over its duration.
  @Test func comboBolusOfNightscout() throws {
    let text = """
      [{"_id":"a","eventType":"Combo Bolus","created_at":"2026-01-02T08:10:00.000Z","enteredinsulin":"6","insulin":1.8,
      "splitNow":"30","splitExt":"70","duration":120,"relative":2.1}]
      """
    let reading = try Self.read("nightscout", text, "treatments.json", zone: nil)
    #expect(reading.error == nil)
    let rest =
      "by Nightscout duration=120 enteredinsulin=6 splitExt=70 HKInsulinDeliveryReason=2 HKExternalUUID=a "
      + "eventType=Combo Bolus HKMetadataKeySyncIdentifier="
    let members = "HKMetadataKeySyncVersion=0 splitNow=30 relative=2.1"
    #expect(
      reading.lines == [
        "InsulinDelivery 1.8 IU 2026-01-02T08:10:00+00:00 \(rest)a \(members)",
        "InsulinDelivery 4.2 IU 2026-01-02T08:10:00+00:00 2026-01-02T10:10:00+00:00 \(rest)a/extended "
          + members,
      ])
  }

  /// Several injections of a treatment are samples of their own; insulin that acts long is basal.
  @Test func injectionsOfNightscout() throws {
    func read(_ members: String) throws -> [String] {
      let text =
        "[{\"_id\":\"a\",\"eventType\":\"Bolus\",\"created_at\":\"2026-01-02T21:00:00Z\",\(members)}]"
      return try Self.read("nightscout", text, "treatments.json", zone: nil).lines
    }
    func item(_ index: Int) -> String { "a/insulinInjections[\(index)]" }
    func line(
      _ units: String, _ reason: Int, _ name: String?, _ id: String = "a"
    ) -> String {
      "InsulinDelivery \(units) IU 2026-01-02T21:00:00+00:00 by Nightscout HKInsulinDeliveryReason=\(reason) "
        + "HKExternalUUID=a eventType=Bolus" + (name.map { " insulinName=\($0)" } ?? "")
        + " HKMetadataKeySyncIdentifier=\(id) HKMetadataKeySyncVersion=0"
    }
    let two = #"[{"insulin":"Novorapid","units":4.0},{"insulin":"Lantus","units":12.0}]"#
    let text = two.replacing("\"", with: "\\\"")
    #expect(
      try read("\"insulin\":16,\"insulinInjections\":\"\(text)\"") == [
        line("4.0", 2, "Novorapid", item(0)), line("12.0", 1, "Lantus", item(1)),
      ])
    #expect(
      try read(#""insulin":9,"insulinInjections":[{"insulin":"Tresiba","units":9}]"#) == [
        line("9", 1, "Tresiba", item(0))
      ])
    #expect(try read(#""insulin":3,"insulinInjections":"[]""#) == [line("3", 2, nil)])
    for count in [5, 16, 17] {
      let items = (1...count).map { "{\"insulin\":\"Fiasp\",\"units\":\($0)}" }
      let list = "[\(items.joined(separator: ","))]"
      // The rest of a longer list is not lost.
      let whole = count > 16 ? " insulinInjections=\(list)" : ""
      #expect(
        try read("\"insulinInjections\":\(list)")
          == (1...min(count, 16)).map { line("\($0)", 2, "Fiasp", item($0 - 1)) + whole })
    }
    #expect(try read(#""insulin":8,"isBasalInsulin":true"#) == [line("8", 1, nil)])
  }

  /// A value without a unit is read only if it cannot be in the other one.
  @Test(arguments: [("120", true), ("34", true), ("33.3", false), ("6.7", false), ("1500", false)])
  func glucoseOfNightscoutWithoutUnits(_ value: String, _ isRead: Bool) throws {
    let text =
      "[{\"_id\":\"a\",\"eventType\":\"BG Check\",\"created_at\":\"2026-01-02T08:10:00.000Z\",\"glucose\":\(value)}]"
    let reading = try Self.read("nightscout", text, "treatments.json", zone: nil)
    #expect(reading.error == nil)
    #expect(reading.samples.count == 1)
    #expect(reading.lines.first?.hasPrefix(isRead ? "BloodGlucose \(value) mg/dL" : "Row[") == true)
    #expect(reading.findings.map(\.rule) == (isRead ? [] : ["out-of-range"]))
  }

  /// What became no sample is one row: with the members that the map does not name, and with those it would have as metadata.
  @Test func treatmentsWithoutAValueAreOneRow() throws {
    let text = """
      [{"_id":"a","eventType":"Temp Basal","created_at":"2026-01-02T08:10:00.000Z","rate":0.4,"duration":30,\
      "insulin":null,"carbs":null,"enteredBy":"pump"}]
      """
    let reading = try Self.read("nightscout", text, "treatments.json", zone: nil)
    #expect(reading.error == nil && reading.samples.count == 1)
    guard case .unknown(let element) = reading.samples.first else {
      Issue.record("expected a row")
      return
    }
    let columns = element.children.compactMap { node -> String? in
      guard case .element(let cell) = node else { return nil }
      return cell.attributes.first { $0.name == "column" }?.value
    }
    #expect(Set(columns) == ["created_at", "rate", "duration", "eventType", "_id"])
    #expect(Set(columns).count == columns.count)
  }

  /// Columns in the language of an account; numbers may have a comma.
  @Test(arguments: [
    ("Gerät,Seriennummer,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mmol/L,Depotinsulin (Einheiten),"
      + "Kohlenhydrate (Gramm)"),
    ("Appareil,Numéro de série,Horodatage de l'appareil,Type d'enregistrement,Historique de la glycémie mmol/L,"
      + "Insuline à action longue (unités),Glucides (grammes)"),
    ("Dispositivo,Número de serial,Sello de tiempo del dispositivo,Tipo de registro,Historial de glucosa mmol/L,"
      + "Insulina de acción larga (unidades),Carbohidratos (gramos)"),
  ])
  func languagesOfLibreView(_ header: String) throws {
    let text =
      "Titel,x\n\(header)\nLibre,1,13-09-2026 20:00,0,\"5,8\",,\nLibre,1,13-09-2026 20:05,4,,12.5,\n"
      + "Libre,1,13-09-2026 20:10,5,,,45\n"
    let reading = try Self.read("libreview", text, "l.csv")
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "BloodGlucose 5.8 mmol<180.1558800000541>/L", "InsulinDelivery 12.5 IU",
        "DietaryCarbohydrates 45 g",
      ])
    #expect(reading.lines.first?.contains(" on Libre ") == true)
    #expect(
      CSVMap.builtIn(for: header.split(separator: ",").map(String.init), file: "l.csv")?.name
        == "libreview")
  }

  /// The program for a computer writes units in parentheses, and the year first.
  @Test func softwareOfLibre() throws {
    let text =
      "A B\nID\tTime\tRecord Type\tHistoric Glucose (mmol/L)\tScan Glucose (mmol/L)\tRapid-Acting Insulin (units)\n"
      + "1\t2019/11/05 18:48\t0\t4.2\t\t\n2\t2019/11/05 18:50\t1\t\t4.4\t\n3\t2019/11/05 19:00\t4\t\t\t5.5\n"
    let reading = try Self.read("libreview", text, "libre.txt")
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "BloodGlucose 4.2 mmol<180.1558800000541>/L 2019-11-05T18:48:00+01:00",
        "BloodGlucose 4.4 mmol<180.1558800000541>/L 2019-11-05T18:50:00+01:00",
        "InsulinDelivery 5.5 IU 2019-11-05T19:00:00+01:00",
      ])
    #expect(reading.findings.map(\.rule) == ["lines-before-header"])
  }

  @Test(arguments: [
    ("Zeitstempel (JJJJ-MM-TTThh:mm:ss);Ereignistyp;Glukosewert (mmol/l)", "EGW", "Niedrig", "2.1"),
    ("Zeitstempel (JJJJ-MM-TTThh:mm:ss);Ereignisart;Glukosewert (mmol/L)", "EGV", "Hoch", "22.3"),
  ])
  func clarityInGerman(
    _ header: String, _ event: String, _ text: String, _ clamped: String
  ) throws {
    let reading = try Self.read(
      "dexcom-clarity",
      "\(header)\n2026-01-02T08:00:00;\(event);5,8\n2026-01-02T08:05:00;\(event);\(text)\n", "c.csv"
    )
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "BloodGlucose 5.8 mmol<180.1558800000541>/L",
        "BloodGlucose \(clamped) mmol<180.1558800000541>/L",
      ])
    #expect(reading.findings.map(\.rule) == ["map-note"])
  }

  /// The transmitter's time resolves the hour that occurs twice in any language.
  @Test func clarityInCzech() throws {
    let event = "Odhadovaná hodnota glukózy"
    let text =
      "Obsah;Časové razítko (RRRR-MM-DDThh:mm:ss);Typ události;Podtyp události;ID zdrojového zařízení;"
      + "Hodnota glukózy (mmol/L);Čas vysílače (Dlouhá celočíselná hodnota);ID vysílače\n"
      + "1;;Výstraha;Vysoká;android G7;11,1;;\n"
      + "2;2025-10-26T01:55:00;\(event);;android G7;7,0;100;t\n"
      + "3;2025-10-26T02:10:00;\(event);;android G7;7,5;1000;t\n"
      + "4;2025-10-26T02:12:00;\(event);Nízká;android G7;Nízká;4720;t\n"
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("dexcom-clarity"), name: "c.csv", zone: "Europe/Prague")
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "BloodGlucose 7.0 mmol<180.1558800000541>/L 2025-10-26T01:55:00+02:00",
        "BloodGlucose 7.5 mmol<180.1558800000541>/L 2025-10-26T02:10:00+02:00",
        "BloodGlucose 2.1 mmol<180.1558800000541>/L 2025-10-26T02:12:00+01:00",
      ])
    #expect(reading.findings.map(\.rule) == ["map-note", "row-left-out"])
  }

  @Test func clarityInSpanish() throws {
    let reading = try Self.read(
      "dexcom-clarity",
      "Marca temporal (AAAA-MM-DDThh:mm:ss);Tipo de evento;Nivel de glucosa (mg/dl)\n"
        + "2026-01-02T08:00:00;Niveles estimados de glucosa;105\n", "c.csv")
    #expect(reading.findings.isEmpty)
    #expect(reading.lines.map { $0.prefix(22) } == ["BloodGlucose 105 mg/dL"])
  }

  /// Further files of Withings; what is in no known unit is preserved.
  @Test(arguments: [
    (
      "raw_spo2_auto_spo2.csv", "\"[60,60]\",\"[97,95]\"",
      ["OxygenSaturation 0.97 %", "OxygenSaturation 0.95 %"]
    ),
    (
      "raw_bed_sleep-state.csv", "\"[60,60]\",\"[0,3]\"",
      [
        "SleepAnalysis Awake 2024-05-04T09:00:00+02:00",
        "SleepAnalysis AsleepREM 2024-05-04T09:01:00+02:00",
      ]
    ),
    (
      "raw_sleep-monitor_sleep-state.csv", "[60],[1]",
      ["SleepAnalysis AsleepUnspecified 2024-05-04T09:00:00+02:00"]
    ),
    ("raw_bed_respiratory-rate.csv", "[60],[14]", ["RespiratoryRate 14 count/min"]),
    (
      "raw_core_body_temperature_Core body temperature.csv", "\"[600,600]\",\"[36.6,36.8]\"",
      ["BodyTemperature 36.6 degC", "BodyTemperature 36.8 degC"]
    ),
    ("raw_core_body_temperature_Core body temperature.csv", "[60],[97.9]", []),
    ("raw_blood_glucose_Blood Glucose.csv", "[0],[110]", ["BloodGlucose 110 mg/dL"]),
    ("raw_blood_glucose_Blood Glucose.csv", "[0],[5.8]", []),
  ])
  func filesOfWithings(_ name: String, _ cells: String, _ samples: [String]) throws {
    let reading = try Self.read(
      "withings", "start,duration,value\n2024-05-04T09:00:00+02:00,\(cells)\n", name)
    #expect(reading.error == nil)
    let found = reading.lines.filter { !$0.hasPrefix("Row[") }
    #expect(found.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == samples)
    #expect(reading.findings.map(\.rule) == (samples.isEmpty ? ["out-of-range"] : []))
    if name.contains("temperature") {
      // Measured at one moment: the lengths are the times between them.
      #expect(reading.samples.allSatisfy { $0.header?.start == $0.header?.end })
      #expect(Set(reading.samples.map { $0.header?.start }).count == reading.samples.count)
    }
    if name.contains("sleep") {
      #expect(reading.samples.allSatisfy { $0.descriptor?.sourceName == "Withings (bed)" })
    }
  }

  /// The figures of a workout are in JSON in a cell, where 0 is no value.
  @Test func workoutsOfWithings() throws {
    func row(_ data: String) -> String {
      let cell = data.replacing("\"", with: "\"\"")
      return "2024-05-04T09:00:00+02:00,2024-05-04T09:42:00+02:00,Running,\"\(cell)\",,\n"
    }
    let full =
      "{\"calories\":320,\"distance\":5000,\"steps\":4800,\"hr_average\":150,\"hr_min\":90,\"hr_max\":180}"
    let manual =
      "{\"calories\":0,\"distance\":0,\"manual_calories\":210,\"manual_distance\":3000}"
    let zeros = "{\"calories\":0,\"distance\":0.0,\"hr_average\":0,\"hr_min\":0,\"hr_max\":0}"
    let reading = try Self.read(
      "withings",
      "from,to,Activity type,Data,GPS,Timezone\n" + row(full) + row(manual) + row(zeros)
        + row("[]"),
      "activities.csv")
    let rest =
      "2024-05-04T09:00:00+02:00 2024-05-04T09:42:00+02:00 by Withings Activity type=Running"
    #expect(
      reading.lines == [
        "Running 5000 m 320 kcal 150/180 \(rest) Data=\(full)",
        "Running 3000 m 210 kcal \(rest) Data=\(manual)",
        "Running \(rest) Data=\(zeros)", "Running \(rest)",
      ])
    #expect(reading.findings.isEmpty)
    guard case .workout(let workout) = reading.samples.first else {
      Issue.record("no workout")
      return
    }
    #expect(workout.fields.statistics.map(\.minimum) == [Number(90)])
  }

  @Test func withingsInGerman() throws {
    for (text, name, sample) in [
      ("Date,Gewicht (kg)\n2024-05-04 09:00:00,72.5\n", "weight.csv", "BodyMass 72.5 kg"),
      ("Datum,Gewicht (kg)\n2024-05-04 09:00:00,72.5\n", "weight.csv", "BodyMass 72.5 kg"),
      ("Datum,Grösse (m)\n2024-05-04 09:00:00,1.8\n", "height.csv", "Height 1.8 m"),
      (
        "Date,Herzfrequenz,Systole,Diastole\n2024-05-04 09:00:00,61,121,79\n", "bp.csv",
        "BloodPressure (BloodPressureSystolic 121"
      ),
      ("date,value\n2024-05-04 09:00:00,97\n", "manual_spo2.csv", "OxygenSaturation 0.97 %"),
      (
        "date,value\n2024-05-04,1700\n", "aggregates_calories_passive.csv",
        "BasalEnergyBurned 1700 kcal"
      ),
    ] {
      #expect(
        try Self.read("withings", text, name).lines.first?.hasPrefix(sample) == true, "\(name)")
    }
  }

  @Test(arguments: [
    "Workout Type,Start,End,Duration,Energía Activa (kJ),Frecuencia Cardíaca Máxima (bpm),Frecuencia Cardíaca Promedio (bpm),Distancia (km)",
    "Workout Type,Start,End,Duration,Energia Ativa (kJ),Freq. Cardíaca Máxima (bpm),Freq. Cardíaca Média (bpm),Distância (km)",
    "Type,Start,End,Duration,Active Energy (kJ),Max Heart Rate (bpm),Avg Heart Rate (bpm),Distance (km),Total Energy (kJ)",
  ])
  func workoutsOfHealthAutoExport(header: String) throws {
    let row = "Pilates,2026-03-22 09:19,2026-03-22 09:59,00:40:00,953.95,158,134,9.7"
    let last = header.hasPrefix("Type") ? ",1100" : ""
    let reading = try Self.read("health-auto-export", "\(header)\n\(row)\(last)\n", "workouts.csv")
    guard case .workout(let workout) = reading.samples.first else {
      Issue.record("no workout")
      return
    }
    #expect(workout.activityType == .pilates)
    #expect(workout.energyBurned?.number == Number("953.95"))
    #expect(workout.distance?.number == Number("9.7"))
    let rate = try #require(workout.fields.statistics.first { $0.average != nil })
    #expect(rate.average == Number(134) && rate.maximum == Number(158))
  }
}
