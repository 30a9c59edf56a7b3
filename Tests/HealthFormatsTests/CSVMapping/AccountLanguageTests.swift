import HealthModel
import Testing

@testable import HealthFormats

/// Columns in the language of an account give the same samples as the English ones.
@Suite struct AccountLanguageTests {
  private static func text(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { row in row.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
  }

  /// The samples of a file, which is also recognized by its header.
  private static func lines(
    _ map: String, _ header: [String], _ rows: [[String]], zone: String? = "Europe/Berlin"
  ) throws -> [String] {
    #expect(CSVMap.builtIn(for: header, file: "x.csv")?.name == map, "\(header)")
    let reading = MapReading(
      Array(text(header, rows).utf8), try CSVMap.named(map), name: "x.csv", zone: zone)
    #expect(reading.error == nil, "\(header)")
    #expect(!reading.findings.contains { $0.severity == .error }, "\(reading.findings)")
    return reading.lines
  }

  // MARK: WHOOP

  /// Start and end of a cycle, zone; the values of a day; falling asleep, waking, breathing, nap; start and end of a workout, its
  /// activity, duration and energy; time asleep.
  static let whoop: [[String]] = [
    [
      "Cycle start time", "Cycle end time", "Cycle timezone", "Resting heart rate (bpm)",
      "Heart rate variability (ms)", "Skin temp (celsius)", "Blood oxygen %", "Max HR (bpm)",
      "Average HR (bpm)", "Sleep onset", "Wake onset", "Respiratory rate (rpm)", "Nap",
      "Workout start time", "Workout end time", "Activity name", "Duration (min)",
      "Energy burned (cal)",
      "Asleep duration (min)",
    ],
    [
      "Hora de inicio del ciclo", "Hora de finalización del ciclo", "Zona horaria del ciclo",
      "Frecuencia cardíaca en reposo (lpm)", "Variabilidad de la frecuencia cardíaca (ms)",
      "Temp. cutánea (grados centígrados)", "Oxígeno en sangre %", "FC máx. (lpm)",
      "FC promedio (lpm)", "Inicio del sueño", "Inicio de la vigilia",
      "Frecuencia respiratoria (rpm)", "Siesta", "Hora de inicio del entrenamiento",
      "Hora de finalización del entrenamiento", "Nombre de la actividad", "Duración (min)",
      "Energía quemada (cal)",
      "Duración del sueño (min)",
    ],
    [
      "Startzeit des Zyklus", "Endzeit des Zyklus", "Zeitzone des Zyklus",
      "Ruheherzfrequenz (Schläge pro Minute)", "Herzfrequenzvariabilität (ms)",
      "Hauttemperatur (Celsius)", "Blutsauerstoff %", "Max HF (Schläge pro Minute)",
      "Durchschnittliche HF (Schläge pro Minute)", "Beginn des Schlafs", "Beginn des Aufwachens",
      "Atemfrequenz (Atemzüge/Min.)", "Nickerchen", "Startzeit des Trainings",
      "Endzeit des Trainings", "Name der Aktivität", "Dauer (Min.)", "Verbrannte Energie (cal)",
      "Schlafdauer (Min.)",
    ],
    [
      "Heure de début du cycle", "Heure de fin du cycle", "Fuseau horaire du cycle",
      "Fréquence cardiaque au repos (bpm)", "Variabilité de la fréquence cardiaque (ms)",
      "Température cutanée (Celsius)", "Niveau d'oxygène %", "FC max. (bpm)", "FC moyenne (bpm)",
      "Premiers signes de sommeil", "Premiers signes de réveil", "Fréquence respiratoire (tr/min)",
      "Sieste", "Heure de début de l’entraînement", "Heure de fin de l'entraînement",
      "Nom de l'activité", "Durée (min)", "Dépense énergétique (cal.)",
      "Durée du sommeil (min)",
    ],
    [
      "Hora de início do ciclo", "Hora de fim do ciclo", "Fuso horário do ciclo",
      "Frequência cardíaca em repouso (bpm)", "Variabilidade da frequência cardíaca (ms)",
      "Temp. da pele (celsius)", "% de oxigênio no sangue", "FC máx. (bpm)", "FC média (bpm)",
      "Início do sono", "Início da vigília", "Frequência respiratória (rpm)", "Sesta",
      "Hora de início do treino", "Hora de fim do treino", "Nome da atividade", "Duração (min)",
      "Energia queimada (cal)",
      "Duração do sono (min)",
    ],
    [
      "Ora di inizio ciclo", "Ora di fine ciclo", "Fuso orario ciclo",
      "Frequenza cardiaca a riposo (bpm)", "Variabilità della frequenza cardiaca (ms)",
      "Temp. cutanea (C)", "Ossigeno nel sangue %", "FC max. (bpm)", "FC media (bpm)",
      "Inizio del sonno", "Inizio del risveglio", "Frequenza respiratoria (rpm)", "Riposo breve",
      "Ora di inizio allenamento", "Ora di fine allenamento", "Nome attività", "Durata (min)",
      "Energia bruciata (cal)",
      "Durata del sonno (min)",
    ],
  ]

  private static func whoopLines(_ names: [String]) throws -> [String] {
    let (start, end, zone) = ("2026-01-02 00:10:39", "2026-01-02 23:52:10", "UTC+01:00")
    let wake = "2026-01-02 07:39:40"
    let days = try lines(
      "whoop", Array(names[0...11]),
      [[start, end, zone, "53", "54", "33.92", "97.61", "183", "75", start, wake, "14.0"]],
      zone: nil)
    let nights = try lines(
      "whoop", Array(names[0...2] + names[9...12] + names[18...18]),
      [[start, end, zone, start, wake, "14.0", "false", "427"]], zone: nil)
    let workouts = try lines(
      "whoop", Array(names[0...2] + names[13...17] + names[7...8]),
      [[start, end, zone, start, wake, "Yoga", "60", "210.0", "120", "95"]], zone: nil)
    return days + nights + workouts
  }

  @Test(arguments: whoop)
  func filesOfWHOOP(_ names: [String]) throws {
    let english = try Self.whoopLines(Self.whoop[0])
    #expect(english.count == 8)
    #expect(english.contains { $0.contains("aggregate=total Nap=false Asleep duration (min)=427") })
    #expect(try Self.whoopLines(names) == english)
    // As a Mac may write them.
    let decomposed = names.map {
      $0.replacing("í", with: "i\u{301}").replacing("é", with: "e\u{301}")
        .replacing("ä", with: "a\u{308}")
    }
    #expect(try Self.whoopLines(decomposed) == english)
  }

  @Test(arguments: [
    "physiological_cycles.csv", "my_data/physiologische_zyklen.csv", "ciclos_fisiológicos.csv",
    "ciclos_fisiolo\u{301}gicos.csv", "cicli_fisiologici.csv",
  ])
  func foldersOfWHOOP(_ name: String) throws {
    #expect(try CSVMap.named("whoop").files.contains { $0.matches(name) })
  }

  // MARK: Glucose

  /// The time, the type of a record, three readings, two doses and a meal, as far as they are known.
  static let libreView: [[String?]] = [
    [
      "Device Timestamp", "Record Type", "Historic Glucose mmol/L", "Scan Glucose mmol/L",
      "Strip Glucose mmol/L", "Rapid-Acting Insulin (units)", "Long-Acting Insulin (units)",
      "Carbohydrates (grams)",
    ],
    [
      "Tijdstempel apparaat", "Gegevenstype", "Historische glucose mmol/l", "Scan Glucose mmol/l",
      "Strip Glucose mmol/l", "Snelwerkende insuline (eenheden)",
      "Langwerkende insuline (eenheden)", "Koolhydraten (gram)",
    ],
    [
      "Enhetens tidsstämpel", "Registertyp", "Historiskt glukosvärde mmol/L",
      "Skanna glukosvärde mmol/L", "Glukossticka mmol/L", "Snabbverkande insulin (enheter)",
      "Långtidsverkande insulin (enheter)", "Kolhydrater (gram)",
    ],
    [
      "Carimbo de data/hora do dispositivo", nil, "Histórico de glicose mmol/L",
      "Analisar glicose mmol/L", "Tira de glicose mmol/L", "Insulina de ação rápida (unidades)",
      "Insulina de ação prolongada (unidades)", "Carboidratos (gramas)",
    ],
    [
      "Timestamp del dispositivo", nil, "Storico del glucosio mmol/L", nil, nil,
      "Insulina ad azione rapida (unità)", "Insulina ad effetto prolungato (unità)",
      "Carboidrati (grammi)",
    ],
    [
      "Laitteen aikaleima", "Tietueen tyyppi", "Aikaisempi glukoosi mmol/L", nil, nil, nil, nil,
      nil,
    ],
  ]

  @Test(arguments: libreView)
  func filesOfLibreView(_ names: [String?]) throws {
    /// A row for each known column.
    func read(_ language: [String?]) throws -> [String] {
      let header = language.compactMap { $0 }
      let rows = header.indices.filter { $0 > 0 && header[$0] != language[1] }.map { column in
        header.indices.map { $0 == 0 ? "13-01-2026 08:15" : $0 == column ? "5,5" : "" }
      }
      return try Self.lines("libreview", header, rows)
    }
    let english = zip(Self.libreView[0], names).enumerated().map { index, pair in
      pair.1 == nil && index != 1 ? nil : pair.0
    }
    #expect(try read(names) == read(english))
  }

  /// The time, the event and the glucose; the words for a value below and above the range of a sensor.
  static let clarity: [[String]] = [
    [
      "Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Glucose Value (mg/dL)", "Low", "High",
    ],
    [
      "Zeitstempel (JJJJ-MM-TTThh:mm:ss)", "Ereignistyp", "Glukosewert (mg/dl)", "Niedrig", "Hoch",
    ],
    [
      "Časové razítko (RRRR-MM-DDThh:mm:ss)", "Typ události", "Hodnota glukózy (mg/dL)", "Nízká",
      "Vysoká",
    ],
    [
      "Data e ora (AAAA-MM-GGThh:mm:ss)", "Tipo di evento", "Valore del glucosio (mg/dL)", "Basso",
      "Alto",
    ],
  ]

  @Test(arguments: clarity)
  func filesOfClarity(_ names: [String]) throws {
    func read(_ names: [String]) throws -> [String] {
      let day = "2026-01-13T08:"
      return try Self.lines(
        "dexcom-clarity", Array(names[0...2]),
        [
          // What an alert is set to.
          ["", "EGV", "200"], ["\(day)00:00", "EGV", "101"], ["\(day)05:00", "EGV", names[3]],
          ["\(day)10:00", "EGV", names[4]],
        ])
    }
    let lines = try read(names)
    #expect(lines.map { $0.split(separator: " ")[1] } == ["101", "39", "401"])
    #expect(try lines == read(Self.clarity[0]))
  }

  /// The word for an event of an unknown language does not hide a reading; that for its value is reported, with those that are known.
  @Test func unknownWordsOfClarity() throws {
    let header = Self.clarity[3][0...2] + ["ID"]
    let rows = [
      ["2026-01-13T08:00:00", "Stima", "101", ""], ["2026-01-13T08:05:00", "Stima", "Laag", ""],
      ["2026-01-13T08:10:00", "Calibrazione", "99", ""],
    ]
    let reading = MapReading(
      Array(Self.text(Array(header), rows).utf8), try CSVMap.named("dexcom-clarity"),
      name: "x.csv", zone: "UTC")
    #expect(
      reading.lines.map { $0.hasPrefix("BloodGlucose") } == [true, false, true])
    #expect(reading.lines.map { $0.hasSuffix("specimen=blood") } == [false, false, true])
    let finding = try #require(reading.findings.first { $0.rule == "malformed-number" })
    #expect(finding.severity == .error)
    #expect(
      finding.message.contains(
        "found text that is not a number, expected one or one of: Low, High, Niedrig, Hoch, Nízká, Vysoká, Basso, Alto"
      ))
  }

  /// The time, a reading, a dose, carbohydrates, minutes; a date and a decimal mark.
  static let glooko: [[String]] = [
    [
      "Timestamp", "CGM Glucose Value (mmol/l)", "Insulin Delivered (U)", "Carbs Input (g)",
      "Duration (minutes)", "2026-01-13 8:05", ".",
    ],
    [
      "Zeitstempel", "CGM-Glukosewert (mmol/l)", "Abgegebenes Insulin (E)",
      "Kohlenhydrataufnahme (g)", "Dauer (Minuten)", "13.01.2026 08:05", ",",
    ],
    [
      "Tidstämpel", "CGM-glukosvärde (mmol/l)", "Insulin tillfört (enh.)",
      "Inmatning av kolhydrater (g)", "Varaktighet (minuter)", "2026/01/13 08:05", ",",
    ],
    [
      "Tijdstempel", "CGM-glucosewaarde (mmol/l)", "Toegediende insuline (eenh.)",
      "Invoer koolhydraatverbruik (g)", "Duur (minuten)", "13-01-2026 08:05", ",",
    ],
  ]

  @Test(arguments: glooko)
  func filesOfGlooko(_ names: [String]) throws {
    func read(_ names: [String]) throws -> [String] {
      let (date, mark) = (names[5], names[6])
      return try Self.lines("glooko", [names[0], names[1]], [[date, "5\(mark)8"]])
        + Self.lines(
          "glooko", [names[0], names[2], names[3]],
          [[date, "2\(mark)5", "40"], [date, "1", "0\(mark)0"], [date, "-", "20"]])
        + Self.lines("glooko", [names[0], names[2], names[4]], [[date, "0\(mark)3", "30"]])
    }
    let english = try read(Self.glooko[0])
    #expect(english.count == 6)
    #expect(try read(names) == english)
  }

  /// 1 and 2001 are no glucose.
  @Test func valuesBeyondASensorOfGlooko() throws {
    let header = Array(Self.glooko[1][0...1]).map { $0.replacing("mmol/l", with: "mg/dl") }
    let rows = [
      ["13.01.2026 08:05", "1"], ["13.01.2026 08:10", "2001"], ["13.01.2026 08:15", "137,0"],
    ]
    let reading = MapReading(
      Array(Self.text(header, rows).utf8), try CSVMap.named("glooko"), name: "x.csv", zone: "UTC")
    #expect(reading.lines.map { $0.hasPrefix("BloodGlucose") } == [false, false, true])
    #expect(Set(reading.findings.map(\.rule)) == ["out-of-range"])
  }

  // MARK: Others

  /// A report in English or German, and the file of OMRON connect, whose rows have a zone.
  @Test func filesOfOMRON() throws {
    let values = ["121", "79", "61"]
    let english = try Self.lines(
      "omron",
      ["Date", "Time", "Systolic (mmHg)", "Diastolic (mmHg)", "Pulse (bpm)", "TruRead"],
      [["Mar 13 2026", "08:05"] + values + ["-"]])
    #expect(english.count == 2)
    let german = try Self.lines(
      "omron", ["Datum", "Zeit", "Systolisch (mmHg)", "Diastolisch (mmHg)", "Puls (bpm)"],
      [["13 März 2026", "08:05"] + values])
    #expect(german == english)
    let header = ["Measurement Date", "Timezone", "SYS(mmHg)", "DIA(mmHg)", "Pulse(bpm)"]
    let connect = try Self.lines(
      "omron", header, [["2026/03/13 08:05", "Europe/Berlin"] + values], zone: nil)
    #expect(connect == english)
  }

  @Test func oldFilesOfWithings() throws {
    let text = Self.text(["Date", "Gewicht (kg)"], [["2014-02-13 6:04 Uhr", "94.34"]])
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("withings"), name: "x.csv", zone: "Europe/Berlin")
    #expect(reading.lines == ["BodyMass 94.34 kg 2014-02-13T06:04:00+01:00 by Withings"])
  }
}
